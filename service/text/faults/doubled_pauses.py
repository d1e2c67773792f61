"""Commas and semicolons with nothing behind them but another sign: what stood between is gone, or elsewhere."""

import re
from collections.abc import Sequence
from typing import Final

from service.text.brackets.settling import without
from service.text.target import Unit

_HIDDEN: Final = "\0"
_NEEDLESS: Final = re.compile(r"(?<=[,;，；、])[ \u00a0]?[,;，；、]|[,;，；、](?=[.。!！?？](?:\s|\Z))")


def without_doubled_pauses(units: Sequence[Unit], source: str) -> list[Unit]:
    """The units without such signs, if their source has none of the kind."""
    text = "".join(_HIDDEN * len(unit.text) if unit.span else unit.text for unit in units)
    places = {place for match in _NEEDLESS.finditer(text) for place in range(*match.span())}
    return without(units, places) if places and not _NEEDLESS.search(source) else [*units]
