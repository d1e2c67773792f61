"""Who is encoded and who runs next: first come, first served, with two priorities. Holds no arrays."""

import heapq
import itertools
from collections import OrderedDict
from collections.abc import Iterator
from itertools import takewhile
from operator import itemgetter
from typing import Final

from service.engine.request import Priority
from service.engine.sequence import TokenSequence

# How many places further back than their arrival they stand. So a batch request is passed by no more than this many
# interactive ones that came after it, and none waits for ever.
_PLACES_BACK: Final = {Priority.INTERACTIVE: 0, Priority.BATCH: 256}
_RUNNING_PER_NEWCOMER: Final = 4
_MAX_STEPS_HELD: Final = 2

_Place = tuple[int, TokenSequence]


class Scheduler:
    """The waiting sequences, in order of their places; the first ones may be encoded already.

    `max_encode_tokens` bounds one encoder run (its padded grid: sequences times the longest source), because every
    running stream stands still for as long as that run takes. Within the bound a run takes whoever waits, rows free
    or not: one long run costs far less than many short ones, one for each row that becomes free. For the same reason
    newcomers are held for up to two steps while they are few beside those that run.

    Nobody is encoded while one in front of it is encoded and waits. So no more encoded sources lie there than one run
    of each priority has, however many interactive requests pass the batch work.
    """

    def __init__(self, max_encode_tokens: int) -> None:
        self._max_encode_tokens = max_encode_tokens
        self._lines: dict[Priority, OrderedDict[str, _Place]] = {priority: OrderedDict() for priority in Priority}
        self._arrivals = itertools.count()
        self._num_steps_held = 0

    @property
    def num_waiting(self) -> int:
        """Sequences without rows."""
        return sum(map(len, self._lines.values()))

    def add(self, sequence: TokenSequence) -> None:
        """Let a sequence wait behind all others of its priority."""
        priority = sequence.request.priority
        place = next(self._arrivals) + _PLACES_BACK[priority]
        self._lines[priority][sequence.request_id] = (place, sequence)

    def remove(self, request_id: str) -> TokenSequence | None:
        """Take a sequence out of the line, wherever it stands."""
        for line in self._lines.values():
            if request_id in line:
                return line.pop(request_id)[1]
        return None

    def to_encode(self, num_free: int, *, num_running: int) -> list[TokenSequence]:
        """Those of the next encoder run, if the first in line could have its rows and is not encoded; they stay.

        Called once a step, in which `num_running` sequences take part.
        """
        first = next(self._in_order(), None) if num_free else None
        if first is None or first.encoded is not None or first.num_rows > num_free or self._holds(num_running):
            return []
        self._num_steps_held = 0
        chosen: list[TokenSequence] = []
        longest = 0
        for sequence in takewhile(lambda sequence: sequence.encoded is None, self._in_order()):
            longest = max(longest, sequence.num_source_tokens)
            # The first one always fits, or a long source would wait for ever.
            if chosen and longest * (len(chosen) + 1) > self._max_encode_tokens:
                break
            chosen.append(sequence)
        return chosen

    def _holds(self, num_running: int) -> bool:
        """Whether those who wait are too few for an encoder run of their own, and have not waited for long."""
        if self.num_waiting * _RUNNING_PER_NEWCOMER >= num_running or self._num_steps_held >= _MAX_STEPS_HELD:
            return False
        self._num_steps_held += 1
        return True

    def admit(self, num_free: int) -> list[TokenSequence]:
        """Take the encoded sequences that get rows now.

        One that needs more rows than are free holds up those behind it, or it would wait for ever.
        """
        if not num_free:
            return []
        admitted: list[TokenSequence] = []
        for sequence in takewhile(lambda sequence: sequence.encoded is not None, self._in_order()):
            if sequence.num_rows > num_free:
                break
            num_free -= sequence.num_rows
            admitted.append(sequence)
        for sequence in admitted:
            self.remove(sequence.request_id)
        return admitted

    def _in_order(self) -> Iterator[TokenSequence]:
        """Everybody, the next first."""
        lines = [line.values() for line in self._lines.values() if line]
        places = lines[0] if len(lines) == 1 else heapq.merge(*lines, key=itemgetter(0))
        return (sequence for _, sequence in places)
