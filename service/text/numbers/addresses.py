"""Numbers of houses in Chinese, with the buildings, floors and rooms behind them: 18号30层 is no number 1830."""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

# In a street, not of a line of the underground: 中关村大街1号.
_HOUSE: Final = re.compile(
    r"(?<=[路街道巷弄园段里村])([0-9]{1,5})号(?!线)((?:(?:[A-Z][0-9]{0,5}|[0-9]{1,5})(?:号楼|[栋幢座层楼室]|单元)){0,5})"
)
_PART: Final = re.compile(r"((?:[A-Z][0-9]{0,5}|[0-9]{1,5}))(号楼|[栋幢座层楼室]|单元)")
_WORDS: Final = MappingProxyType(
    {
        "en": {"号楼": "Building", "栋": "Building", "幢": "Building", "座": "Building", "层": "Floor", "楼": "Floor",
            "室": "Room", "单元": "Unit"},
        "de": {"号楼": "Gebäude", "栋": "Gebäude", "幢": "Gebäude", "座": "Gebäude", "层": "Stock", "楼": "Stock",
            "室": "Zimmer", "单元": "Einheit"},
    }
)  # fmt: skip


def house_numbers(text: str, language: str) -> Iterator[tuple[int, int, str]]:
    """From and to of each of them, and how a language writes it; the parts behind it where their words are known."""
    words = _WORDS.get(language[:2])
    for match in _HOUSE.finditer(text) if "号" in text else ():
        house = f"{'Nr.' if language.startswith('de') else 'No.'} {match[1]}"
        parts = _PART.findall(match[2])
        if parts and words:
            yield *match.span(), ", ".join([house, *(f"{words[unit]} {number}" for number, unit in parts)])
        elif not text[match.end(1) + 1 :][:1].isdigit():
            yield match.start(1), match.end(1) + 1, house
