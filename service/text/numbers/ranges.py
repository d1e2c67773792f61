"""Ranges, scores and short telephone numbers: numbers with a dash or the like between them, of which models lose one.

What is written with one dash is found before the first attempt; what else may join numbers, before the second.
"""

import re
from types import MappingProxyType
from typing import Final

_DASH: Final = r"\-\u2010-\u2015~\u301c\uff5e"
_NUMBER: Final = r"\d+(?:[.,:]\d+){0,5}%?"
# Before measures: -75% is one only where it is no end of a range.
PERCENTAGES: Final = re.compile(
    r"(?<![\w.,-])\d+(?:[.,]\d+)?%(?:[-\u2013]\d+(?:[.,]\d+)?%?| [-\u2013] \d+(?:[.,]\d+)?%)"
    r"(?![.,]?\d|\w)",
    re.ASCII,
)

RANGES: Final = re.compile(
    rf"(?<![\w.,:/\u00c0-\u024f$\u20ac\u00a3\u00a5-])(?<![\w%] [\u2013\u2014])(?<!\u2013)(?!7-11(?!\d))"  # a shop
    rf"(?:{_NUMBER}(?:[{_DASH}]| [\u2013\u2014] ){_NUMBER}|\d{{1,4}}(?:\.\d)?[kK][-\u2013~]\d{{1,4}}(?:\.\d)?[kK])"
    rf"(?![.,:/]?\d|[{_DASH}]\d|[A-Za-z\u00c0-\u024f]|-[A-Za-z])(?! ?[万亿千百萬億])",
    re.ASCII,
)
_BETWEEN: Final = re.compile(rf"[{_DASH}/:x×]|[°º′]|、|[至到]|")
_CHINESE: Final = MappingProxyType({"至": "\u2013", "到": "\u2013", "〜": "\u2013", "～": "\u2013", "、": ", "})
_UNSPACED: Final = "zh"


def joins(gap: str, language: str) -> bool:
    """Whether two numbers belong together that have this between them; side by side, they do in Chinese."""
    return _BETWEEN.fullmatch(gap) is not None and (gap != "" or language == _UNSPACED)


def linked(gap: str) -> str:
    """What another language has between them."""
    return _CHINESE.get(gap, gap or " ")
