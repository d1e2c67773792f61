"""Which sequences have run out of time."""

import heapq
import itertools
from collections.abc import Callable

from service.engine.sequence import SequenceState, TokenSequence


class Deadlines:
    """The sequences that have one, the next first. Those that have ended meanwhile fall out when their time comes."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._heap: list[tuple[float, int, TokenSequence]] = []
        self._numbers = itertools.count()  # sequences themselves have no order

    def add(self, sequence: TokenSequence) -> None:
        """Watch a sequence, if it has a deadline."""
        if sequence.deadline is not None:
            heapq.heappush(self._heap, (sequence.deadline, next(self._numbers), sequence))

    def pop_overdue(self) -> list[TokenSequence]:
        """Those whose deadline has passed and who have not ended."""
        overdue: list[TokenSequence] = []
        while self._heap and self._heap[0][0] <= self._clock():
            _, _, sequence = heapq.heappop(self._heap)
            if sequence.state is not SequenceState.FINISHED:
                overdue.append(sequence)
        return overdue
