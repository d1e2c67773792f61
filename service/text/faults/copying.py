"""Whether a model only copies its source.

A word of the translation is foreign when the source does not have it, written in the same way. A translation is on
its own as soon as one word in four, so far, is foreign: the rest needs no watching, and can be sent. One that never
gets there is a copy, unless the source has nothing that could be translated: names, numbers, a word that may be the
same in both languages.
"""

import re
from functools import cached_property
from typing import Final

_WORD: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\d_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_SHARE = 0.25


class CopyWatch:
    """Follows a translation as it grows; once it has shown that it is one, it is on its own for good."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._is_on_its_own = False

    def look(self, text: str, *, is_complete: bool) -> bool:
        """Whether `text`, all that is known of the translation, is on its own; a last word may still be growing."""
        if not self._is_on_its_own:
            first = _WORD.search(text)
            is_foreign = first is not None and first[0] not in self._source  # nearly always
            self._is_on_its_own = is_foreign or self._has_foreign_part(text, is_complete)
        return self._is_on_its_own

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(_WORD.findall(self._source))

    @cached_property
    def _is_copyable(self) -> bool:
        return is_copyable(self._source)

    def _has_foreign_part(self, text: str, is_complete: bool) -> bool:
        num_foreign = 0
        for number, match in enumerate(_WORD.finditer(text), start=1):
            word = match[0]
            if word not in self._words:
                may_grow = not is_complete and match.end() == len(text)
                num_foreign += not (may_grow and any(other.startswith(word) for other in self._words))
            if num_foreign and num_foreign >= _SHARE * number:
                return True
        return not self._is_copyable


def is_copyable(source: str) -> bool:
    """Whether a copy of `source` would be no translation: it has words besides names."""
    words = _WORD.findall(source)
    ordinary = [word for word in words if not word[0].isupper()]
    if len(words) == 1 and len(words[0]) > 1:
        return bool(ordinary)
    return len(words) > 1 and (len(ordinary) * 2 >= len(words) or len(words) > 3)


def is_copy(source: str, target: str) -> bool:
    """Whether a finished translation is a copy of its source."""
    first = _WORD.search(target)
    if first is None or first[0] not in source:  # nearly always
        return False
    return not CopyWatch(source).look(target, is_complete=True)
