"""What happens to a request: any number of TokenEvents, then exactly one terminal event."""

import enum
from dataclasses import dataclass

from service.engine.errors import EngineError


class FinishReason(enum.Enum):
    """Why generation came to its own end."""

    STOP = "stop"  # the end token was generated
    LENGTH = "length"  # max_new_tokens were generated


@dataclass(frozen=True, slots=True)
class Timings:
    """Seconds. Queue, encode and decode follow each other; the first token is counted from submission."""

    queue_s: float
    encode_s: float
    decode_s: float
    first_token_s: float


@dataclass(frozen=True, slots=True)
class TokenEvent:
    """One generated token (the end token too) and its log-probability under the model."""

    token_id: int
    logprob: float


@dataclass(frozen=True, slots=True)
class Finished:
    """Generation ended by itself. `seed` is what a sampled request was drawn with, given or not."""

    reason: FinishReason
    num_tokens: int
    timings: Timings
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Cancelled:
    """Whoever asked has left."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The request could not be completed; the error may be raised as it is."""

    error: EngineError


TerminalEvent = Finished | Cancelled | Failed
Event = TokenEvent | TerminalEvent
