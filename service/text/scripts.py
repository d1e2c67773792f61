"""Text in the other of two kinds of scripts: Chinese, Japanese and Korean characters, or letters of an alphabet.

A model for one language has hardly seen the other kind. What a source has of it stays as it is, and a translation
that has it where it should not is none.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from service.text.copying import is_copyable

_EAST_ASIAN: Final = frozenset({"ja", "ko", "yue", "zh"})
_CHARACTERS: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_LETTERS: Final = re.compile(r"[A-Za-z\u00c0-\u024f](?:[A-Za-z\u00c0-\u024f0-9 '’.,+#&_-]*[A-Za-z\u00c0-\u024f0-9+#])?")
_MIN_LETTERS: Final = 3  # OK, X and T are words of Chinese, too


@lru_cache(maxsize=256)
def is_east_asian(language: str) -> bool:
    """Whether a language is written in characters."""
    return language.partition("-")[0].lower() in _EAST_ASIAN


def foreign_runs(text: str, language: str) -> Iterator[tuple[int, int]]:
    """From and to of what is not in the script of the text's language."""
    if not is_east_asian(language):
        return iter(()) if text.isascii() else (match.span() for match in _CHARACTERS.finditer(text))
    found = _LETTERS.finditer(text)
    return (match.span() for match in found if sum(map(str.isalpha, match[0])) >= _MIN_LETTERS)


def wrongly_written(translation: str, language: str) -> str:
    """The first part of a translation that cannot be in `language`; empty where there is none."""
    if not is_east_asian(language):
        match = None if translation.isascii() else _CHARACTERS.search(translation)
        return match[0] if match else ""
    return translation if is_copyable(translation) and not _CHARACTERS.search(translation) else ""
