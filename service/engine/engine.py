"""The step loop: admit, encode, decode one token per running row, hand out the events.

n running rows, V vocabulary. Everything here runs on one thread; thread.py owns that thread.
"""

import logging
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from service.engine.errors import EngineStopped, GenerationFailed, SourceTooLong, TargetTooLong, TokenOutOfRange
from service.engine.events import Cancelled, Failed, Finished, TerminalEvent, TokenEvent
from service.engine.outbox import Outbox
from service.engine.request import GenerationRequest
from service.engine.rows import RowTable
from service.engine.runner import Runner
from service.engine.sampling import TokenChooser
from service.engine.scheduler import Scheduler
from service.engine.sequence import SequenceState, Sink, TokenSequence, new_sequence
from service.engine.stats import Counters, EngineObserver, RecentMean
from service.runtime.errors import RunnerError

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """Special ids of the model, and how much encoder work may hold up the running streams at a time."""

    decoder_start: int
    eos: int
    max_encode_tokens: int = 1024

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
        self._scheduler = Scheduler(config.max_encode_tokens)
        self._rows = RowTable(runner.num_slots)
        self._chooser = TokenChooser(runner.num_slots, runner.vocab_size)
        self._outbox = Outbox()

    @property
    def num_slots(self) -> int:
        """How many sequences can run at once."""
        return self._rows.capacity

    @property
    def num_running(self) -> int:
        """Sequences that take part in the next step already."""
        return self._rows.num_used

    @property
    def has_work(self) -> bool:
        """Whether anything waits or runs."""
        return bool(self._rows.num_used or self._scheduler.num_waiting)

    def new_sequence(self, request: GenerationRequest, sink: Sink) -> TokenSequence:
        """A sequence for `add`, or an InvalidRequest when it would go beyond the model's limits."""
        self._check(request)
        return new_sequence(request, sink, decoder_start=self._config.decoder_start, now=self._clock())

    def _check(self, request: GenerationRequest) -> None:
        num_source, num_target = len(request.source_ids), request.options.max_new_tokens
        if num_source > self._runner.max_source_tokens:
            raise SourceTooLong(num_source, self._runner.max_source_tokens)
        if num_target > self._runner.max_target_tokens:
            raise TargetTooLong(num_target, self._runner.max_target_tokens)
        for token_id in (min(request.source_ids), max(request.source_ids)):
            if not 0 <= token_id < self._runner.vocab_size:
                raise TokenOutOfRange(token_id, self._runner.vocab_size)

    def add(self, sequence: TokenSequence) -> None:
        """Let a sequence wait for its row."""
        self._scheduler.add(sequence)

    def cancel(self, request_id: str) -> None:
        """End a sequence, waiting or running, if it has not ended yet."""
        sequence = self._scheduler.remove(request_id) or self._rows.find(request_id)
        if sequence is not None:
            self._end(sequence, Cancelled())

    def fail_all(self, reason: str) -> None:
        """End everything that waits or runs because the engine stops working for it."""
        for sequence in (*self._scheduler.clear(), *reversed(self._rows.sequences)):
            self._end(sequence, Failed(EngineStopped(reason)))

    def step(self) -> None:
        """Admit waiting sequences, advance every running one by a token, hand out what happened."""
        admitted = self._scheduler.admit(self._rows.num_free)
        self._encode(admitted)
        self._decode(self._rows.sequences)
        self._outbox.deliver()

    def _encode(self, admitted: Sequence[TokenSequence]) -> None:
        if not admitted:
            return
        started = self._clock()
        rows = [self._start(sequence, started) for sequence in admitted]
        try:
            self._runner.encode([sequence.request.source_ids for sequence in admitted], rows)
        except RunnerError as error:
            self._fail(admitted, error)
            return
        now = self._clock()
        for sequence in admitted:
            sequence.encoded_at = now
        self._record_encoding(admitted, now - started)

    def _start(self, sequence: TokenSequence, now: float) -> int:
        sequence.state = SequenceState.RUNNING
        sequence.admitted_at = now
        return self._rows.allocate(sequence)

    def _decode(self, running: Sequence[TokenSequence]) -> None:
        if not running:
            return
        started = self._clock()
        try:
            logits = self._runner.step(_make_tokens(running), _make_cached_lengths(running))
        except RunnerError as error:
            self._fail(running, error)
            return
        tokens, scores = self._chooser.choose(logits, [sequence.sampler for sequence in running])
        now = self._clock()
        self._record_step(len(running), now - started)
        endings = [
            (sequence, ending)
            for sequence, token, score in zip(running, tokens.tolist(), scores.tolist(), strict=True)
            if (ending := self._take_token(sequence, token, score, now))
        ]
        # Last row first: then a row that ends is never moved.
        for sequence, ending in reversed(endings):
            self._end(sequence, ending)

    def _take_token(self, sequence: TokenSequence, token_id: int, logprob: float, now: float) -> TerminalEvent | None:
        """Append one token; how the sequence ends with it, or None while it goes on."""
        if not math.isfinite(logprob):
            return Failed(GenerationFailed("the model's scores are not finite numbers for this source"))
        sequence.append(token_id, now)
        self._outbox.post(sequence, TokenEvent(token_id, logprob))
        reason = sequence.finish_reason(self._config.eos)
        if reason is None:
            return None
        self.durations.add(now - sequence.admitted_at)
        return Finished(reason, sequence.num_tokens, sequence.timings(now), sequence.seed)

    def _fail(self, sequences: Sequence[TokenSequence], error: RunnerError) -> None:
        logger.error("%d requests failed: %s", len(sequences), error)
        for sequence in reversed(sequences):
            self._end(sequence, Failed(GenerationFailed("the model failed on this request; try again")))

    def _end(self, sequence: TokenSequence, event: TerminalEvent) -> None:
        """The only way out: give the row back and post the one terminal event."""
        if sequence.state is SequenceState.RUNNING and (move := self._rows.free(sequence)):
            self._runner.move(move.source, move.target, move.sequence.num_tokens)
        sequence.state = SequenceState.FINISHED
        self._outbox.post(sequence, event)
        self.counters.count(event)

    def _record_encoding(self, admitted: Sequence[TokenSequence], duration_s: float) -> None:
        num_tokens = sum(sequence.num_source_tokens for sequence in admitted)
        self.counters.encoder_runs += 1
        self.counters.source_tokens += num_tokens
        if self._observer:
            self._observer.encoded(num_sources=len(admitted), num_tokens=num_tokens, duration_s=duration_s)

    def _record_step(self, num_rows: int, duration_s: float) -> None:
        self.counters.steps += 1
        self.counters.generated_tokens += num_rows
        if self._observer:
            self._observer.stepped(num_rows=num_rows, duration_s=duration_s)


def _make_tokens(running: Sequence[TokenSequence]) -> npt.NDArray[np.int64]:
    """[n]: the last token of each row."""
    return np.array([sequence.last_token for sequence in running], np.int64)


def _make_cached_lengths(running: Sequence[TokenSequence]) -> npt.NDArray[np.int32]:
    """[n]: how many tokens each row's cache holds before this step."""
    return np.array([sequence.num_tokens for sequence in running], np.int32)
