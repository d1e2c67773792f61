"""Question and exclamation marks before the mark that closes a quotation: "Where are you?" asked Tom."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from service.text.brackets.settling import masked_text_of
from service.text.target import Unit, starts_of

_QUOTE: Final = re.compile('["“”„]')
_SIGNS: Final = re.compile(r"[?!]{1,3}\Z")
_SAID: Final = re.compile(r"(?:(?<!\d)\.|[?!,…]){0,3}\Z")
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
        signs, said = _SIGNS.search(source[:place]), _SAID.search(text[:other])
        if not signs or not said or _is_there(signs[0], said[0], source, text):
            continue
        new |= dict.fromkeys(range(*said.span()), "")
        new[other] = f"{signs[0]}{text[other]}"
    return [
        replace(unit, text="".join(new.get(place, sign) for place, sign in enumerate(unit.text, start)))
        if unit.span is None
        else unit
        for unit, start in zip(units, starts_of(units), strict=False)
    ]


def _is_there(signs: str, said: str, source: str, text: str) -> bool:
    """Whether nothing has to be done: what is there is as good, or what is asked is so elsewhere."""
    if len(signs) > 1:
        return said == signs or "…" in said
    return said[-1:] in ("?", "!", "…") or text.count(signs) >= source.count(signs)
