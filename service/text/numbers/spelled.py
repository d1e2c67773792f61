"""Numbers from 13 on that a text has as words, in the languages of which these are known here."""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from service.text.numbers.words import LARGEST, knows_large, may_say, says_large

_HUNDRED: Final = 100
_TEN: Final = 10
_DOZEN: Final = 12
_HALF_DAY: Final = 12
_DOZENS: Final = re.compile("dozen|dutzend", re.IGNORECASE)
_DECADES: Final = re.compile("decade|jahrzehnt", re.IGNORECASE)
_CENTURY: Final = re.compile("century|centuries|jahrhundert", re.IGNORECASE)
_ROUND: Final = MappingProxyType(
    {
        number: re.compile(rf"(?<![\w-])(?<!\d )(?:ein)?{word}(?![\w-]| ?(?:tausend|[MB]illi))", re.IGNORECASE)
        for number, word in (("100", "hundert"), ("1000", "tausend"))
    }
)
_ZEROS: Final = re.compile("hundred|thousand|million|hundert|tausend", re.IGNORECASE)
_BEHIND: Final = re.compile(f"[ -]?(?:{_ZEROS.pattern})", re.IGNORECASE)
_MAX_SMALL: Final = 12  # letters of a small number's word, and those around
_ENDING: Final = re.compile("(?:eth|th|e|s)?")
_AGE: Final = re.compile(r"ties\b")  # in his twenties
_POINT: Final = re.compile(r"\bpoint\b|\bkomma\b", re.IGNORECASE)
_TIME: Final = re.compile(r"\bUhr\b|o['’]clock|\b[ap]\.?m\b")
_EN: Final = (
    "", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_EN_ONES: Final = (
    "", "(?:[ -]?one|-first)", "(?:[ -]?two|-second)", "(?:[ -]?three|-third)", "[ -]?four", "[ -]?fi[fv]", "[ -]?six",
    "[ -]?seven", "[ -]?eight", "[ -]?nin",
)  # fmt: skip
_EN_TENS: Final = ("", "", "twent", "thirt", "fort", "fift", "sixt", "sevent", "eight", "ninet")  # y, ies or ieth
_DE: Final = (
    "", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf", "dreizehn",
    "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn",
)  # fmt: skip
_DE_TENS: Final = ("", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig")
_ZH: Final = ("", "一", "二", "三", "四", "五", "六", "七", "八", "九")
_ZH_ZEROS: Final = ("", "十", "百", "千", "万", "十万", "百万", "千万", "亿")


def _english(number: int) -> str:
    if number < len(_EN):
        return rf"\b{_EN[number]}"
    tens, ones = divmod(number, _TEN)
    end = _EN_ONES[ones] if ones else f"(?!{'|'.join(_EN_ONES[1:])})"
    return rf"{_EN_TENS[tens]}(?:y|ie){end}"


def _german(number: int) -> str:
    if number < len(_DE):
        return rf"(?<![^\W\d_]){_DE[number]}"
    tens, ones = divmod(number, _TEN)
    return rf"(?<![^\W\d_]){_DE[ones]}und{_DE_TENS[tens]}" if ones else rf"(?<!und){_DE_TENS[tens]}"


_WORDS: Final = MappingProxyType(
    {
        language: tuple(re.compile(spell(number), re.IGNORECASE) for number in range(LARGEST + 1, _HUNDRED))
        for language, spell in (("en", _english), ("de", _german))
    }
)

_SMALL: Final = MappingProxyType(
    {
        "en": {number: "an?|one" if number == 1 else _EN[number] for number in range(1, LARGEST + 1)},
        "de": {number: "ein(?:e[mnrs]?)?" if number == 1 else _DE[number] for number in range(1, LARGEST + 1)},
    }
)
_SMALL_BEFORE: Final = MappingProxyType(
    {
        language: re.compile(rf"(?<![^\W\d_])({'|'.join(words.values())}) $", re.IGNORECASE)
        for language, words in _SMALL.items()
    }
)


def spells(text: str, number: str, language: str) -> bool:
    """Whether a text may have a number as words: 45, 400 or 1500, as fifteen hundred, or 24, as two dozen.

    Of languages whose words are not known nobody can say.
    """
    if not knows_large(language):
        return True
    whole, _, fraction = number.partition(".")
    whole = whole.lstrip("0")
    if not says_large(text, language):
        return False
    if language == "zh":
        return bool(whole) and _characters(whole) in text
    if _POINT.search(text) if fraction else _says_otherwise(text, whole, language):
        return True
    return any(_says(text, part, language) for part in _parts(whole, text) if 0 < part < _HUNDRED)


def says_number(text: str, number: str, language: str, *, is_alone: bool) -> bool:
    """Whether a text has a number from 13 to 99 as words, if that `is_alone` with none for zeros behind it."""
    if language not in _WORDS or not number.isdecimal() or not LARGEST < int(number) < _HUNDRED:
        return False
    found = _WORDS[language][int(number) - LARGEST - 1].finditer(text)
    return any(not (is_alone and _BEHIND.match(text, match.end())) for match in found)


def says_round(text: str, number: str, language: str) -> bool:
    """Whether a German text has 100 or 1000 as a word of its own, with no other number at it."""
    pattern = _ROUND.get(number) if language == "de" else None
    return pattern is not None and pattern.search(text) is not None


def _parts(whole: str, text: str) -> list[int]:
    """The numbers of which one must be there if a number is there in words."""
    if not whole:
        return []
    number = int(whole)
    if number < _HUNDRED:
        return [number, number + _HALF_DAY] if number <= _HALF_DAY and _TIME.search(text) else [number]
    significant = whole.rstrip("0")
    return [int(part) for part in (whole[-2:], significant, significant[-1:], significant + "0")]


def _says_otherwise(text: str, whole: str, language: str) -> bool:
    """Whether a text has a number as dozens, decades, centuries, or only a word for its zeros."""
    if not whole:
        return False
    if _CENTURY.search(text) and whole.endswith("00"):
        return True
    if len(whole) > 2 and whole.rstrip("0") == "1":
        return _ZEROS.search(text) is not None
    if len(whole) > 2:
        return False
    is_dozens = int(whole) % _DOZEN == 0 and _DOZENS.search(text) is not None
    return is_dozens or _AGE.search(text) is not None or _is_decades(text, whole, language)


def _is_decades(text: str, whole: str, language: str) -> bool:
    return whole[-1:] == "0" and _DECADES.search(text) is not None and may_say(text, whole[:-1], language)


def spelled(text: str, language: str) -> Iterator[tuple[int, int, int]]:
    """From, to and value of each word of a text for a number below 100 that is not small."""
    for number, pattern in enumerate(_WORDS.get(language, ()), LARGEST + 1):
        for match in pattern.finditer(text):
            ending = _ENDING.match(text, match.end())
            end = ending.end() if ending else match.end()
            if not _is_part(text, match.start(), end):
                yield match.start(), end, number


def _is_part(text: str, start: int, end: int) -> bool:
    """Whether a word is only a part of a longer one."""
    before, behind = text[:start][-1:], text[end:][:1]
    return before == "-" or before.isalpha() or behind == "-" or behind.isalpha()


def _says(text: str, number: int, language: str) -> bool:
    if number <= LARGEST:
        return may_say(text, str(number), language)
    return _WORDS[language][number - LARGEST - 1].search(text) is not None


def _characters(number: str) -> str:
    """The end of a number in Chinese characters, from its last digit but zeros on."""
    significant = number.rstrip("0")
    return _ZH[int(significant[-1])] + _ZH_ZEROS[min(len(number) - len(significant), len(_ZH_ZEROS) - 1)]


def small_word_before(text: str, end: int, language: str) -> tuple[int, str]:
    """Where the word for a small number begins that stands before a place, and its digits; that place if none does."""
    pattern = _SMALL_BEFORE.get(language)
    match = pattern.search(text, max(0, end - _MAX_SMALL), end) if pattern else None
    if match is None:
        return end, ""
    words = _SMALL[language]
    return match.start(), str(next(number for number, word in words.items() if re.fullmatch(word, match[1], re.I)))
