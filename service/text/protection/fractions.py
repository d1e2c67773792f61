"""Amounts with a fraction and a unit in words, which models turn into metric ones: 3 ½ inches are no 3 ½ Zentimeter."""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from service.text.spans import Kind, Span

# All are the same in every case of German.
_GERMAN: Final = MappingProxyType(
    {
        "inch": "Zoll", "inches": "Zoll", "foot": "Fuß", "feet": "Fuß", "yard": "Yard", "yards": "Yards",
        "pound": "Pfund", "pounds": "Pfund", "miles": "Meilen", "ounces": "Unzen", "gallons": "Gallonen",
        "cups": "Tassen", "pints": "Pints", "quarts": "Quarts",
    }
)  # fmt: skip
_AMOUNT: Final = re.compile(
    r"(?<![\w.,/$€£-])(?P<amount>\d{1,4}(?: ?[¼½¾⅓⅔⅛⅜⅝⅞]|[ -]\d/\d{1,2}|/\d{1,2})|[¼½¾⅓⅔⅛⅜⅝⅞])"
    rf"(?P<gap>[ -])(?P<unit>{'|'.join(_GERMAN)})(?![\w-])(?: of\b)?"
)


def fraction_spans(text: str) -> Iterator[Span]:
    """Each of an English text, as German has it."""
    for match in _AMOUNT.finditer(text):
        yield Span(*match.span(), Kind.FIGURE, f"{match['amount']}{match['gap']}{_GERMAN[match['unit']]}")
