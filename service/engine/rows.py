"""Which draft sits in which row. A step runs the first n rows, so gaps are closed before there are many."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from service.engine.arrays import Rows
from service.engine.sequence import Draft, TokenSequence


@dataclass(frozen=True, slots=True)
class Moves:
    """Rows `sources` [m] have to be copied over rows `targets` [m]. No row is among both."""

    sources: Rows
    targets: Rows


class RowTable:
    """Hands out rows and takes them back; nobody else numbers them."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self._drafts: list[Draft | None] = []
        self._gaps: list[int] = []  # in order
        self._rows: dict[TokenSequence, list[int]] = {}

    @property
    def num_used(self) -> int:
        """Rows in use."""
        return len(self._drafts) - len(self._gaps)

    @property
    def num_gaps(self) -> int:
        """Rows below the last one in use that nobody uses."""
        return len(self._gaps)

    @property
    def end(self) -> int:
        """The row behind the last one in use."""
        return len(self._drafts)

    @property
    def num_free(self) -> int:
        """Rows that can be allocated."""
        return self.capacity - self.num_used

    def __getitem__(self, row: int) -> Draft:
        """The draft in a row. Raises LookupError for a row that is free."""
        draft = self._drafts[row]
        if draft is None:
            raise LookupError(f"row {row} is free")
        return draft

    def of(self, sequence: TokenSequence) -> list[int]:
        """The rows that a sequence still has, in order."""
        return sorted(self._rows.get(sequence, ()))

    def allocate(self, drafts: Sequence[Draft]) -> list[int]:
        """A row for each draft, gaps first. Raises IndexError when there are not enough."""
        if len(drafts) > self.num_free:
            raise IndexError(f"{len(drafts)} rows were asked for, {self.num_free} of {self.capacity} are free")
        rows = [self._place(draft) for draft in drafts]
        for row, draft in zip(rows, drafts, strict=True):
            self._rows.setdefault(draft.sequence, []).append(row)
        return rows

    def _place(self, draft: Draft) -> int:
        if not self._gaps:
            self._drafts.append(draft)
            return len(self._drafts) - 1
        row = self._gaps.pop(0)
        self._drafts[row] = draft
        return row

    def free(self, rows: Iterable[int]) -> None:
        """Take rows back."""
        for row in rows:
            self._forget(row)
            self._drafts[row] = None
            self._gaps.append(row)
        self._gaps.sort()
        while self._gaps and self._gaps[-1] == len(self._drafts) - 1:
            self._gaps.pop()
            self._drafts.pop()

    def _forget(self, row: int) -> None:
        sequence = self[row].sequence
        self._rows[sequence].remove(row)
        if not self._rows[sequence]:
            del self._rows[sequence]

    def close_gaps(self) -> Moves | None:
        """Let the last rows take the gaps that are left; None if there are none."""
        num_used, gaps = self.num_used, self._gaps
        if not gaps:
            return None
        sources = [row for row in range(num_used, len(self._drafts)) if self._drafts[row] is not None]
        targets = [row for row in gaps if row < num_used]
        for source, target in zip(sources, targets, strict=True):
            draft = self[source]
            self._drafts[target] = draft
            own = self._rows[draft.sequence]
            own[own.index(source)] = target
        del self._drafts[num_used:]
        gaps.clear()
        return Moves(np.array(sources, np.intp), np.array(targets, np.intp)) if sources else None
