"""Ranges, scores and short telephone numbers: two numbers with a dash between them, of which models lose one."""

import re
from typing import Final

_NUMBER: Final = r"\d+(?:[.,:]\d+){0,5}%?"
# Before measures: -75% is one only where it is no end of a range.
PERCENTAGES: Final = re.compile(r"(?<![\w.,-])\d+(?:[.,]\d+)?%[-\u2013]\d+(?:[.,]\d+)?%?(?![.,]?\d|\w)", re.ASCII)

RANGES: Final = re.compile(
    rf"(?<![\w.,:/\u00c0-\u024f$\u20ac\u00a3\u00a5-])(?<![\w%] [\u2013\u2014])(?<!\u2013)(?!7-11(?!\d))"  # a shop
    rf"{_NUMBER}(?:[-\u2013\u2014\uff5e~]| [\u2013\u2014] ){_NUMBER}"
    r"(?![.,:/]?\d|[-\u2013\u2014\uff5e]\d|[A-Za-z\u00c0-\u024f]|-[A-Za-z])(?! ?[万亿千百萬億])",
    re.ASCII,
)
