"""Short words at numbers: approx. 5 is shown as about 5, 2 hrs are 2 h, 5 in. are 5 Zoll, and 44 BC is 44 v. Chr."""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from service.text.spans import Kind, Span

_SHOWN: Final = MappingProxyType({"approx": "about", "incl": "including", "vol": "volume", "pp": "pages"})
_BEFORE: Final = re.compile(rf"\b({'|'.join(_SHOWN)})\.(?= ?[\d€$£])", re.IGNORECASE)
_WITH: Final = re.compile(r"(?<= )w/(o )? ?(?=[A-Za-z])(?!o\b)")  # w/ Tom, w/o sugar
_UNITS: Final = MappingProxyType({"hr": "h", "hrs": "h", "mins": "min", "sec": "s", "secs": "s"})
_NUMBER: Final = r"(?<![\w.,/:$€£-])(?P<number>\d{1,4}(?:[.,]\d{1,2})?(?: ?[-\u2013] ?\d{1,3}|\+)?)"
_TIME: Final = re.compile(rf"{_NUMBER} ?(?P<unit>{'|'.join(_UNITS)})\b(?:\.(?= [a-z]))?(?!-)")
_INCHES: Final = re.compile(rf"{_NUMBER} in(?:\.(?= [a-z(]|[,;)])|(?=\.\s*\Z))")
_ERA: Final = re.compile(r"(?<![\w.,/$€£-])(?P<year>\d{1,4}) (?P<era>BCE?|AD)\b(?P<stop>(?=\.))?")
_ERAS: Final = MappingProxyType({"BC": "v. Chr", "BCE": "v. Chr", "AD": "n. Chr"})


def abbreviation_spans(text: str) -> Iterator[Span]:
    """Each of an English text, as German has it, or as a model reads it."""
    for match in _BEFORE.finditer(text):
        word = _SHOWN[match[1].lower()]
        yield Span(*match.span(), Kind.OMITTED, "", sign=word.capitalize() if match[1][0].isupper() else word)
    for match in _WITH.finditer(text):
        yield Span(*match.span(), Kind.OMITTED, "", sign="without " if match[1] else "with ")
    for match in _TIME.finditer(text):
        yield Span(*match.span(), Kind.FIGURE, f"{match['number']} {_UNITS[match['unit']]}")
    for match in _INCHES.finditer(text):
        yield Span(*match.span(), Kind.FIGURE, f"{match['number']} Zoll")
    for match in _ERA.finditer(text):
        point = "" if match["stop"] is not None else "."
        yield Span(*match.span(), Kind.FIGURE, f"{match['year']} {_ERAS[match['era']]}{point}")
