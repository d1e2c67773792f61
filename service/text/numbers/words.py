"""Small numbers that are written as words, in the languages of which these are known here."""

import re
from types import MappingProxyType
from typing import Final

LARGEST: Final = 12  # numbers up to here are often written as words

_TENS: Final = r"(?!zehn|zig|ßig|und(?:zwan|drei|vier|fünf|sech|sieb|acht|neun))"  # dreißig is no drei
_DE: Final = (
    "null|kein", r"\bein|erst|Jan", rf"zwei{_TENS}|zwo|beid|doppel|paar|halb|Feb",
    rf"dr[ei]{{2}}{_TENS}|dritt|März|\bMrz", rf"(?<!kla)vier{_TENS}|\bApr", rf"fünf{_TENS}|Mai",
    rf"sechs{_TENS}|\bJun", rf"sieb(?:en)?{_TENS}|\bJul", rf"\bacht{_TENS}|(?:hundert|tausend)acht|\bAug",
    rf"neun{_TENS}|\bSep", r"\bzehn|Okt", r"\belf|Nov", "zwölf|Dez|mittag|nacht",
)  # fmt: skip
# Not repair for a pair, nor weight, beginning and afternoon.
_EN: Final = (
    r"zero|\bno\b|\bnone",
    r"\ban?\b|\bone|\bonce|first|\bsingle|\bJan",
    r"two|second(?!s)|twice|\bboth|\bpair|\bcoupl|doubl|\bhalf|\bFeb",
    r"three|\bthir(?!t[eiy]|st)|thrice|tripl|\bMarch|\bMar\b",
    r"four(?!t[eiy])|\bquarter|\bApr",
    r"five|fift(?![eiy])|\bMay\b",
    r"six(?!t[eiy])|\bJun",
    r"seven(?!t[eiy])|\bJul",
    r"\beight(?!een|y|ie)|\bAug",
    r"\bnin(?!et|ja)|\bSep",
    r"\bten|\bOct",
    r"eleven|\bNov",
    r"twel|dozen|\bnoon|midnight|\bDec",
)
_ZH: Final = (
    "[零〇没]", "[一首单壹]", "[二两双半俩]", "[三仨]", "四", "五", "六", "七", "八", "九", "十", "十一", "十二",
)  # fmt: skip
_WORDS: Final = MappingProxyType(
    {
        language: tuple(re.compile(words, re.IGNORECASE) for words in table)
        for language, table in (("de", _DE), ("en", _EN), ("zh", _ZH))
    }
)
_ROMAN: Final = ("II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")  # from 2 on: I is a word
# Of an hour, and of a whole.
_PARTS: Final = MappingProxyType(
    {
        "de": (re.compile("viertel", re.IGNORECASE), re.compile("halb|hälfte", re.IGNORECASE)),
        "en": (re.compile("quarter", re.IGNORECASE), re.compile("half|halv", re.IGNORECASE)),
        "zh": (re.compile("刻|四分之"), re.compile("半")),
    }
)
_QUARTERS: Final = frozenset({"15", "25", "45", "75"})
_HALVES: Final = frozenset({"30", "50"})
_HOURS: Final = 12
_LARGE: Final = MappingProxyType(
    {
        "de": re.compile(
            r"(?:zwan|vier|fünf|sech|sieb|acht|neun)zig|dreißig|zehn|hundert|tausend|[mb]illi(?:on|arde)|dutzend|jahrzehnt",
            re.IGNORECASE,
        ),
        "en": re.compile(
            r"(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)t(?:y|ie)|hundred"
            r"|thousand|[mb]illion|dozen|decade|\b(?:ten|score)\b",
            re.IGNORECASE,
        ),
        "zh": re.compile("[十百千万亿萬億〇零廿卅]"),
    }
)


def may_say(text: str, number: str, language: str) -> bool:
    """Whether a text may have a small number as a word; of other languages that is not known, so it may."""
    if len(number) > 2:
        return False
    if int(number) > LARGEST:
        return _says_part(text, number, language)
    table = _WORDS.get(language)
    return table is None or table[int(number)].search(text) is not None or _has_roman(text, int(number))


def _says_part(text: str, number: str, language: str) -> bool:
    """Whether a text has half an hour for 30 minutes, or the like."""
    if language not in _PARTS or number not in _QUARTERS | _HALVES:
        return False
    quarter, half = _PARTS[language]
    return (quarter if number in _QUARTERS else half).search(text) is not None


def _has_roman(text: str, number: int) -> bool:
    return number > 1 and re.search(rf"\b{_ROMAN[number - 2]}\b", text) is not None


def may_say_time(text: str, hour: int, minutes: str, language: str) -> bool:
    """Whether a text may have a time of day in words: seven for 7:00, half past two, or `halb drei`, for 2:30.

    An hour without minutes may be part of one, as the 7 of quarter to eight.
    """
    if language not in _PARTS:
        return True
    parts = [minutes] if minutes.strip("0") else ["30", "15"]
    has_part = any(_says_part(text, part, language) for part in parts)
    hours = [hour + 1] if has_part and minutes != "00" else []
    if has_part or not minutes.strip("0"):
        hours.append(hour)
    return any(may_say(text, str((each - 1) % _HOURS + 1), language) for each in hours)


def knows_large(language: str) -> bool:
    """Whether words for numbers that are not small are known here."""
    return language in _LARGE


def says_large(text: str, language: str) -> bool:
    """Whether a text has a word for a number that is not small."""
    return language in _LARGE and _LARGE[language].search(text) is not None
