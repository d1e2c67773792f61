"""Names of unusual letter case that a translation has not as often as its source."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from service.text.spans import Span

_END: Final = 3  # letters of a name's end, which may be said twice


def lost_names(names: Sequence[Span], text: str) -> tuple[Span, ...]:
    """Those of `names` that are not there as often."""
    wanted = Counter(name.target for name in names)
    lost = {name for name, count in wanted.items() if _num_whole(name, text) < count}
    return tuple(name for name in names if name.target in lost)


def _num_whole(name: str, text: str) -> int:
    """How often a name is there, but not behind a letter, nor with its end said twice: TOK, McDonaldald."""
    return len(re.findall(rf"(?<![^\W\d_]){re.escape(name)}(?!{re.escape(name[-_END:])})", text))
