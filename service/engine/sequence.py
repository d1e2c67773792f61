"""One request on its way through the engine, and the targets that are written for it."""

import enum
import secrets
from dataclasses import dataclass, field

from service.engine.arrays import Encoded
from service.engine.events import Hypothesis, Sink, Timings, TokenEvent
from service.engine.options import MAX_SEED, DecodingOptions
from service.engine.processors import Processor, make_processors
from service.engine.request import GenerationRequest
from service.engine.sampling import Sampler


class SequenceState(enum.Enum):
    """Where a sequence is; it only ever moves down this list."""

    WAITING = enum.auto()
    RUNNING = enum.auto()  # has its rows
    FINISHED = enum.auto()  # its terminal event was posted


@dataclass(slots=True, eq=False)
class TokenSequence:
    """Made by `new_sequence`; afterwards only the engine changes it."""

    request: GenerationRequest
    sink: Sink
    seed: int | None  # None is not sampled
    processors: tuple[Processor, ...]
    submitted_at: float

    # Filled by the engine on the way, times in seconds of its clock.
    state: SequenceState = SequenceState.WAITING
    encoded: Encoded | None = None  # its source, between the encoder and its rows
    encode_s: float = 0.0
    placed_at: float = 0.0
    first_token_at: float | None = None  # in a stream, when its first token was certain
    results: dict[int, Hypothesis] = field(default_factory=dict)  # of drafts that ended, if they do not compete

    @property
    def request_id(self) -> str:
        """The id that its owner knows it by."""
        return self.request.request_id

    @property
    def options(self) -> DecodingOptions:
        """How its tokens are chosen."""
        return self.request.options

    @property
    def num_source_tokens(self) -> int:
        """Tokens that the encoder reads."""
        return len(self.request.source_ids)

    @property
    def num_rows(self) -> int:
        """Rows that it takes while it runs."""
        return self.options.num_rows

    @property
    def is_beam_search(self) -> bool:
        """Whether its drafts compete."""
        return self.options.num_beams > 1

    @property
    def ordered_results(self) -> tuple[Hypothesis, ...] | None:
        """What all of its drafts amount to, in their order; None while one is being written."""
        if len(self.results) < self.num_rows:
            return None
        return tuple(self.results[index] for index in range(self.num_rows))

    @property
    def deadline(self) -> float | None:
        """When it has to have ended, in seconds of the engine's clock."""
        seconds = self.request.max_seconds
        return None if seconds is None else self.submitted_at + seconds

    def new_drafts(self) -> tuple["Draft", ...]:
        """One for each row that it takes. They know it and it does not know them: when the rows forget them, all of it
        is gone, and Python's collector has nothing to look for.
        """
        return tuple(_new_draft(self, index) for index in range(self.num_rows))

    def timings(self, now: float) -> Timings:
        """How long each part took, for a sequence that ends at `now`."""
        first_token_at = now if self.first_token_at is None else self.first_token_at
        return Timings(
            queue_s=self.placed_at - self.submitted_at - self.encode_s,
            encode_s=self.encode_s,
            decode_s=now - self.placed_at,
            first_token_s=first_token_at - self.submitted_at,
        )


@dataclass(slots=True, eq=False)
class Draft:
    """A target that is being written in one row of the batch: a beam, or a sequence of its own."""

    sequence: TokenSequence
    index: int  # among its sequence's drafts
    sampler: Sampler | None  # None takes the best token
    notes: list[TokenEvent] = field(default_factory=list)  # its tokens, if the request wants more than their ids

    @property
    def is_noted(self) -> bool:
        """Whether more than the ids of its tokens is wanted."""
        options = self.sequence.options
        return options.logprobs or options.top_logprobs > 0 or options.alignment


def new_sequence(request: GenerationRequest, sink: Sink, *, eos: int, now: float) -> TokenSequence:
    """A waiting sequence. How it chooses its tokens is settled here, once, with a seed that can be reported."""
    options = request.options
    seed = _seed(options)
    return TokenSequence(request, sink, seed, make_processors(options, eos=eos), submitted_at=now)


def _new_draft(sequence: TokenSequence, index: int) -> Draft:
    sampler = None if sequence.seed is None else Sampler(sequence.options, (sequence.seed, index))
    return Draft(sequence, index, sampler)


def _seed(options: DecodingOptions) -> int | None:
    if not options.do_sample:
        return None
    return secrets.randbelow(MAX_SEED + 1) if options.seed is None else options.seed
