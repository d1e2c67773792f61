"""Who is encoded and who runs next: first come, first served. Holds no arrays."""

from collections import OrderedDict
from itertools import takewhile

from service.engine.sequence import TokenSequence


class Scheduler:
    """The waiting sequences, in order of arrival; the first ones may be encoded already.

    `max_encode_tokens` bounds one encoder run (its padded grid: sequences times the longest source), because every
    running stream stands still for as long as that run takes. Within the bound a run takes whoever waits, rows free
    or not: one long run costs far less than many short ones, one for each row that becomes free.
    """

    def __init__(self, max_encode_tokens: int) -> None:
        self._max_encode_tokens = max_encode_tokens
        self._waiting: OrderedDict[str, TokenSequence] = OrderedDict()

    @property
    def num_waiting(self) -> int:
        """Sequences without rows."""
        return len(self._waiting)

    def add(self, sequence: TokenSequence) -> None:
        """Let a sequence wait behind all others."""
        self._waiting[sequence.request_id] = sequence

    def remove(self, request_id: str) -> TokenSequence | None:
        """Take a sequence out of the line, wherever it stands."""
        return self._waiting.pop(request_id, None)

    def to_encode(self, num_free: int) -> list[TokenSequence]:
        """Those of the next encoder run, if the first in line could have its rows and is not encoded; they stay."""
        first = next(iter(self._waiting.values()), None)
        if first is None or first.encoded is not None or first.num_rows > num_free:
            return []
        chosen: list[TokenSequence] = []
        longest = 0
        for sequence in self._waiting.values():
            longest = max(longest, sequence.num_source_tokens)
            # The first one always fits, or a long source would wait for ever.
            if chosen and longest * (len(chosen) + 1) > self._max_encode_tokens:
                break
            chosen.append(sequence)
        return chosen

    def admit(self, num_free: int) -> list[TokenSequence]:
        """Take the encoded sequences that get rows now.

        One that needs more rows than are free holds up those behind it, or it would wait for ever.
        """
        admitted: list[TokenSequence] = []
        for sequence in takewhile(lambda sequence: sequence.encoded is not None, self._waiting.values()):
            if sequence.num_rows > num_free:
                break
            num_free -= sequence.num_rows
            admitted.append(sequence)
        for sequence in admitted:
            del self._waiting[sequence.request_id]
        return admitted

    def clear(self) -> list[TokenSequence]:
        """Empty the line and give back who stood in it."""
        waiting = list(self._waiting.values())
        self._waiting.clear()
        return waiting
