"""The stop behind a bracket or a quotation at the end of a sentence, which models put into that."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from service.text.faults.finishing import without_end
from service.text.target import Unit, text_of

_BEHIND_BRACKET: Final = re.compile(r"([!?！？]?)[)）][.。]\Z")
_IN_BRACKET: Final = re.compile(r"(?<=\w)([.。])([)）])\Z")
_BEHIND_QUOTE: Final = re.compile(r"[\"”“»’']\.\Z")
_QUOTE: Final = re.compile(r"(?<![.,:;])[\"”“»]\Z")
_NARROW: Final = str.maketrans("！？", "!?")


def with_end_behind_bracket(units: Sequence[Unit], source: str) -> list[Unit]:
    """The units with the stop of their sentence behind its last bracket or quotation, as in the source, not in that.

    What is asked or called in the bracket keeps its sign.
    """
    text = text_of(units)
    if _BEHIND_QUOTE.search(source) and _QUOTE.search(text):
        return [*units, replace(units[-1], text=".", span=None)]
    given, said = _BEHIND_BRACKET.search(source), _IN_BRACKET.search(text)
    if not given or not said:
        return [*units]
    kept = without_end(units, len(said[0]))
    if not kept or len(text_of(kept)) != said.start():
        return [*units]
    last = kept[-1]
    end = f"{given[1].translate(_NARROW)}{said[2]}{said[1]}"
    return [*kept, Unit(end, last.start, last.end, last.weights, places=last.places)]
