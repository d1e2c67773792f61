"""Numbers with a character for zeros behind them, 230万, as figures: models lose what is counted in ten thousands."""

import re
from collections.abc import Iterator
from decimal import Decimal
from types import MappingProxyType
from typing import Final

from service.text.scripts import base_language, is_east_asian

_ZEROS: Final = MappingProxyType({"百": 2, "千": 3, "万": 4, "萬": 4, "亿": 8, "億": 8})
_MORE: Final = "多余餘"
_NUMERALS: Final = "0-9零〇一二三四五六七八九十百千万萬亿億两半几幾数數"
_MYRIADS: Final = re.compile(
    rf"(?<![.,\d第百千万萬亿億])([0-9]{{1,4}}(?:\.[0-9]{{1,4}})?)([{_MORE}]?)((?:[百千]?[万萬]?[亿億])|[百千]?[万萬]|[百千])"
    rf"(?![{_NUMERALS}{_MORE}克米瓦卡帕赫])"
)
_GROUPS: Final = MappingProxyType({"en": ",", "de": "."})


def myriads(text: str, language: str) -> Iterator[tuple[int, int, str]]:
    """From and to of each such number, and how a language without such characters writes it; 200多万 is 2,000,000+."""
    if is_east_asian(language):
        return
    for match in _MYRIADS.finditer(text):
        number = Decimal(match[1]).scaleb(sum(_ZEROS[character] for character in match[3]))
        if number == number.to_integral_value():
            grouped = f"{int(number):,}".replace(",", _GROUPS.get(base_language(language), ""))
            yield match.start(), match.end(), grouped + "+" * len(match[2])
