"""Stand-ins for the model and for the readers of events, so that the engine is tested without either."""

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from service.engine.events import Event, TerminalEvent, TokenEvent
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
    cached: list[int] = field(default_factory=list)


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
        self.moved: list[tuple[int, int]] = []  # the rows, from and to, of each move
        self.encode_error: Exception | None = None
        self.step_error: Exception | None = None
        self._slots: list[_Slot | None] = [None] * num_slots

    def encode(self, sources: Sequence[Sequence[int]], rows: Sequence[int]) -> None:
        """Fill slots; raises `encode_error` once if it is set."""
        error, self.encode_error = self.encode_error, None
        if error:
            raise error
        self.encoded.append([tuple(source) for source in sources])
        for source, row in zip(sources, rows, strict=True):
            self._slots[row] = _Slot(tuple(source))

    def step(self, tokens: npt.NDArray[np.int64], cached_lengths: npt.NDArray[np.int32]) -> npt.NDArray[np.float32]:
        """Logits by `rule`; raises `step_error` once if it is set."""
        error, self.step_error = self.step_error, None
        if error:
            raise error
        self.stepped.append(len(tokens))
        rows = zip(self._slots, tokens.tolist(), cached_lengths.tolist(), strict=False)
        return np.stack([self._step_row(slot, token, length) for slot, token, length in rows])

    def move(self, source: int, target: int, cached_length: int) -> None:
        """Move a slot; the old place becomes unusable, so that a stale row is noticed."""
        slot = self._slots[source]
        if slot is None or len(slot.cached) != cached_length:
            raise AssertionError(f"move of {slot} with {cached_length} cached tokens")
        self.moved.append((source, target))
        self._slots[source], self._slots[target] = None, slot

    def _step_row(self, slot: _Slot | None, token: int, cached_length: int) -> npt.NDArray[np.float32]:
        if slot is None or len(slot.cached) != cached_length:
            raise AssertionError(f"step of {slot} with {cached_length} cached tokens")
        slot.cached.append(token)
        return self.rule(slot.source, tuple(slot.cached), self.vocab_size)


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
    def tokens(self) -> list[int]:
        """Ids of the tokens so far."""
        return [event.token_id for event in self.events if isinstance(event, TokenEvent)]

    @property
    def scored_tokens(self) -> list[tuple[int, float]]:
        """Tokens with their log-probabilities."""
        return [(event.token_id, event.logprob) for event in self.events if isinstance(event, TokenEvent)]

    @property
    def endings(self) -> list[TerminalEvent]:
        """Terminal events: exactly one when the request is over, none before."""
        return [event for event in self.events if isinstance(event, TerminalEvent)]


def model_failure() -> RunnerError:
    """What a real runner raises when one run fails."""
    return RunnerError("the graph failed")
