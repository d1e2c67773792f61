"""One request on its way through the engine."""

import enum
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from service.engine.events import Event, FinishReason, Timings
from service.engine.options import MAX_SEED, SamplingOptions
from service.engine.request import GenerationRequest
from service.engine.sampling import Sampler

Sink = Callable[[Sequence[Event]], None]


class SequenceState(enum.Enum):
    """Where a sequence is; it only ever moves down this list."""

    WAITING = enum.auto()
    RUNNING = enum.auto()  # has a row
    FINISHED = enum.auto()  # its terminal event was posted


@dataclass(slots=True, eq=False)
class TokenSequence:
    """Made by `new_sequence`; afterwards only the engine changes it."""

    request: GenerationRequest
    sink: Sink
    seed: int | None
    sampler: Sampler | None  # None is greedy
    last_token: int  # the decoder's next input
    submitted_at: float

    # Filled by the engine on the way, times in seconds of its clock.
    state: SequenceState = SequenceState.WAITING
    num_tokens: int = 0  # generated; also how many tokens the row's self-attention cache holds
    admitted_at: float = field(default=0.0)
    encoded_at: float = field(default=0.0)
    first_token_at: float = field(default=0.0)

    @property
    def request_id(self) -> str:
        """The id that its owner knows it by."""
        return self.request.request_id

    @property
    def num_source_tokens(self) -> int:
        """Tokens that the encoder reads."""
        return len(self.request.source_ids)

    def append(self, token_id: int, now: float) -> None:
        """Take the token of one decoder step."""
        self.last_token = token_id
        self.num_tokens += 1
        if self.num_tokens == 1:
            self.first_token_at = now

    def finish_reason(self, eos: int) -> FinishReason | None:
        """Why the sequence is complete after its last token, or None while it is not."""
        if self.last_token == eos:
            return FinishReason.STOP
        if self.num_tokens == self.request.options.max_new_tokens:
            return FinishReason.LENGTH
        return None

    def timings(self, now: float) -> Timings:
        """How long each part took, for a sequence that ends at `now`."""
        return Timings(
            queue_s=self.admitted_at - self.submitted_at,
            encode_s=self.encoded_at - self.admitted_at,
            decode_s=now - self.encoded_at,
            first_token_s=self.first_token_at - self.submitted_at,
        )


def new_sequence(request: GenerationRequest, sink: Sink, *, decoder_start: int, now: float) -> TokenSequence:
    """A waiting sequence. Its sampler is chosen here, once, with a seed that can be reported."""
    seed = _seed(request.options)
    sampler = None if seed is None else Sampler(request.options, seed)
    return TokenSequence(request, sink, seed, sampler, last_token=decoder_start, submitted_at=now)


def _seed(options: SamplingOptions) -> int | None:
    if not options.do_sample:
        return None
    return secrets.randbelow(MAX_SEED + 1) if options.seed is None else options.seed
