"""Steps through raw pointers against plain runs, in which ONNX Runtime copies every array in and out."""

import gc
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from service.runtime.bindings import StepBindings
from service.runtime.bundle import Bundle, BundleManifest, cache_output_name, load_bundle
from service.runtime.sessions import open_sessions
from service.runtime.slots import SlotCache

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
        slots = SlotCache(self.manifest, CAPACITY)
        generator = np.random.default_rng(2)
        for array in (slots.own, slots.cross):
            array[:] = generator.standard_normal(array.shape)
        slots.last_source_positions[:] = [3, 8, 0, 1, 8, 2]
        return slots

    def bind(self, slots: SlotCache) -> StepBindings:
        return StepBindings(self.decoder, slots, self.manifest)

    def plain_step(self, slots: SlotCache, n: int) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Logits [n, V], and every other output by name."""
        limits, sizes = self.manifest.limits, self.manifest.sizes
        feeds: dict[str, Any] = {name: array[:n].copy() for name, array in slots.arrays(self.manifest).items()}
        names = [*map(cache_output_name, feeds), *self.manifest.query_names()]
        feeds |= {"input_ids": self.tokens[:n, None], "positions": self.lengths[:n, None]}
        feeds |= {"cached_lengths": self.lengths[:n], "last_source_positions": slots.last_source_positions[:n]}
        feeds["target_capacity"] = np.array([limits.max_target_tokens], np.int32)
        feeds["source_capacity"] = np.array([limits.max_source_tokens], np.int32)
        feeds["no_tokens"] = np.zeros((n, 0, sizes.num_heads * sizes.head_size), np.float32)
        logits, *others = self.decoder.run(["logits", *names], feeds)
        return logits[:, 0], dict(zip(names, others, strict=True))


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
    arrays = slots.arrays(bench.manifest)
    before = {name: array.copy() for name, array in arrays.items()}
    _, after = bench.plain_step(slots, 4)
    bench.bind(slots).run(bench.tokens[:4], bench.lengths[:4])
    for name, array in arrays.items():
        for row, length in enumerate(bench.lengths[:4]):
            if name.startswith("self_"):
                assert (array[row, :, length] == after[cache_output_name(name)][row, :, length]).all()
                assert (array[row, :, length] != before[name][row, :, length]).any()
                array[row, :, length] = before[name][row, :, length]
        assert array.tobytes() == before[name].tobytes()


def test_queries_come_with_a_step_that_asks_for_them(bench: Bench) -> None:
    slots = bench.filled_slots()
    logits, others = bench.plain_step(slots, 4)
    bindings = bench.bind(slots)
    assert bindings.run(bench.tokens[:4], bench.lengths[:4], with_queries=True).tobytes() == logits.tobytes()
    for layer, name in enumerate(bench.manifest.query_names()):
        assert bindings.queries[layer, :4].tobytes() == others[name].tobytes()
        assert not bindings.queries[layer, 4:].any()


def test_best_tokens_and_their_logits_are_those_of_a_plain_run(bench: Bench) -> None:
    slots = bench.filled_slots()
    logits, _ = bench.plain_step(slots, 4)
    best, best_logits = bench.bind(slots).run_best(bench.tokens[:4], bench.lengths[:4])
    assert best.tolist() == logits.argmax(axis=1).tolist()
    assert best_logits.tobytes() == logits.max(axis=1).tobytes()


def test_where_the_graph_chooses_logits_come_only_when_they_are_asked_for(float16_bundle: Bundle) -> None:
    bench = Bench(float16_bundle.path)
    bindings = bench.bind(bench.filled_slots())
    logits = bindings.run(bench.tokens[:4], bench.lengths[:4])
    before = logits.copy()
    bindings.run_best(bench.tokens[1:5], bench.lengths[1:5])
    assert logits.tobytes() == before.tobytes()
    assert bindings.run(bench.tokens[1:5], bench.lengths[1:5]).tobytes() != before.tobytes()


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
