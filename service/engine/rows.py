"""Which sequence sits in which row. The running rows are always 0..n-1, because a step runs the first n."""

from dataclasses import dataclass

from service.engine.sequence import TokenSequence


@dataclass(frozen=True, slots=True)
class Move:
    """Row `source` has to be copied over row `target`, where `sequence` now sits."""

    source: int
    target: int
    sequence: TokenSequence


class RowTable:
    """Hands out rows and takes them back; nobody else numbers them."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self._sequences: list[TokenSequence] = []

    @property
    def num_used(self) -> int:
        """Rows in use."""
        return len(self._sequences)

    @property
    def num_free(self) -> int:
        """Rows that can be allocated."""
        return self.capacity - len(self._sequences)

    @property
    def sequences(self) -> tuple[TokenSequence, ...]:
        """The running sequences in row order."""
        return tuple(self._sequences)

    def find(self, request_id: str) -> TokenSequence | None:
        """The running sequence of a request."""
        return next((sequence for sequence in self._sequences if sequence.request_id == request_id), None)

    def allocate(self, sequence: TokenSequence) -> int:
        """Give `sequence` the next row. Raises IndexError when none is free."""
        if not self.num_free:
            raise IndexError(f"all {self.capacity} rows are in use")
        self._sequences.append(sequence)
        return len(self._sequences) - 1

    def free(self, sequence: TokenSequence) -> Move | None:
        """Take back the row of `sequence`. The last row moves into the gap, if that leaves one."""
        row = self._sequences.index(sequence)
        last = self._sequences.pop()
        if last is sequence:
            return None
        self._sequences[row] = last
        return Move(len(self._sequences), row, last)
