"""Where a sentence that is too long for a model can be cut in two."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from service.text.boundaries import sentence_ends
from service.text.spans import Span, outside

# Behind which of these it is cut, best first: each finds positions where the second part begins.
_BREAKS: Final = (
    re.compile(r"(?<=[;:；：。！？!?…])(?=\s|[\u2e80-\u9fff])|\s(?=[–—])|(?<=[–—])"),
    re.compile(r"(?<=[,，、)\]）」』”])(?=\s|[\u2e80-\u9fff])"),
    re.compile(r"(?<=\s)(?=\S)"),
    re.compile(r"(?<=.)(?=[^\s\u0300-\u036f\u200d\ufe0f])", re.DOTALL),
)


def cut(text: str, language: str, protected: Sequence[Span]) -> int | None:
    """The best place near the middle, outside of what is protected; None where there is none.

    A sentence's end is better than the end of a clause, then come white space, and any character.
    """
    if ends := outside(protected, sentence_ends(text, language)[:-1]):
        return _nearest_to_middle(len(text), ends)
    for pattern in _BREAKS:
        places = outside(protected, (match.start() for match in pattern.finditer(text)))
        # Nothing is gained by a tiny part.
        if usable := [place for place in places if len(text) <= 6 * place <= 5 * len(text)]:
            return _nearest_to_middle(len(text), usable)
    return None


def _nearest_to_middle(length: int, places: Iterable[int]) -> int:
    return min(places, key=lambda place: abs(2 * place - length))
