"""Question and exclamation marks before the mark that closes a quotation: "Where are you?" asked Tom."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from service.text.brackets.settling import masked_text_of
from service.text.target import Unit, starts_of

_QUOTE: Final = re.compile('["“”„]')
_ASKED: Final = re.compile('([?!])["”“]')


def with_quoted_signs(units: Sequence[Unit], source: str) -> list[Unit]:
    """The units with the signs that their source has before such marks, where they have as many marks, and too few of
    a sign."""
    text = masked_text_of(units)
    if not _ASKED.search(source):
        return [*units]
    given, found = ([match.start() for match in _QUOTE.finditer(each)] for each in (source, text))
    if len(given) != len(found) or len(given) % 2:
        return [*units]
    new: dict[int, str] = {}
    for place, other in zip(given[1::2], found[1::2], strict=True):
        sign, said = source[place - 1], text[other - 1] if other else ""
        if sign not in "?!" or said in "?!…" or text.count(sign) >= source.count(sign):
            continue
        new[other] = f"{sign}{text[other]}"
        if said and said in ".,":
            new[other - 1] = ""
    return [
        replace(unit, text="".join(new.get(place, sign) for place, sign in enumerate(unit.text, start)))
        if unit.span is None
        else unit
        for unit, start in zip(units, starts_of(units), strict=False)
    ]
