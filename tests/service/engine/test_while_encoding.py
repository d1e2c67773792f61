"""What happens to a request while the encoder is at work on it: its client leaves, its time is over, the server stops.

The engine's thread stands in the middle of an encoder run until the test lets it go on. Neighbours in the same run have
to get what they get alone, bit for bit: on a fake model, and on real graphs with random weights.
"""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from service.engine.budget import TokenBudget
from service.engine.engine import Engine, EngineConfig
from service.engine.errors import DeadlineExceeded, EngineStopped, GenerationFailed, TokensFull, WaitedTooLong
from service.engine.events import Cancelled, Finished, TerminalEvent
from service.engine.request import GenerationRequest
from service.engine.runner import Runner
from service.engine.thread import EngineThread
from service.runtime.bundle import load_bundle
from service.runtime.runner import load_runner
from tests.fakes import DECODER_START, EOS, FakeClock, FakeRunner, RecordingSink, model_failure
from tests.service.engine.bench import make_request
from tests.service.engine.test_batch_invariance import bits
from tests.service.engine.test_thread import PATIENCE_S, WaitingSink

NUM_ROWS = 6
NUM_TOKENS = 40  # that may be open
REASON = "it was shut down"
CONFIG = EngineConfig(DECODER_START, EOS)
# All that an answer can consist of; none ends in its first step.
WAYS: dict[str, dict[str, Any]] = {
    "a": {"logprobs": True, "alignment": True},
    "b": {"num_beams": 2, "num_return_sequences": 2, "top_logprobs": 2},
    "c": {"do_sample": True, "seed": 3, "logprobs": True},
}


class HeldEncoder:
    """In place of a runner's `encode`: each run announces itself, then waits until it may go on."""

    def __init__(self, runner: Runner) -> None:
        self.error: Exception | None = None  # raised by the next run that ends
        self.runs: list[list[tuple[int, ...]]] = []
        self._encode = runner.encode
        self._entered = threading.Semaphore(0)
        self._permits = threading.Semaphore(0)

    def __call__(self, sources: Sequence[Sequence[int]]) -> list[Any]:
        self.runs.append([tuple(source) for source in sources])
        self._entered.release()
        assert self._permits.acquire(timeout=PATIENCE_S)
        error, self.error = self.error, None
        if error:
            raise error
        return self._encode(sources)

    def wait_for_run(self) -> list[tuple[int, ...]]:
        """The sources of a run that has begun; it stays there."""
        assert self._entered.acquire(timeout=PATIENCE_S)
        return self.runs[-1]

    def release(self, num_runs: int = 1) -> None:
        """Let so many runs end, the one in progress first."""
        self._permits.release(num_runs)


class Scene:
    """An engine's thread on a runner whose encoder is held."""

    def __init__(self, runner: Runner, encoder: HeldEncoder) -> None:
        self.encoder = encoder
        self.clock = FakeClock()
        self.engine = Engine(runner, CONFIG, clock=self.clock)
        self.thread = EngineThread(self.engine, max_waiting=8, budget=TokenBudget(NUM_TOKENS))

    def submit(self, request: GenerationRequest) -> WaitingSink:
        sink = WaitingSink()
        self.thread.submit(request, sink)
        return sink

    def hold(self, *requests: GenerationRequest) -> list[WaitingSink]:
        """Submit requests; one encoder run over exactly these is in progress then."""
        self.submit(make_request("opener", 9))  # what comes while it is encoded shares the next run
        self.encoder.wait_for_run()
        sinks = [self.submit(request) for request in requests]
        self.encoder.release()
        assert self.encoder.wait_for_run() == [request.source_ids for request in requests]
        return sinks

    def check_empty(self) -> None:
        """Everything that was taken is free again, and can be used."""
        self.encoder.release(9)
        assert isinstance(self.submit(make_request("all rows", 5, num_beams=NUM_ROWS)).ending(), Finished)
        assert self.thread.stop(PATIENCE_S)
        assert (self.engine.num_active, self.engine.num_running, self.engine.num_running_tokens) == (0, 0, 0)
        assert (self.thread.stats().waiting, self.thread.budget.num_taken) == (0, 0)
        assert not self.engine.has_work


def endings(*sinks: WaitingSink) -> list[TerminalEvent]:
    """How each ended, once."""
    return [sink.ending() for sink in sinks]


def named(name: str, **options: Any) -> GenerationRequest:
    """A request whose source tells it from others."""
    source = [3 + ord(character) % 20 for character in name]
    return make_request(name, *source, **({"min_new_tokens": 4} | WAYS.get(name, {}) | options))


@pytest.fixture(scope="module", params=["fake", "fp32", "int8"])
def runner(request: pytest.FixtureRequest, tiny_bundles: dict[str, Path]) -> Runner:
    if request.param == "fake":
        return FakeRunner(num_slots=NUM_ROWS, max_source_tokens=48)
    return load_runner(load_bundle(tiny_bundles[request.param]), device="cpu", num_slots=NUM_ROWS, threads=1)


@pytest.fixture(scope="module")
def alone(runner: Runner) -> dict[str, Finished]:
    """What the neighbours get when nobody else is there."""
    found = {}
    for name in WAYS:
        engine, sink = Engine(runner, CONFIG), RecordingSink()
        engine.add(engine.new_sequence(named(name), sink))
        while engine.has_work:
            engine.step()
        found[name] = sink.finished
    return found


@pytest.fixture
def scene(runner: Runner, alone: dict[str, Finished], monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    """`alone` comes first: its runs are not held."""
    encoder = HeldEncoder(runner)
    monkeypatch.setattr(runner, "encode", encoder)
    scene = Scene(runner, encoder)
    scene.thread.start()
    yield scene
    encoder.release(99)
    assert scene.thread.stop(PATIENCE_S)


def same(sinks: Sequence[WaitingSink], alone: dict[str, Finished]) -> bool:
    """Whether a, b and c got what they get alone."""
    found = [ending for ending in endings(*sinks) if isinstance(ending, Finished)]
    return bits(found) == bits(list(alone.values()))


def test_a_request_that_is_cancelled_while_it_is_encoded_ends_once_and_changes_nothing_for_its_neighbours(
    scene: Scene, alone: dict[str, Finished]
) -> None:
    a, gone, b, c = scene.hold(named("a"), named("gone", stream=True), named("b"), named("c"))
    scene.thread.cancel("gone")
    scene.thread.cancel("gone")
    scene.encoder.release()
    assert endings(gone) == [Cancelled()]
    assert same([a, b, c], alone)
    scene.check_empty()
    assert len([event for event in gone.events if isinstance(event, TerminalEvent)]) == 1


def test_its_place_its_tokens_and_its_id_are_free_before_the_encoder_is_done(scene: Scene) -> None:
    (gone,) = scene.hold(named("gone", max_new_tokens=9))
    rest = NUM_TOKENS - scene.thread.budget.num_taken
    with pytest.raises(TokensFull):
        scene.submit(make_request("long", *[5] * rest))
    scene.thread.cancel("gone")
    assert scene.thread.stats().waiting == 0
    again = scene.submit(named("gone"))
    scene.encoder.release(2)
    assert endings(gone) == [Cancelled()]
    assert isinstance(again.ending(), Finished)
    scene.check_empty()


def test_when_all_of_a_run_are_cancelled_it_was_for_nothing_and_that_is_all(scene: Scene) -> None:
    sinks = scene.hold(*map(named, WAYS))
    for name in WAYS:
        scene.thread.cancel(name)
    scene.encoder.release()
    assert endings(*sinks) == [Cancelled()] * 3
    scene.check_empty()


def test_a_run_that_fails_after_somebody_has_left_it_ends_everybody_once(scene: Scene) -> None:
    sinks = scene.hold(named("a"), named("gone"), named("b"))
    scene.thread.cancel("gone")
    scene.encoder.error = model_failure()
    scene.encoder.release()
    assert all(isinstance(sink.error(), GenerationFailed) for sink in sinks)
    assert scene.thread.is_healthy
    scene.check_empty()
    assert [len(sink.events) for sink in sinks] == [1, 1, 1]


def test_a_request_whose_time_is_over_while_it_is_encoded_fails_and_its_neighbours_do_not(
    scene: Scene, alone: dict[str, Finished]
) -> None:
    late = replace(named("late"), max_seconds=10.0)
    a, late_sink, b, c = scene.hold(named("a"), late, named("b"), named("c"))
    behind = scene.submit(replace(named("behind"), max_seconds=10.0))
    scene.clock.now += 11
    scene.encoder.release()
    assert type(late_sink.error()) is DeadlineExceeded
    assert type(behind.error()) is WaitedTooLong
    assert same([a, b, c], alone)
    scene.check_empty()
    assert named("behind").source_ids not in [source for run in scene.encoder.runs for source in run]


def test_a_server_that_stops_while_it_encodes_tells_everybody_once(scene: Scene) -> None:
    sinks = scene.hold(*map(named, WAYS))
    sinks.append(scene.submit(named("behind")))
    assert not scene.thread.stop(0.01, reason=REASON)
    with pytest.raises(EngineStopped, match=REASON):
        scene.submit(named("late"))
    scene.encoder.release()
    assert scene.thread.stop(PATIENCE_S, reason=REASON), "who waits behind them is not encoded any more"
    assert all(REASON in str(sink.error()) for sink in sinks)
    assert named("behind").source_ids not in [source for run in scene.encoder.runs for source in run]
    assert (scene.thread.stats().waiting, scene.thread.budget.num_taken) == (0, 0)


def test_a_request_that_leaves_while_a_server_stops_in_its_encoder_run_ends_once(scene: Scene) -> None:
    a, gone = scene.hold(named("a"), named("gone"))
    assert not scene.thread.stop(0.01, reason=REASON)
    scene.thread.cancel("gone")
    scene.encoder.release()
    assert scene.thread.stop(PATIENCE_S, reason=REASON)
    assert REASON in str(a.error())
    assert isinstance(gone.ending(), Cancelled) or REASON in str(gone.error())
    assert [len(sink.events) for sink in (a, gone)] == [1, 1]


def test_an_encoder_that_never_comes_back_is_a_step_in_progress_that_can_be_abandoned(scene: Scene) -> None:
    sinks = scene.hold(*map(named, WAYS))
    assert scene.thread.round_in_progress is not None
    scene.thread.abandon("a step has not ended for more than 30 s")
    assert all("a step has not ended" in str(sink.error()) for sink in sinks)
    scene.encoder.release()
    assert scene.thread.stop()
    assert [len(sink.events) for sink in sinks] == [1, 1, 1]
    assert (scene.thread.stats().waiting, scene.thread.budget.num_taken) == (0, 0)
