from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnxruntime
import pytest

from service.runtime.bundle import load_bundle
from service.runtime.cache_shape import cache_sizes
from service.runtime.device import CPU_PROVIDER
from service.runtime.device_slots import DeviceSlots, DeviceSource
from service.runtime.errors import DeviceError, RunnerError
from service.runtime.memory import device_region
from service.runtime.runner import ModelRunner, load_runner, load_runners, make_runner

EOS = 2
DECODER_START = 1


NUM_SLOTS = 4


@pytest.fixture(params=["fp32", "int8", "fp16", "device"])
def runner(request: pytest.FixtureRequest, tiny_bundles: dict[str, Path]) -> ModelRunner:
    """With slots on the host or, as the last one, where a device would have them."""
    if request.param == "device":
        return on_device(request)
    if request.param == "fp16":
        return load_runner(request.getfixturevalue("float16_bundle"), device="cpu", num_slots=NUM_SLOTS, threads=1)
    return load_runner(load_bundle(tiny_bundles[request.param]), device="cpu", num_slots=NUM_SLOTS, threads=1)


def on_device(request: pytest.FixtureRequest) -> ModelRunner:
    bundle, sessions = (request.getfixturevalue(name) for name in ("float16_bundle", "device_sessions"))
    return make_runner(bundle, sessions, num_slots=NUM_SLOTS, threads=1)


def source(*ids: int) -> list[int]:
    return [*ids, EOS]


def put(runner: ModelRunner, sources: list[list[int]], slots: list[list[int]]) -> None:
    """Encode sources together and put source i into each of the slots `slots[i]`."""
    for encoded, places in zip(runner.encode(sources), slots, strict=True):
        runner.place(encoded, places)


def decode(runner: ModelRunner, tokens: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
    """Feed tokens [n, T] from the decoder start on; logits [n, T, V]."""
    steps = []
    for position, column in enumerate(tokens.T):
        lengths = np.full(len(column), position, np.int32)
        steps.append(runner.step(np.ascontiguousarray(column), lengths).copy())
    return np.stack(steps, axis=1)


TARGETS = np.array([[DECODER_START, 9, 30, 4], [DECODER_START, 40, 40, 7]], np.int64)


def test_the_facade_tells_the_models_sizes(runner: ModelRunner) -> None:
    manifest = runner.manifest
    assert runner.num_slots == 4
    assert runner.vocab_size == manifest.sizes.vocab_size
    assert runner.max_source_tokens == manifest.limits.max_source_tokens
    assert runner.max_target_tokens == manifest.limits.max_target_tokens
    assert runner.provider == CPU_PROVIDER
    assert runner.threads == 1


def test_threads_default_to_what_the_process_may_use(
    tiny_bundles: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.runtime.runner.available_cpus", lambda: 2)
    assert load_runner(load_bundle(tiny_bundles["fp32"]), device="cpu", num_slots=1).threads == 2


def test_logits_depend_on_the_source_and_on_every_earlier_token(runner: ModelRunner) -> None:
    def last_logits(source_ids: list[int], target: list[int]) -> bytes:
        put(runner, [source_ids], [[0]])
        logits = decode(runner, np.array([target]))[0, -1]
        return bytes(logits)

    base = last_logits(source(5, 6, 7), [DECODER_START, 9, 30])
    assert last_logits(source(5, 6, 7), [DECODER_START, 9, 30]) == base
    assert last_logits(source(5, 6, 8), [DECODER_START, 9, 30]) != base
    assert last_logits(source(6, 5, 7), [DECODER_START, 9, 30]) != base
    assert last_logits(source(5, 6, 7), [DECODER_START, 10, 30]) != base


def test_a_slot_is_reused_without_a_trace_of_its_last_sequence(runner: ModelRunner) -> None:
    put(runner, [source(5), source(6)], [[0], [1]])
    fresh = decode(runner, TARGETS)
    put(runner, [source(*range(10, 60)), source(*range(10, 40))], [[0], [1]])
    decode(runner, np.full((2, 30), 77))
    put(runner, [source(5), source(6)], [[0], [1]])
    assert decode(runner, TARGETS).tobytes() == fresh.tobytes()


def test_sources_may_go_to_any_rows_while_others_are_under_way(runner: ModelRunner) -> None:
    put(runner, [source(5), source(6)], [[0], [1]])
    expected = decode(runner, TARGETS)
    put(runner, [source(6)], [[1]])
    put(runner, [source(5)], [[0]])
    first = decode(runner, TARGETS[:, :2])
    put(runner, [source(50, 51), source(52)], [[3], [2]])
    rest = [runner.step(TARGETS[:, position].copy(), np.full(2, position, np.int32)).copy() for position in (2, 3)]
    assert np.concatenate([first, np.stack(rest, axis=1)], axis=1).tobytes() == expected.tobytes()


def test_a_moved_sequence_goes_on_as_if_nothing_had_happened(runner: ModelRunner) -> None:
    put(runner, [source(5, 6, 7)], [[0]])
    expected = decode(runner, TARGETS[1:])
    put(runner, [source(50), source(5, 6, 7)], [[0], [1]])
    decode(runner, TARGETS[:, :2])
    runner.move(np.array([1]), np.array([0]), np.array([2], np.int32))
    rest = [runner.step(TARGETS[1:, position].copy(), np.full(1, position, np.int32)).copy() for position in (2, 3)]
    assert np.stack(rest, axis=1).tobytes() == expected[:, 2:].tobytes()


def test_a_source_may_go_to_several_slots_whose_targets_part(runner: ModelRunner) -> None:
    put(runner, [source(5, 6, 7), source(8)], [[0, 2], [1]])
    together = decode(runner, np.concatenate([TARGETS, TARGETS[1:]]))
    put(runner, [source(5, 6, 7)], [[0]])
    assert decode(runner, TARGETS[:1]).tobytes() == together[:1].tobytes()
    assert decode(runner, TARGETS[1:]).tobytes() == together[2:].tobytes()


def test_a_forked_target_goes_on_as_if_it_were_its_own(runner: ModelRunner) -> None:
    """What a beam search does when one hypothesis has two continuations."""
    put(runner, [source(5, 6, 7)], [[0]])
    expected = decode(runner, TARGETS[1:])
    put(runner, [source(5, 6, 7)], [[0, 1]])
    decode(runner, TARGETS[::-1, :2])
    runner.fork(np.array([0]), np.array([1]), np.array([2], np.int32))
    rest = [runner.step(np.repeat(TARGETS[1:, i], 2), np.full(2, i, np.int32)).copy() for i in (2, 3)]
    for row in (0, 1):
        assert np.stack(rest, axis=1)[row].tobytes() == expected[0, 2:].tobytes()


def test_alignment_is_a_share_for_each_source_token_and_the_row_s_own(runner: ModelRunner) -> None:
    sources = [source(5, 6, 7), source(9)]
    put(runner, sources, [[0], [1]])
    start, zeros = np.full(2, DECODER_START), np.zeros(2, np.int32)
    runner.step(start, zeros, with_alignment=True)
    together = [runner.alignment(row) for row in (0, 1)]
    for shares, ids in zip(together, sources, strict=True):
        assert shares.shape == (len(ids),)
        assert shares.dtype == np.float32
        assert shares.sum() == pytest.approx(1)
        assert (shares > 0).all()
    put(runner, sources[1:], [[0]])
    runner.step(start[:1], zeros[:1], with_alignment=True)
    assert runner.alignment(0).tobytes() == together[1].tobytes()


@pytest.mark.parametrize("n", [1, NUM_SLOTS])
def test_the_best_tokens_are_those_of_the_logits(runner: ModelRunner, n: int) -> None:
    put(runner, [source(5, 6, 7), source(*range(40, 70)), source(8), source()], [[0], [1], [2], [3]])
    tokens = np.full(n, DECODER_START, np.int64)
    for position in range(8):
        lengths = np.full(n, position, np.int32)
        logits = runner.step(tokens, lengths).copy()
        best, best_logits = runner.step_best(tokens, lengths)
        assert best.tolist() == logits.argmax(axis=1).tolist()
        assert best_logits.tobytes() == logits.max(axis=1).tobytes()
        tokens = best + position


def test_a_step_for_the_best_tokens_alone_tells_alignment(runner: ModelRunner) -> None:
    put(runner, [source(5, 6, 7)], [[0]])
    start, zeros = np.full(1, DECODER_START), np.zeros(1, np.int32)
    runner.step(start, zeros, with_alignment=True)
    expected = runner.alignment(0)
    runner.step(np.full(1, 50), zeros, with_alignment=True)
    runner.step_best(start, zeros, with_alignment=True)
    assert runner.alignment(0).tobytes() == expected.tobytes()


def test_a_device_computes_what_the_host_does(request: pytest.FixtureRequest) -> None:
    """To the bit, where both are the same processor."""
    device = on_device(request)
    host = load_runner(request.getfixturevalue("float16_bundle"), device="cpu", num_slots=NUM_SLOTS, threads=1)
    for runner in (device, host):
        put(runner, [source(5, 6, 7), source(8)], [[0, 3], [1]])
    assert decode(device, TARGETS).tobytes() == decode(host, TARGETS).tobytes()


def test_a_row_whose_logits_are_no_numbers_shows_it_and_its_neighbours_do_not(request: pytest.FixtureRequest) -> None:
    bundle, sessions = (request.getfixturevalue(name) for name in ("float16_bundle", "device_sessions"))
    slots = DeviceSlots(bundle.manifest, NUM_SLOTS, sessions.copier, "cpu")
    runner = ModelRunner(bundle.manifest, sessions, slots, threads=1)
    put(runner, [source(5), source(6), source(7)], [[0], [1], [2]])
    start, zeros = np.full(3, DECODER_START), np.zeros(3, np.int32)
    sound = runner.step_best(start, zeros)[1].copy()
    parts, heads, size = cache_sizes(bundle.manifest)
    spoilt = onnxruntime.OrtValue.ortvalue_from_numpy(np.full((2, parts * heads * size), np.nan, np.float16))
    slots.place(DeviceSource(device_region(spoilt, np.float16, "cpu"), 0, 2), [1])
    best_logits = runner.step_best(start, zeros)[1]
    assert np.isfinite(best_logits).tolist() == [True, False, True]
    assert best_logits[[0, 2]].tobytes() == sound[[0, 2]].tobytes()


def test_a_device_has_one_runner_with_all_rows(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    sessions = request.getfixturevalue("device_sessions")
    monkeypatch.setattr("service.runtime.runner.open_sessions", lambda *args, **options: sessions)
    runners = load_runners(request.getfixturevalue("float16_bundle"), 3, device="cuda", num_slots=5, threads=1)
    assert [runner.num_slots for runner in runners] == [15]


def test_a_device_without_room_is_refused_with_what_to_do(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise RuntimeError("out of memory")

    monkeypatch.setattr("service.runtime.runner.DeviceSlots", fail)
    with pytest.raises(DeviceError, match=r"no room for 4 rows .out of memory.; lower DRAGOMAN_MAX_ROWS"):
        on_device(request)


def test_the_longest_source_and_target_fit(runner: ModelRunner) -> None:
    put(runner, [source(*[9] * (runner.max_source_tokens - 1))], [[0]])
    logits = decode(runner, np.full((1, runner.max_target_tokens), 9))
    assert np.isfinite(logits).all()


def test_warming_up_leaves_nothing_behind(runner: ModelRunner) -> None:
    put(runner, [source(5), source(6)], [[0], [1]])
    expected = decode(runner, TARGETS)
    runner.warm_up()
    put(runner, [source(5), source(6)], [[0], [1]])
    assert decode(runner, TARGETS).tobytes() == expected.tobytes()


def test_a_failing_run_is_told_and_the_next_one_works(runner: ModelRunner) -> None:
    """An id outside the vocabulary makes the graph itself fail; the engine refuses such ids long before."""
    outside = runner.vocab_size
    with pytest.raises(RunnerError, match="the encoder failed on 1 sources"):
        put(runner, [source(outside)], [[0]])
    put(runner, [source(5)], [[0]])
    with pytest.raises(RunnerError, match="the decoder failed on 1 rows"):
        runner.step(np.array([outside]), np.zeros(1, np.int32))
    assert np.isfinite(decode(runner, TARGETS[:1])).all()


def test_cuda_is_refused_for_a_bundle_made_for_the_cpu(tiny_bundles: dict[str, Path]) -> None:
    with pytest.raises(DeviceError, match=r"device cuda cannot be used: .* set DRAGOMAN_DEVICE=cpu"):
        load_runner(load_bundle(tiny_bundles["int8"]), device="cuda", num_slots=1)
