"""Steps through raw pointers against plain runs, in which ONNX Runtime copies every array in and out."""

import gc
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from service.runtime.bindings import StepBindings
from service.runtime.bundle import BundleManifest, cache_output_name, load_bundle
from service.runtime.sessions import open_sessions
from service.runtime.slots import SlotCache, allocate_slots

CAPACITY = 6


class Bench:
    """A decoder, and slots filled as if each row had a source and 7 tokens behind it."""

    def __init__(self, path: Path) -> None:
        bundle = load_bundle(path)
        self.manifest: BundleManifest = bundle.manifest
        self.decoder: Any = open_sessions(bundle, device="cpu", threads=1).decoder
        generator = np.random.default_rng(1)
        self.tokens = generator.integers(3, self.manifest.sizes.vocab_size, CAPACITY)
        self.lengths = np.array([7, 0, 3, 7, 1, 5], np.int32)

    def filled_slots(self) -> SlotCache:
        slots = allocate_slots(self.manifest, CAPACITY)
        generator = np.random.default_rng(2)
        for array in slots.arrays.values():
            array[:] = generator.standard_normal(array.shape)
        slots.source_lengths[:] = [4, 9, 1, 2, 9, 3]
        return slots

    def bind(self, slots: SlotCache) -> StepBindings:
        return StepBindings(self.decoder, slots, self.manifest.sizes.vocab_size)

    def plain_step(self, slots: SlotCache, n: int) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Logits [n, V], and each cache as the graph gives it back."""
        feeds: dict[str, Any] = {name: array[:n].copy() for name, array in slots.arrays.items()}
        names = ["logits", *map(cache_output_name, feeds)]
        feeds["input_ids"], feeds["cached_lengths"] = self.tokens[:n], self.lengths[:n]
        feeds["source_lengths"] = slots.source_lengths[:n]
        logits, *caches = self.decoder.run(names, feeds)
        return logits, dict(zip(slots.arrays, caches, strict=True))


@pytest.fixture(params=["fp32", "int8"])
def bench(request: pytest.FixtureRequest, tiny_bundles: dict[str, Path]) -> Bench:
    return Bench(tiny_bundles[request.param])


@pytest.mark.parametrize("n", [1, 4, CAPACITY])
def test_a_bound_step_gives_the_logits_of_a_plain_run(bench: Bench, n: int) -> None:
    slots = bench.filled_slots()
    expected, _ = bench.plain_step(slots, n)
    logits = bench.bind(slots).run(bench.tokens[:n], bench.lengths[:n])
    assert logits.tobytes() == expected.tobytes()


def test_a_step_writes_one_position_of_each_active_row_in_place_and_nothing_else(bench: Bench) -> None:
    slots = bench.filled_slots()
    before = {name: array.copy() for name, array in slots.arrays.items()}
    _, after = bench.plain_step(slots, 4)
    bench.bind(slots).run(bench.tokens[:4], bench.lengths[:4])
    for name, array in slots.arrays.items():
        for row, length in enumerate(bench.lengths[:4]):
            if name.startswith("self_"):
                assert (array[row, :, length] == after[name][row, :, length]).all()
                assert (array[row, :, length] != before[name][row, :, length]).any()
                array[row, :, length] = before[name][row, :, length]
        assert array.tobytes() == before[name].tobytes()


def test_bound_arrays_stay_alive_as_long_as_the_binding(bench: Bench) -> None:
    """Once, arrays behind raw pointers were collected: garbage tokens, then a segmentation fault."""
    slots = bench.filled_slots()
    expected = [bench.plain_step(slots, 4)[0]]
    bindings = bench.bind(slots)
    bindings.run(bench.tokens[:4], bench.lengths[:4])
    del slots
    for _ in range(20):
        gc.collect()
        rubbish = [np.full((CAPACITY, 64, 64), np.nan, np.float32) for _ in range(20)]
        logits = bindings.run(bench.tokens[:4], bench.lengths[:4])
        del rubbish
    assert logits.tobytes() == expected[0].tobytes()


def test_steps_of_other_sizes_in_between_change_nothing(bench: Bench) -> None:
    slots = bench.filled_slots()
    bindings = bench.bind(slots)
    first = bindings.run(bench.tokens[:3], bench.lengths[:3]).copy()
    for n in (1, CAPACITY, 2):
        bindings.run(bench.tokens[:n], bench.lengths[:n])
    assert bindings.run(bench.tokens[:3], bench.lengths[:3]).tobytes() == first.tobytes()


def test_the_result_is_a_view_of_one_buffer(bench: Bench) -> None:
    bindings = bench.bind(bench.filled_slots())
    first = bindings.run(bench.tokens[:3], bench.lengths[:3])
    assert np.shares_memory(first, bindings.run(bench.tokens, bench.lengths))
