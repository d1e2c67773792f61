"""What /generate and /generate_stream answer: text-generation-inference's shapes; what is our own comes on request."""

from typing import Any, Literal

from pydantic import BaseModel, Field

FinishReasonName = Literal["length", "eos_token", "stop_sequence", "repetition"]


def _is_empty(value: Any) -> bool:
    """Whether a key is left out. Null stays where the format has it: only these keys are optional."""
    return value is None or value == []


class SourceToken(BaseModel):
    """One token that the encoder read."""

    id: int
    text: str


class PrefillToken(BaseModel):
    """A token that the decoder was given; nothing stands before the first one, so it has no log-probability."""

    id: int
    text: str
    logprob: float | None


class Token(BaseModel):
    """One token with its log-probability under the model."""

    id: int
    text: str
    logprob: float | None
    special: bool
    alignment: list[float] | None = Field(
        default=None,
        exclude_if=_is_empty,
        description="Attention to each source token, summing to 1, with six digits; only when asked for",
    )


class Ending(BaseModel):
    """How generation went. `repetition`: it was going round in a loop. `seed` only if tokens were drawn."""

    finish_reason: FinishReasonName
    generated_tokens: int
    seed: int | None = None


class SequenceDetails(Ending):
    """With every token of one sequence."""

    prefill: list[PrefillToken] = []
    tokens: list[Token] = []
    top_tokens: list[list[Token]] = Field(
        default=[], exclude_if=_is_empty, description="The likeliest tokens of each step; only with `top_n_tokens`"
    )
    score: float | None = Field(
        default=None,
        exclude_if=_is_empty,
        description="What hypotheses are ranked by: the log-probability of the new tokens over their number to "
        "the power of `length_penalty`; only from a beam search",
    )


class BestOfSequence(SequenceDetails):
    """A sequence that is not the best one, with its text."""

    generated_text: str


class FullDetails(SequenceDetails):
    """About the sequence that was returned, and about the others."""

    best_of_sequences: list[BestOfSequence] | None = Field(
        default=None, exclude_if=_is_empty, description="The other sequences, if there are any"
    )
    source_tokens: list[SourceToken] = Field(
        default=[], exclude_if=_is_empty, description="What alignments refer to; only with `alignment`"
    )


class StreamDetails(Ending):
    """With the number of source tokens, the end token included."""

    input_length: int
    source_tokens: list[SourceToken] = Field(
        default=[], exclude_if=_is_empty, description="What alignments refer to; only with `alignment`"
    )


class GenerateResponse(BaseModel):
    """The answer of /generate."""

    generated_text: str
    details: FullDetails | None = Field(default=None, exclude_if=_is_empty)


class StreamEvent(BaseModel):
    """One event of /generate_stream, for one token; the last one has the whole text and the details."""

    index: int
    token: Token
    top_tokens: list[Token] = Field(
        default=[], exclude_if=_is_empty, description="The likeliest tokens of this step; only with `top_n_tokens`"
    )
    generated_text: str | None = None
    details: StreamDetails | None = None


class TgiError(BaseModel):
    """Every error of the text-generation-inference routes, as an answer or as the last event of a stream."""

    error: str
    error_type: str
