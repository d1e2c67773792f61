"""Small numbers that are written as words, in the languages of which these are known here."""

import re
from types import MappingProxyType
from typing import Final

LARGEST: Final = 12  # numbers up to here are often written as words

_DE: Final = (
    "null|kein", "ein|erst|Jan", "zwei|zwo|beid|doppel|paar|halb|Feb", "dr[ei]{2}|dritt|März", "vier|April",
    "fünf|Mai", "sechs|Juni", "sieb|Juli", "acht|August", "neun|Sept", "zehn|Okt", "elf|Nov", "zwölf|Dez|mittag|nacht",
)  # fmt: skip
_EN: Final = (
    r"zero|\bno\b|none", r"\ban?\b|\bone|once|first|single|Jan", "two|second|twice|both|pair|coupl|doubl|half|Feb",
    "three|thir|thrice|tripl|March", "four|quarter|April", r"five|fift|\bMay\b", "six|June", "seven|July",
    "eight|August", "nin|Sept", r"\bten|Oct", "eleven|Nov", "twel|dozen|noon|midnight|Dec",
)  # fmt: skip
_ZH: Final = (
    "[零〇没]", "[一首单壹]", "[二两双半俩]", "[三仨]", "四", "五", "六", "七", "八", "九", "十", "十一", "十二",
)  # fmt: skip
_WORDS: Final = MappingProxyType(
    {
        language: tuple(re.compile(words, re.IGNORECASE) for words in table)
        for language, table in (("de", _DE), ("en", _EN), ("zh", _ZH))
    }
)
_LARGE: Final = MappingProxyType(
    {
        "de": re.compile(r"zig\b|zehn|ßig|hundert|tausend|[mb]illion", re.IGNORECASE),
        "en": re.compile(r"teen\b|ty\b|ty-|hundred|thousand|[mb]illion|dozen|\b(?:ten|score)\b", re.IGNORECASE),
        "zh": re.compile("[十百千万亿萬億〇零廿卅]"),
    }
)


def may_say(text: str, number: str, language: str) -> bool:
    """Whether a text may have a small number as a word; of other languages that is not known, so it may."""
    if len(number) > 2 or int(number) > LARGEST:
        return False
    table = _WORDS.get(language)
    return table is None or table[int(number)].search(text) is not None


def says_large(text: str, language: str) -> bool:
    """Whether a text has a word for a number that is not small."""
    return language in _LARGE and _LARGE[language].search(text) is not None
