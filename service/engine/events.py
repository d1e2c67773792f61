"""What happens to a request: any number of TokenEvents if it streams, then exactly one terminal event."""

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from service.engine.errors import EngineError


class FinishReason(enum.Enum):
    """Why a hypothesis came to its own end."""

    STOP = "stop"  # the end token was generated
    LENGTH = "length"  # max_new_tokens were generated
    STOP_SEQUENCE = "stop_sequence"  # the request's own stop condition was met
    REPETITION = "repetition"  # it was going round in a loop


@dataclass(frozen=True, slots=True)
class Timings:
    """Seconds. Queue, encode and decode follow each other; the first token is counted from submission."""

    queue_s: float
    encode_s: float
    decode_s: float
    first_token_s: float


@dataclass(frozen=True, slots=True)
class TokenEvent:
    """One token that the best hypothesis will have (the end token too).

    `logprob` is its log-probability under the model; `top` holds the likeliest tokens of this step, best first;
    `alignment` [S] says how much cross-attention each source token got, summing to 1. The last three are given
    when the request asked for them.
    """

    token_id: int
    logprob: float | None = None
    top: tuple[tuple[int, float], ...] = ()
    alignment: npt.NDArray[np.float32] | None = field(default=None, compare=False)  # arrays do not compare as one


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One complete answer. Its tokens begin with the request's prefix and include the end token.

    `score` ranks a request's hypotheses: the sum of log-probabilities over length ** length_penalty, counted behind the
    prefix; None where none was needed. The tokens' events have what the request asked for.
    """

    tokens: tuple[TokenEvent, ...]
    reason: FinishReason
    score: float | None = None

    @property
    def token_ids(self) -> tuple[int, ...]:
        """The ids alone."""
        return tuple(token.token_id for token in self.tokens)


@dataclass(frozen=True, slots=True)
class Finished:
    """Generation ended by itself: `num_return_sequences` hypotheses, best first (sampled ones in order of drawing).

    `seed` is what a sampled request was drawn with, given or not.
    """

    hypotheses: tuple[Hypothesis, ...]
    timings: Timings
    seed: int | None = None

    @property
    def best(self) -> Hypothesis:
        """The main result. What a stream has shown is exactly this."""
        return self.hypotheses[0]

    @property
    def num_tokens(self) -> int:
        """Tokens of all hypotheses, prefixes and end tokens included."""
        return sum(len(hypothesis.tokens) for hypothesis in self.hypotheses)


@dataclass(frozen=True, slots=True)
class Cancelled:
    """Whoever asked has left."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The request could not be completed; the error may be raised as it is."""

    error: EngineError


TerminalEvent = Finished | Cancelled | Failed
Event = TokenEvent | TerminalEvent

Sink = Callable[[Sequence[Event]], None]
"""What takes the events of one request, those of one step at a time."""
