"""What one measurement decodes, the same for everybody."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

TaskPrecision = Literal["int8", "fp32"]

Ids = list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Sources, their end tokens included, to be decoded greedily or with beams, at most `cap` of them at a time."""

    sources: list[Ids]
    num_beams: int
    cap: int
    max_new_tokens: int  # the end token included
    is_forced: bool  # every target has exactly max_new_tokens: the end token may not come

    @property
    def max_source_tokens(self) -> int:
        """The longest source."""
        return max(map(len, self.sources))


def without_end(ids: Sequence[int], end: int) -> Ids:
    """A target up to its end token, which everybody counts in or leaves out in a way of their own."""
    target = list(ids)
    return target[: target.index(end)] if end in target else target


def agreement(ours: Sequence[Ids], theirs: Sequence[Ids]) -> float:
    """Share of token places at which two sets of targets have the same token."""
    same = sum(a == b for x, y in zip(ours, theirs, strict=True) for a, b in zip(x, y, strict=False))
    return same / max(1, sum(max(len(x), len(y)) for x, y in zip(ours, theirs, strict=True)))
