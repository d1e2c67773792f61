"""Who runs next: first come, first served, a bounded piece of encoder work at a time. Holds no arrays."""

from collections import OrderedDict

from service.engine.sequence import TokenSequence


class Scheduler:
    """The waiting sequences, in order of arrival.

    `max_encode_tokens` bounds one encoder run (its padded grid: sequences times the longest source), because
    every running stream stands still for as long as that run takes.
    """

    def __init__(self, max_encode_tokens: int) -> None:
        self._max_encode_tokens = max_encode_tokens
        self._waiting: OrderedDict[str, TokenSequence] = OrderedDict()

    @property
    def num_waiting(self) -> int:
        """Sequences without a row."""
        return len(self._waiting)

    def add(self, sequence: TokenSequence) -> None:
        """Let a sequence wait behind all others."""
        self._waiting[sequence.request_id] = sequence

    def remove(self, request_id: str) -> TokenSequence | None:
        """Take a sequence out of the line, wherever it stands."""
        return self._waiting.pop(request_id, None)

    def admit(self, num_free: int) -> list[TokenSequence]:
        """Take the sequences that run next, for at most `num_free` rows and one encoder run."""
        admitted: list[TokenSequence] = []
        longest = 0
        while self._waiting and len(admitted) < num_free:
            sequence = next(iter(self._waiting.values()))
            longest = max(longest, sequence.num_source_tokens)
            # The first one always fits, or a long source would wait for ever.
            if admitted and longest * (len(admitted) + 1) > self._max_encode_tokens:
                break
            admitted.append(self._waiting.popitem(last=False)[1])
        return admitted

    def clear(self) -> list[TokenSequence]:
        """Empty the line and give back who stood in it."""
        waiting = list(self._waiting.values())
        self._waiting.clear()
        return waiting
