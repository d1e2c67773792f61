"""Whether a translation says a word or a letter again and again, too few times for the engine to end it as a loop."""

import re
from collections.abc import Sequence
from typing import Final

_MAX_PERIOD: Final = 16  # as the engine looks for loops
_MIN_REPEATED = 3  # of four of one thing, so many were there before
_SIGNS: Final = frozenset("&[](){}<>")
_WORDS: Final = re.compile(r"\b([^\W\d_]{1,30})(?:[\s,.!?，。！？、-]{0,3}\b\1\b){3}", re.IGNORECASE)


def may_stutter(token_ids: Sequence[int]) -> bool:
    """A quick look: whether enough tokens are there more than once."""
    return len(token_ids) - len(set(token_ids)) >= _MIN_REPEATED


def stutters(translation: str, source: str) -> bool:
    """Whether something is there four times running, and nothing in the source is."""
    return has_run(translation) and not has_run(source)


def has_run(text: str) -> bool:
    """Whether a word or a letter is there four times running."""
    if any([4 * sign in text and (sign.isalpha() or sign in _SIGNS) for sign in set(text)]):
        return True
    words = text.casefold().replace(",", "").split()
    return len(words) - len(set(words)) >= _MIN_REPEATED and _WORDS.search(text) is not None


class RunWatch:
    """Follows a translation as it grows: how many of its last tokens only say again what was said directly before."""

    def __init__(self) -> None:
        self._token_ids: list[int] = []
        self._seen: set[int] = set()
        self._runs: dict[int, int] = {}  # by their periods, how many tokens are those so many before

    def push(self, token_id: int) -> int:
        """The number with one more token: two that stood together a little before, or one twice, are a beginning."""
        ids = self._token_ids
        runs = {}
        if token_id in self._seen:  # most are new
            for period in range(1, min(_MAX_PERIOD, len(ids)) + 1):
                if ids[-period] == token_id:
                    runs[period] = self._runs.get(period, 0) + 1
        ids.append(token_id)
        self._seen.add(token_id)
        self._runs = runs
        return max((run for period, run in runs.items() if run >= min(period, 2)), default=0)

    @property
    def may_be_loop(self) -> bool:
        """Whether so many tokens are there more than once that a closer look is worth it."""
        return len(self._token_ids) - len(self._seen) >= _MIN_REPEATED
