"""Text in a script that is not that of its language.

A model has hardly seen any script but that of its own language, and the letters of English, which are everywhere. What
a source has of another stays as it is, and a translation that has it where it should not is none.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from types import MappingProxyType
from typing import Final

from service.text.faults.copying import is_copyable

_EAST_ASIAN: Final = frozenset({"ja", "ko", "yue", "zh"})
_KANA: Final = r"\u3040-\u30ff"
_HANGUL: Final = r"\uac00-\ud7af"
_HAN: Final = r"\u3400-\u9fff\U00020000-\U0003ffff"
# From Greek to the scripts of India, Indochina and Ethiopia, and the forms of Hebrew and Arabic letters.
_ALPHABETS: Final = r"\u0370-\u1cff\u1f00-\u1fff\ufb1d-\ufdff\ufe70-\ufefc"
_ALL: Final = _ALPHABETS + _KANA + _HANGUL + _HAN
_CYRILLIC, _ARABIC = r"\u0400-\u052f", r"\u0600-\u08ff\ufb50-\ufdff\ufe70-\ufefc"
# What languages are written in, Latin letters apart. Of one that is not here, nothing is known but that characters of
# East Asia are foreign to it.
_OWN: Final = MappingProxyType(
    {
        "be": _CYRILLIC, "bg": _CYRILLIC, "mk": _CYRILLIC, "ru": _CYRILLIC, "uk": _CYRILLIC,
        "ar": _ARABIC, "fa": _ARABIC, "ur": _ARABIC, "he": r"\u0590-\u05ff\ufb1d-\ufb4f",
        "el": r"\u0370-\u03ff\u1f00-\u1fff", "hi": r"\u0900-\u097f", "th": r"\u0e00-\u0e7f",
        "ja": _KANA + _HAN, "ko": _HANGUL + _HAN, "yue": _HAN, "zh": _HAN,
        "ca": "", "cs": "", "da": "", "de": "", "en": "", "es": "", "et": "", "fi": "", "fr": "", "hr": "", "hu": "",
        "id": "", "it": "", "lt": "", "lv": "", "nl": "", "no": "", "pl": "", "pt": "", "ro": "", "sk": "", "sl": "",
        "sv": "", "tr": "", "vi": "",
    }
)  # fmt: skip
_OTHERS: Final = re.compile(f"[{_ALL}]")
_CHARACTERS: Final = re.compile(rf"[{_KANA}{_HANGUL}{_HAN}]+")
_LETTERS: Final = re.compile(r"[A-Za-z\u00c0-\u024f](?:[A-Za-z\u00c0-\u024f0-9 '’.,+#&_-]*[A-Za-z\u00c0-\u024f0-9+#])?")
# Words with letters that languages of Western Europe do not have: names from elsewhere.
_NAMES: Final = re.compile(
    r"(?<![A-Za-z\u00c0-\u00ff])[A-Za-z\u00c0-\u00ff]*[\u0100-\u0151\u0154-\u024f\u1e00-\u1e9d\u1e9f-\u1eff]"
    r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]*"
)
_WESTERN: Final = frozenset({"ca", "da", "de", "en", "es", "fi", "fr", "id", "it", "nl", "no", "pt", "sv"})
_MIN_LETTERS: Final = 3  # OK, X and T are words of Chinese, too


def is_east_asian(language: str) -> bool:
    """Whether a language is written in characters."""
    return base_language(language) in _EAST_ASIAN


@lru_cache(maxsize=256)
def base_language(language: str) -> str:
    """A language without its region or script."""
    return language.partition("-")[0].lower()


@lru_cache(maxsize=256)
def _foreign(language: str) -> re.Pattern[str]:
    """Finds runs of what is neither in the script of a language nor in Latin letters."""
    own = _OWN.get(language, _ALPHABETS)
    letter = f"(?![{own}])[{_ALL}]" if own else f"[{_ALL}]"
    return re.compile(rf"{letter}(?:[ '’-]?{letter}|[\u0300-\u036f])*")


def foreign_runs(text: str, language: str) -> Iterator[tuple[int, int]]:
    """From and to of what is not in the script of the text's language, or is a name with letters that it lacks."""
    base = base_language(language)
    if base in _EAST_ASIAN:
        return chain(_runs(_foreign(base), text), _words(text))
    if text.isascii():
        return iter(())
    return chain(_runs(_foreign(base), text), _runs(_NAMES, text) if base in _WESTERN else ())


def _runs(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    return (match.span() for match in pattern.finditer(text))


def _words(text: str) -> Iterator[tuple[int, int]]:
    """Of Latin letters."""
    found = _LETTERS.finditer(text)
    return (match.span() for match in found if sum(map(str.isalpha, match[0])) >= _MIN_LETTERS)


def may_be_name(text: str) -> bool:
    """Whether a text is in Latin letters, and may stay as it is in any language."""
    return not _OTHERS.search(text) and not is_copyable(text)


# Of pages that models have read, which they put before a line of few words.
_MARKUP: Final = re.compile(r"\.?\bl-m(?:ain-section)?|(?<=\s):[a-z]{3,}")


def wrongly_written(translation: str, language: str) -> str:
    """The first part of a translation that cannot be in `language`; empty where there is none."""
    if not is_east_asian(language):
        if ("-" in translation or " :" in translation) and (made_up := _MARKUP.search(translation)):
            return made_up[0]
        match = None if translation.isascii() else _foreign(base_language(language)).search(translation)
        return match[0] if match else ""
    return translation if is_copyable(translation) and not _CHARACTERS.search(translation) else ""
