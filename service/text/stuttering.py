"""Whether a translation says a word or a letter again and again, too few times for the engine to end it as a loop."""

import re
from collections.abc import Sequence
from typing import Final

_MIN_REPEATED = 3  # of four of one thing, so many were there before
_SIGNS: Final = frozenset("&[](){}<>")
_WORDS: Final = re.compile(r"\b([^\W\d_]{1,30})(?:[\s,.!?，。！？、-]{0,3}\b\1\b){3}", re.IGNORECASE)


def may_stutter(token_ids: Sequence[int]) -> bool:
    """A quick look: whether enough tokens are there more than once."""
    return len(token_ids) - len(set(token_ids)) >= _MIN_REPEATED


def stutters(translation: str, source: str) -> bool:
    """Whether something is there four times running, and nothing in the source is."""
    return _has_run(translation) and not _has_run(source)


def _has_run(text: str) -> bool:
    if any([4 * sign in text and (sign.isalpha() or sign in _SIGNS) for sign in set(text)]):
        return True
    words = text.casefold().replace(",", "").split()
    return len(words) - len(set(words)) >= _MIN_REPEATED and _WORDS.search(text) is not None
