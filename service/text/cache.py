"""Sentences that were translated before: the model is not asked again."""

import sys
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass

from service.text.outcome import Outcome

# What an entry costs besides its texts: the objects of key and outcome, and their places in the table.
_ENTRY_BYTES = 900


@dataclass(frozen=True, slots=True)
class CacheStats:
    """What a cache has done since the start, and what it holds."""

    hits: int
    misses: int
    num_bytes: int


class SentenceCache:
    """Outcomes by everything that they depend on, the ones used last, within a bound in bytes; 0 is off.

    Belongs to the event loop. What is put in must be what the model would say again: nothing sampled, nothing that
    depends on how it was read.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._entries: OrderedDict[Hashable, tuple[Outcome, int]] = OrderedDict()
        self._num_bytes = 0
        self._hits = 0
        self._misses = 0

    def get(self, key: Hashable) -> Outcome | None:
        """The outcome that was put in under an equal key, if it is still there."""
        entry = self._entries.get(key)
        if entry is None:
            self._misses += 1
            return None
        self._hits += 1
        self._entries.move_to_end(key)
        return entry[0]

    def put(self, key: Hashable, text: str, outcome: Outcome) -> None:
        """Keep the outcome of sentence `text`; those that were not used for longest make room."""
        size = _size(text, outcome)
        if size > self._max_bytes or key in self._entries:
            return
        self._entries[key] = outcome, size
        self._num_bytes += size
        while self._num_bytes > self._max_bytes:
            _, (_, freed) = self._entries.popitem(last=False)
            self._num_bytes -= freed

    @property
    def is_on(self) -> bool:
        """Whether it keeps anything."""
        return self._max_bytes > 0

    def stats(self) -> CacheStats:
        """A snapshot; may be asked for on any thread."""
        return CacheStats(self._hits, self._misses, self._num_bytes)


def _size(text: str, outcome: Outcome) -> int:
    parts = [text, outcome.text, *(alternative.text for alternative in outcome.alternatives)]
    size = _ENTRY_BYTES + sum(map(sys.getsizeof, parts)) + 100 * (len(outcome.marks) + len(outcome.warnings))
    if outcome.alignment:
        tokens = outcome.alignment.source + outcome.alignment.target
        size += outcome.alignment.weights.nbytes + sum(map(sys.getsizeof, tokens))
    return size
