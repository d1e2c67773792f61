"""Stand-ins for the model and for the readers of events, so that the engine is tested without either."""

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from service.engine.arrays import Positions
from service.engine.events import Event, Failed, Finished, TerminalEvent, TokenEvent
from service.runtime.errors import RunnerError

EOS = 2
DECODER_START = 1

Ids = tuple[int, ...]
Rule = Callable[[Ids, Ids, int], npt.NDArray[np.float32]]
"""From a source and the target so far (decoder start first) to logits [V]."""


def noise_rule(source: Ids, target: Ids, vocab_size: int) -> npt.NDArray[np.float32]:
    """Logits that look random and depend on every id of both sides; about one token in twelve is eos."""
    seed = zlib.crc32(repr((source, target)).encode())
    logits = np.random.default_rng(seed).standard_normal(vocab_size).astype(np.float32)
    logits[EOS] += 0.5
    return logits


def echo_rule(source: Ids, target: Ids, vocab_size: int) -> npt.NDArray[np.float32]:
    """Logits that repeat the source, its eos included."""
    logits = np.zeros(vocab_size, np.float32)
    logits[source[min(len(target), len(source)) - 1]] = 9.0
    return logits


@dataclass
class _Slot:
    source: Ids
    cached: Ids = ()


class FakeRunner:
    """Satisfies the engine's Runner. Keeps what each slot holds, and complains when a row is used wrongly."""

    def __init__(
        self,
        *,
        rule: Rule = noise_rule,
        num_slots: int = 4,
        vocab_size: int = 24,
        max_source_tokens: int = 16,
        max_target_tokens: int = 16,
    ) -> None:
        self.rule = rule
        self.num_slots = num_slots
        self.vocab_size = vocab_size
        self.max_source_tokens = max_source_tokens
        self.max_target_tokens = max_target_tokens
        self.encoded: list[list[Ids]] = []  # the sources of each encoder run
        self.stepped: list[int] = []  # the number of rows of each decoder step
        self.moved: list[list[tuple[int, int]]] = []  # the rows, from and to, of each call of `move`
        self.forked: list[list[tuple[int, int]]] = []  # the same of `fork`
        self.encode_error: Exception | None = None
        self.copy_error: Exception | None = None
        self.num_best = 0  # steps of which only the best tokens were asked for
        self.step_error: Exception | None = None
        self._slots: list[_Slot | None] = [None] * num_slots
        self._has_alignment = False

    def encode(self, sources: Sequence[Sequence[int]]) -> list[Ids]:
        """An encoded source is the source; raises `encode_error` once if it is set."""
        error, self.encode_error = self.encode_error, None
        if error:
            raise error
        self.encoded.append([tuple(source) for source in sources])
        return self.encoded[-1]

    def place(self, encoded: Ids, slots: Sequence[int]) -> None:
        """Fill slots; this, fork and move raise `copy_error` once if it is set."""
        self._raise_copy_error()
        for slot in slots:
            self._slots[slot] = _Slot(encoded)

    def step(
        self, tokens: npt.NDArray[np.int64], cached_lengths: Positions, *, with_alignment: bool = False
    ) -> npt.NDArray[np.float32]:
        """Logits by `rule`; raises `step_error` once if it is set."""
        error, self.step_error = self.step_error, None
        if error:
            raise error
        self.stepped.append(len(tokens))
        self._has_alignment = with_alignment
        rows = enumerate(zip(tokens.tolist(), cached_lengths.tolist(), strict=True))
        return np.stack([self._step_row(row, token, length) for row, (token, length) in rows])

    def step_best(
        self, tokens: npt.NDArray[np.int64], cached_lengths: Positions, *, with_alignment: bool = False
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
        """What is best in the logits of `step`; counted apart, too."""
        logits = self.step(tokens, cached_lengths, with_alignment=with_alignment)
        self.num_best += 1
        best = logits.argmax(axis=1)
        return best, logits[np.arange(len(best)), best]

    def alignment(self, slot: int) -> npt.NDArray[np.float32]:
        """What `alignment_rule` says of the last step."""
        if not self._has_alignment:
            raise AssertionError("the last step ran without alignment")
        held = self._held(slot)
        return alignment_rule(held.source, held.cached)

    def fork(
        self, sources: npt.NDArray[np.intp], targets: npt.NDArray[np.intp], cached_lengths: npt.NDArray[np.int32]
    ) -> None:
        """Copy targets between slots with the same source."""
        self.forked.append(self._copy(sources, targets, cached_lengths))
        for source, target in self.forked[-1]:
            if self._held(source).source != self._held(target).source:
                raise AssertionError(f"fork of {self._held(source)} over {self._held(target)}")
            self._slots[target] = replace(self._held(source))

    def move(
        self, sources: npt.NDArray[np.intp], targets: npt.NDArray[np.intp], cached_lengths: npt.NDArray[np.int32]
    ) -> None:
        """Move slots; the old places become unusable, so that a stale row is noticed."""
        self.moved.append(self._copy(sources, targets, cached_lengths))
        for source, target in self.moved[-1]:
            self._slots[source], self._slots[target] = None, self._slots[source]

    def _copy(
        self, sources: npt.NDArray[np.intp], targets: npt.NDArray[np.intp], cached_lengths: npt.NDArray[np.int32]
    ) -> list[tuple[int, int]]:
        """The pairs of a copy that is allowed."""
        self._raise_copy_error()
        if set(sources.tolist()) & set(targets.tolist()):
            raise AssertionError(f"copies from {sources} to {targets} overlap")
        for source, length in zip(sources.tolist(), cached_lengths.tolist(), strict=True):
            self._held(source, length)
        return list(zip(sources.tolist(), targets.tolist(), strict=True))

    def _raise_copy_error(self) -> None:
        error, self.copy_error = self.copy_error, None
        if error:
            raise error

    def _held(self, slot: int, cached_length: int | None = None) -> _Slot:
        held = self._slots[slot]
        if held is None or cached_length not in (None, len(held.cached)):
            raise AssertionError(f"slot {slot} holds {held}, not {cached_length} cached tokens")
        return held

    def _step_row(self, row: int, token: int, cached_length: int) -> npt.NDArray[np.float32]:
        if cached_length == 0:  # also a row that nobody sits in any more: it is run, and nobody reads its logits
            self._held(row).cached = ()
        held = self._held(row, cached_length)
        held.cached += (token,)
        return self.rule(held.source, held.cached, self.vocab_size)


def alignment_rule(source: Ids, target: Ids) -> npt.NDArray[np.float32]:
    """Shares [S] that depend on both sides."""
    shares = np.random.default_rng(zlib.crc32(repr((target, source)).encode())).random(len(source), np.float32)
    return shares / shares.sum()


class FakeClock:
    """A clock that moves by `tick` every time it is read."""

    def __init__(self, tick: float = 0.0) -> None:
        self.now = 0.0
        self.tick = tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


@dataclass
class RecordingSink:
    """Keeps every call: one entry per step."""

    calls: list[tuple[Event, ...]] = field(default_factory=list)

    def __call__(self, events: Sequence[Event]) -> None:
        self.calls.append(tuple(events))

    @property
    def events(self) -> list[Event]:
        """All events in order."""
        return [event for call in self.calls for event in call]

    @property
    def streamed(self) -> list[TokenEvent]:
        """The tokens that were sent so far."""
        return [event for event in self.events if isinstance(event, TokenEvent)]

    @property
    def tokens(self) -> list[int]:
        """Their ids."""
        return [event.token_id for event in self.streamed]

    @property
    def endings(self) -> list[TerminalEvent]:
        """Terminal events: exactly one when the request is over, none before."""
        return [event for event in self.events if isinstance(event, TerminalEvent)]

    @property
    def finished(self) -> Finished:
        """The ending of a request that came to its own end."""
        [ending] = self.endings
        if not isinstance(ending, Finished):
            raise AssertionError(f"it ended with {ending}")
        return ending

    @property
    def error(self) -> Exception:
        """Why a request failed."""
        [ending] = self.endings
        if not isinstance(ending, Failed):
            raise AssertionError(f"it ended with {ending}")
        return ending.error

    @property
    def best(self) -> Ids:
        """Ids of the main result."""
        return self.finished.best.token_ids


def model_failure() -> RunnerError:
    """What a real runner raises when one run fails."""
    return RunnerError("the graph failed")
