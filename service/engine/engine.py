"""The step loop: admit, encode, decode one token per running row, hand out the events.

Everything here runs on one thread; thread.py owns that thread.
"""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from service.engine.batch import Batch
from service.engine.deadlines import Deadlines
from service.engine.errors import DeadlineExceeded, GenerationFailed, WaitedTooLong
from service.engine.events import Cancelled, Failed, Finished, Sink, TerminalEvent
from service.engine.limits import Limits
from service.engine.outbox import Outbox
from service.engine.request import GenerationRequest
from service.engine.results import StepResult
from service.engine.runner import Runner
from service.engine.scheduler import Scheduler
from service.engine.sequence import SequenceState, TokenSequence, new_sequence
from service.engine.stats import Counters, EngineObserver, RecentMean
from service.runtime.errors import RunnerError

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """Special ids of the model, and how much encoder work may hold up the running streams at a time.

    On a processor a larger run than 512 tokens costs more a token, since its sources are padded to the longest.
    """

    decoder_start: int
    eos: int
    max_encode_tokens: int = 512

    def __post_init__(self) -> None:
        if self.max_encode_tokens < 1:
            raise ValueError(f"max_encode_tokens must be at least 1, not {self.max_encode_tokens}")


class Engine:
    """Owns one model's waiting and running sequences. Only `new_sequence` and reading are thread-safe."""

    def __init__(
        self,
        runner: Runner,
        config: EngineConfig,
        *,
        observer: EngineObserver | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.counters = Counters()
        self.durations = RecentMean()
        self._runner = runner
        self._config = config
        self._observer = observer
        self._clock = clock
        self._limits = Limits.of(runner)
        self._scheduler = Scheduler(config.max_encode_tokens)
        self._outbox = Outbox(clock)
        self._deadlines = Deadlines(clock)
        self._running: dict[str, TokenSequence] = {}
        self._num_running_tokens = 0
        self._batch = Batch(
            runner,
            self._outbox,
            decoder_start=config.decoder_start,
            eos=config.eos,
            clock=clock,
            observer=observer,
        )

    @property
    def num_slots(self) -> int:
        """How many rows can run at once."""
        return self._batch.capacity

    @property
    def num_active(self) -> int:
        """Rows that running sequences take."""
        return self._batch.num_used

    @property
    def num_running(self) -> int:
        """Sequences that take part in the next step already."""
        return len(self._running)

    @property
    def num_running_tokens(self) -> int:
        """Tokens that their sources have."""
        return self._num_running_tokens

    @property
    def max_source_tokens(self) -> int:
        """The longest source that is taken."""
        return self._limits.max_source_tokens

    @property
    def has_work(self) -> bool:
        """Whether anything waits or runs."""
        return bool(self._running or self._scheduler.num_waiting)

    def new_sequence(self, request: GenerationRequest, sink: Sink) -> TokenSequence:
        """A sequence for `add`, or an InvalidRequest when it would go beyond the model's limits."""
        self._limits.check(request)
        return new_sequence(request, sink, eos=self._config.eos, now=self._clock())

    def add(self, sequence: TokenSequence) -> None:
        """Let a sequence wait for its rows."""
        self._scheduler.add(sequence)
        self._deadlines.add(sequence)

    def cancel(self, request_id: str) -> None:
        """End a sequence, waiting or running, if it has not ended yet."""
        sequence = self._scheduler.remove(request_id) or self._running.get(request_id)
        if sequence is not None:
            self._end(sequence, Cancelled())

    def step(self) -> None:
        """Encode and admit waiting sequences, advance every running one by a token, hand out what happened."""
        self._end_overdue()
        self._encode(self._scheduler.to_encode(self._batch.num_free, num_running=len(self._running)))
        self._run()
        self._outbox.deliver()

    def _end_overdue(self) -> None:
        for sequence in self._deadlines.pop_overdue():
            self._scheduler.remove(sequence.request_id)
            kind = DeadlineExceeded if sequence.state is SequenceState.RUNNING else WaitedTooLong
            request = sequence.request
            self._end(sequence, Failed(kind(request.allowed_seconds or request.max_seconds or 0.0)))

    def _run(self) -> None:
        """Admit and advance. Where the model fails in the middle, nobody who runs is known to be whole."""
        try:
            self._start(self._scheduler.admit(self._batch.num_free))
            self._batch.close_gaps()
            self._decode()
        except RunnerError as error:
            self._fail_run(tuple(self._running.values()), error)

    def _encode(self, chosen: Sequence[TokenSequence]) -> None:
        if not chosen:
            return
        started = self._clock()
        try:
            encoded = self._runner.encode([sequence.request.source_ids for sequence in chosen])
        except RunnerError as error:
            for sequence in chosen:
                self._scheduler.remove(sequence.request_id)
            self._fail_run(chosen, error)
            return
        duration = self._clock() - started
        for sequence, source in zip(chosen, encoded, strict=True):
            sequence.encoded, sequence.encode_s = source, duration
        self._record_encoding(chosen, duration)

    def _start(self, admitted: Sequence[TokenSequence]) -> None:
        if not admitted:
            return
        now = self._clock()
        for sequence in admitted:
            sequence.state = SequenceState.RUNNING
            sequence.placed_at = now
            self._running[sequence.request_id] = sequence
            self._num_running_tokens += sequence.num_source_tokens
        for sequence in admitted:
            self._batch.add(sequence)

    def _decode(self) -> None:
        num_rows = self._batch.num_used
        if not num_rows:
            return
        started = self._clock()
        result = self._batch.advance()
        now = self._clock()
        self._record_step(num_rows, now - started)
        self._end_all(result, now)

    def _end_all(self, result: StepResult, now: float) -> None:
        for sequence, hypotheses in result.finished:
            self.durations.add(now - sequence.placed_at)
            self._end(sequence, Finished(hypotheses, sequence.timings(now), sequence.seed))
        for sequence, error in result.failed.items():
            self._end(sequence, Failed(error))

    def _fail_run(self, sequences: Sequence[TokenSequence], error: RunnerError) -> None:
        logger.error("%d requests failed: %s", len(sequences), error)
        for sequence in sequences:
            self._end(sequence, Failed(GenerationFailed("the model failed on this request; try again")))

    def _end(self, sequence: TokenSequence, event: TerminalEvent) -> None:
        """The only way out: give the rows back and post the one terminal event."""
        if sequence.state is SequenceState.RUNNING:
            self._batch.remove(sequence)
            del self._running[sequence.request_id]
            self._num_running_tokens -= sequence.num_source_tokens
        sequence.state = SequenceState.FINISHED
        self._outbox.post_end(sequence, event)
        self.counters.count(event)
        if self._observer:
            self._observer.ended(event)

    def _record_encoding(self, chosen: Sequence[TokenSequence], duration_s: float) -> None:
        num_tokens = sum(sequence.num_source_tokens for sequence in chosen)
        self.counters.encoder_runs += 1
        self.counters.source_tokens += num_tokens
        if self._observer:
            self._observer.encoded(num_sources=len(chosen), num_tokens=num_tokens, duration_s=duration_s)

    def _record_step(self, num_rows: int, duration_s: float) -> None:
        self.counters.steps += 1
        self.counters.generated_tokens += num_rows
        if self._observer:
            self._observer.stepped(num_rows=num_rows, duration_s=duration_s)
