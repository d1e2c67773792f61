"""Amounts per hour, month or person, of which models lose the word: $15 per hour is no $15 Stunden."""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from service.text.spans import Kind, Span

_GERMAN: Final = MappingProxyType(
    {
        "second": "Sekunde", "minute": "Minute", "hour": "Stunde", "day": "Tag", "night": "Nacht", "week": "Woche",
        "month": "Monat", "year": "Jahr", "person": "Person", "user": "Nutzer", "piece": "Stück", "head": "Kopf",
        "liter": "Liter", "litre": "Liter", "kilo": "Kilo", "kilogram": "Kilogramm",
    }
)  # fmt: skip
_DIGITS: Final = r"\d{1,12}(?:[.,]\d{1,3}){0,4}"
_RATE: Final = re.compile(
    rf"(?<![\w.,/€$£¥-])(?P<amount>[€$£¥]{_DIGITS}(?:[-\u2013][€$£¥]?{_DIGITS})?"
    rf"|{_DIGITS} ?(?:€|£|EUR|USD|km|k?g|mg|m?l|kWh|kcal|[KMG]B|%))"
    rf" (?:per (?P<each>{'|'.join(_GERMAN)})|p\.p\.|pp)(?![\w-])"
)


def rate_spans(text: str) -> Iterator[Span]:
    """Each of an English text, as German has it."""
    if " p" in text:
        for match in _RATE.finditer(text):
            each = _GERMAN[match["each"] or "person"]
            yield Span(*match.span(), Kind.FIGURE, f"{_with_space(match['amount'])} pro {each}")


def _with_space(amount: str) -> str:
    return f"{amount[:-1].rstrip()} %" if amount[-1] == "%" else amount
