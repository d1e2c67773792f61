"""Amounts of money: one part each, since vocabularies lack most signs, and models lose what they cannot read.

The usual ones in dollars, euros, pounds and yen, which models know, are among figures.
"""

import re
from collections.abc import Iterator
from typing import Final

from service.text.numbers.myriads import myriads
from service.text.numbers.scales import quantities, translated

_KNOWN: Final = r"$\u00a3\u00a5\u20ac"
_SIGNS: Final = (
    r"\u00a2\u00a4\u058f\u060b\u09f2\u09f3\u0af1\u0bf9\u0e3f\u17db\u20a0-\u20ab\u20ad-\u20cf\ufdfc\ufe69\uff04\uffe0"
    r"\uffe1\uffe5\uffe6"
)
# Without those that are words in capitals, such as ALL, MAD, PEN, TOP and TRY.
_CODES: Final = (
    "AED|ARS|AUD|BGN|BRL|CAD|CHF|CLP|CNY|CZK|DKK|EGP|EUR|GBP|HKD|HUF|IDR|ILS|INR|ISK|JPY|KES|KRW|KWD|MXN|MYR|NGN|NOK"
    "|NTD|NZD|PHP|PKR|PLN|QAR|RMB|RON|RUB|SAR|SEK|SGD|THB|TWD|UAH|USD|USDT|VND|ZAR|BTC|ETH"
)
_DIGITS: Final = r"\d+(?:[.,' \u00a0\u202f]\d{3}(?!\d)){0,5}(?:[.,]\d+)?"
_SPACE: Final = r"[ \u00a0\u202f]?"
_TIMES: Final = r"(?:[kKmMB]|bn|mn|tn)?"  # a thousand and so on
_BEFORE: Final = rf"(?:[A-Z]{{1,3}}[{_KNOWN}\uff04\uffe5]|[{_SIGNS}]|(?:{_CODES}|Rs\.?|kr|Fr\.))"
_BEHIND: Final = rf"(?:[{_SIGNS}]|\$(?![\w{{(])|(?:{_CODES}|kr|z\u0142|K\u010d)(?![\w\u00c0-\u024f]))"
_START: Final = r"(?<![A-Za-z0-9\u00c0-\u024f.,$-])"
_MINUS: Final = r"[-+\u2212]"
_ABOUT: Final = r"(?:[~\u2248\u2264\u2265\u00b1] ?)?"
_END: Final = r"(?![.,]?\d)(?![A-Za-z])(?! ?[万亿千百萬億])"
_NO_CENTS: Final = r"[-\u2013\u2014]{1,2}(?![\w-])"  # 5,- and CHF 5.-

MONEY: Final = re.compile(
    rf"{_START}(?:{_BEFORE}|[{_KNOWN}]){_SPACE}{_DIGITS}[.,]{_NO_CENTS}"
    rf"|{_START}{_DIGITS},{_NO_CENTS}(?:{_SPACE}(?:[{_KNOWN}]|{_BEHIND}))?"
    rf"|{_START}{_ABOUT}{_MINUS}?{_BEFORE}{_SPACE}{_DIGITS}{_TIMES}(?:[-\u2013~\uff5e]{_BEFORE}?{_DIGITS}{_TIMES})?{_END}"
    rf"|{_START}{_ABOUT}{_MINUS}?(?:{_DIGITS}[-\u2013~\uff5e])?{_DIGITS}{_SPACE}{_BEHIND}"
    rf"|{_START}{_ABOUT}(?:{_MINUS}[{_KNOWN}]{_DIGITS}{_TIMES}|[{_KNOWN}]{_DIGITS}(?!{_END}){_TIMES}"
    rf"|[{_KNOWN}]{_DIGITS}{_TIMES}[-\u2013~\uff5e][{_KNOWN}]?{_DIGITS}{_TIMES}){_END}"
    rf"|{_START}{_DIGITS}[-\u2013~\uff5e]{_DIGITS}{_SPACE}[\u00a3\u00a5\u20ac]",
    re.ASCII,
)
# For each piece, kilogram and so on.
PRICES: Final = re.compile(
    rf"{_START}(?:(?:{_BEFORE}|[{_KNOWN}]){_SPACE}{_DIGITS}|{_DIGITS}{_SPACE}(?:[{_SIGNS}{_KNOWN}]|(?:{_CODES})))"
    r" ?/ ?(?:\d{1,4} ?)?(?:k?g|m?l|[kc]?m[²³23]?|h|hr|min|kWh|[MG]B|pcs?|t|mo|yr|wk)(?![\w/])",
    re.ASCII,
)
_SIGN: Final = re.compile(
    rf"(?<![A-Za-z0-9\u00c0-\u024f.,])(?:[A-Z]{{1,3}}[{_KNOWN}\uff04]|[A-Z]{{0,3}}[\u00a5\u20ac\uffe5]|[{_SIGNS}]|(?:{_CODES})){_SPACE}\Z",
    re.ASCII,
)
_SIGN_BEFORE: Final = re.compile(rf"{_START}(?:{_BEFORE}|[{_KNOWN}]){_SPACE}\Z", re.ASCII)
_LONGEST: Final = 6  # of such a sign
_TWELVE: Final = 12

_NUMBER: Final = r"\d++(?:[.,:]\d++)*(?![.,:]?\d)"  # Python before 3.11.5 has its faults with possessive groups
_ANY: Final = rf"[{_KNOWN}{_SIGNS}]"
_FIRST: Final = r"(?<!\d)(?<!\d[.,:])"  # digit of a number
_NO_ZEROS: Final = r"(?! ?[万亿千百萬億])"
# Digits on both sides of a sign: nobody can tell what belongs to what, and 12€50 is one amount.
MONEY_CHAINS: Final = re.compile(
    rf"(?:{_FIRST}{_NUMBER}|(?<!\d){_ANY}{_NUMBER})(?>(?:{_ANY}{_NUMBER})+){_ANY}?{_NO_ZEROS}", re.ASCII
)
# Whatever stands at it.
_TOUCHED: Final = re.compile(
    rf"(?:(?:(?<![^\s(]){_MINUS})?{_ANY}{_SPACE}(?P<number>{_NUMBER})"
    rf"|{_FIRST}{_NUMBER}{_SPACE}(?:{_ANY}(?!\d)|(?:{_CODES})(?=[a-z]))"
    rf"|(?<![A-Za-z])(?:{_CODES}|Rs\.?){_SPACE}{_NUMBER}){_NO_ZEROS}",
    re.ASCII,
)
_SHORTEST: Final = 4  # letters of a word for zeros that nobody reads as a unit


def touched_money(text: str, language: str, target: str) -> Iterator[tuple[int, int, str]]:
    """From and to of each amount, also in the middle of letters, and what it becomes: £5million, £5 Millionen."""
    scaled = {quantity.start: quantity for quantity in quantities(text, language)} if target else {}
    for match in _TOUCHED.finditer(text):
        quantity = scaled.get(match.start("number"))
        if quantity and quantity.end - match.end() >= _SHORTEST:
            yield match.start(), quantity.end, text[match.start() : quantity.start] + translated(quantity, target)
        else:
            yield match.start(), match.end(), match[0]


def trillions(text: str, language: str, target: str) -> Iterator[tuple[int, int, str]]:
    """The same for amounts with a word for twelve zeros, for which models that do not see the number say another."""
    for quantity in quantities(text, language) if target else ():
        sign = _SIGN_BEFORE.search(text[max(0, quantity.start - _LONGEST) : quantity.start])
        if sign and quantity.num_zeros == _TWELVE:
            yield quantity.start - len(sign[0]), quantity.end, sign[0] + translated(quantity, target)


def chinese_money(text: str, language: str = "") -> Iterator[tuple[int, int, str]]:
    """From and to of each amount with a sign and a character for zeros, and both as a language writes them: ￥30万."""
    for start, end, number in myriads(text, language):
        if sign := _SIGN.search(text[max(0, start - _LONGEST) : start]):
            yield start - len(sign[0]), end + (text[end : end + 1] == "元"), sign[0] + number
