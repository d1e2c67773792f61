"""The copy graph against plain indexing; on the CPU, where the same graph runs."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.runtime import copying
from service.runtime.copying import CellCopier, Cells
from service.runtime.memory import host_region
from service.runtime.sessions import Sessions

PARTS, SLOTS, HEADS, CAPACITY, WORDS = 4, 6, 2, 5, 3
Array = npt.NDArray[np.int32]


def make_cache() -> Array:
    """[P, slots, H, C, W], every word different."""
    shape = (PARTS, SLOTS, HEADS, CAPACITY, WORDS)
    return np.arange(np.prod(shape), dtype=np.int32).reshape(shape)


def cells(cache: Array, slots: list[int]) -> Cells:
    offsets = np.arange(cache[:, 0].size // WORDS).reshape(PARTS, HEADS, CAPACITY)
    offsets += np.arange(PARTS)[:, None, None] * (SLOTS - 1) * HEADS * CAPACITY
    return Cells(
        host_region(cache.reshape(-1, WORDS)),
        host_region(offsets.reshape(PARTS * HEADS, CAPACITY)),
        np.array(slots) * HEADS * CAPACITY,
    )


@settings(deadline=None)
@given(slots=st.permutations(range(SLOTS)), count=st.integers(1, SLOTS // 2), length=st.integers(0, CAPACITY))
def test_first_tokens_of_some_slots_go_to_others_and_nothing_else_changes(
    device_sessions: Sessions, slots: list[int], count: int, length: int
) -> None:
    cache, expected = make_cache(), make_cache()
    sources, targets = slots[:count], slots[-count:]
    expected[:, targets, :, :length] = expected[:, sources, :, :length]
    CellCopier(device_sessions.copier).copy(cells(cache, sources), cells(cache, targets), length)
    assert (cache == expected).all()


@pytest.mark.parametrize(("room_for", "num_runs"), [(2, 2), (0, 3)])
def test_many_slots_are_copied_by_several_runs(
    device_sessions: Sessions, monkeypatch: pytest.MonkeyPatch, room_for: int, num_runs: int
) -> None:
    session = CountingSession(device_sessions.copier)
    monkeypatch.setattr(copying, "_CHUNK_BYTES", room_for * PARTS * HEADS * CAPACITY * WORDS * 4)
    cache, expected = make_cache(), make_cache()
    expected[:, [3, 4, 5]] = expected[:, [0, 1, 2]]
    CellCopier(session).copy(cells(cache, [0, 1, 2]), cells(cache, [3, 4, 5]), CAPACITY)
    assert (cache == expected).all()
    assert session.runs == num_runs


def test_bits_that_are_no_number_are_kept(device_sessions: Sessions) -> None:
    """A signalling NaN would come out of a copy of floating point numbers as a quiet one."""
    cache = make_cache()
    cache[:, 0] = 0x7FA0FC01
    CellCopier(device_sessions.copier).copy(cells(cache, [0]), cells(cache, [1]), CAPACITY)
    assert (cache[:, 1] == 0x7FA0FC01).all()


class CountingSession:
    """A session that counts its runs."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self.runs = 0

    def io_binding(self) -> Any:
        return self.session.io_binding()

    def run_with_iobinding(self, binding: Any) -> None:
        self.runs += 1
        self.session.run_with_iobinding(binding)
