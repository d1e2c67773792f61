"""What /generate and /generate_stream are sent: text-generation-inference's fields, `model`, and some of our own."""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic_core import ErrorDetails

from service.api.body import shorten
from service.api.problems import BadRequest, InvalidInput
from service.engine.options import MAX_SEED, MAX_SEQUENCES, MAX_TOP_LOGPROBS, EarlyStopping

MAX_STOP_STRINGS: Final = 4
MAX_SUPPRESSED: Final = 256
MAX_LENGTH_PENALTY: Final = 10
PENALTIES: Final = (0.01, 100)  # of repetition: beyond, float32 scores overflow or vanish

# Fields that exist on the wire for other models. A value that asks for something would have to be ignored, so it
# is refused; the descriptions are the reasons given.
UNSUPPORTED: Final = "not supported: only null"
One = Annotated[float, Field(ge=1, le=1)]
Zero = Annotated[float, Field(ge=0, le=0)]


class GenerateParameters(BaseModel):
    """How to generate. Greedy unless `do_sample` is true, a temperature, top_k or top_p is given, or `num_beams`."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, hide_input_in_errors=True)

    max_new_tokens: int | None = Field(
        default=None, description="Most tokens to generate; by default as many as the model can"
    )
    do_sample: bool | None = Field(default=None, description="Draw tokens at random instead of taking the most likely")
    temperature: float | None = Field(
        default=None, description="Above 0; below 1 prefers likely tokens, above 1 evens out"
    )
    top_k: int | None = Field(default=None, description="Draw only from this many of the most likely tokens")
    top_p: float | None = Field(
        default=None, description="Draw only from the most likely tokens that reach this probability"
    )
    seed: Annotated[int, Field(ge=0, le=MAX_SEED)] | None = Field(default=None, description="Makes drawing repeatable")
    repetition_penalty: float | None = Field(
        default=None,
        description="Above 1 makes tokens that were generated less likely, below 1 more; "
        f"{PENALTIES[0]} to {PENALTIES[1]}",
    )
    stop: list[Annotated[str, StringConstraints(min_length=1)]] | None = Field(
        default=None,
        description=f"Up to {MAX_STOP_STRINGS} texts; generation ends with the token that completes one, "
        "which is a part of the answer",
    )
    best_of: int | None = Field(
        default=None,
        description=f"Draw this many sequences, 1 to {MAX_SEQUENCES}, and return the one with the highest mean "
        "log-probability per token; the others are in `details.best_of_sequences`",
    )
    details: bool | None = Field(
        default=None, description="Return the tokens, their log-probabilities and why generation ended"
    )
    decoder_input_details: bool | None = Field(
        default=None, description="Return the decoder's start token as `details.prefill`; implies `details`"
    )
    top_n_tokens: int | None = Field(
        default=None,
        description=f"Return this many of the likeliest tokens of each step, 0 to {MAX_TOP_LOGPROBS}; "
        "implies `details`",
    )

    src_lang: str | None = Field(
        default=None, description="With `tgt_lang`: language of the source; the model that translates so is used"
    )
    tgt_lang: str | None = Field(default=None, description="With `src_lang`: language to translate into")

    num_beams: Annotated[int, Field(ge=1, le=MAX_SEQUENCES)] | None = Field(
        default=None, description="Dragoman's own: beams of a beam search; 1, the default, is greedy"
    )
    length_penalty: Annotated[float, Field(ge=-MAX_LENGTH_PENALTY, le=MAX_LENGTH_PENALTY)] | None = Field(
        default=None,
        description="Dragoman's own, for a beam search: scores are divided by length to this power; above 0, "
        "by default 1, prefers long hypotheses, below 0 short ones",
    )
    early_stopping: EarlyStopping | None = Field(
        default=None,
        description="Dragoman's own, for a beam search: true ends it with `num_beams` complete hypotheses, false, the "
        'default, when a better one is unlikely, "never" only when none can come',
    )
    num_return_sequences: Annotated[int, Field(ge=1, le=MAX_SEQUENCES)] | None = Field(
        default=None,
        description="Dragoman's own: how many hypotheses of a beam search, or drawn sequences, to return, the further "
        "ones in `details.best_of_sequences`; above 1 it implies `details`",
    )
    min_new_tokens: Annotated[int, Field(ge=0)] | None = Field(
        default=None, description="Dragoman's own: the end token is not generated before there are this many others"
    )
    target_prefix: Annotated[str, Field(min_length=1)] | None = Field(
        default=None,
        description="Dragoman's own: text that the output begins with; its tokens do not count as new ones, but are "
        "among those returned",
    )
    no_repeat_ngram_size: Annotated[int, Field(ge=0)] | None = Field(
        default=None, description="Dragoman's own: no sequence of this many tokens is generated twice; 0 is off"
    )
    suppress_tokens: Annotated[list[Annotated[int, Field(ge=0)]], Field(max_length=MAX_SUPPRESSED)] | None = Field(
        default=None, description="Dragoman's own: ids of tokens that are never generated"
    )
    stop_on_loop: bool | None = Field(
        default=None,
        description="Dragoman's own: end a sequence that repeats itself without end, with the reason `repetition`; "
        "true is the default",
    )
    alignment: bool | None = Field(
        default=None,
        description="Dragoman's own: tell for each token how much attention each source token got, and return the "
        "source tokens; implies `details`",
    )

    adapter_id: None = Field(default=None, description=UNSUPPORTED)
    frequency_penalty: Zero | None = Field(default=None, description=f"{UNSUPPORTED} or 0")
    grammar: None = Field(default=None, description=UNSUPPORTED)
    return_full_text: Literal[False] | None = Field(default=None, description=f"{UNSUPPORTED} or false")
    truncate: None = Field(default=None, description=UNSUPPORTED)
    typical_p: One | None = Field(default=None, description=f"{UNSUPPORTED} or 1")
    watermark: Literal[False] | None = Field(default=None, description=f"{UNSUPPORTED} or false")

    @property
    def wants_details(self) -> bool:
        """Whether the answer has details: because of `details`, or of something that only they can show."""
        shown = (self.details, self.decoder_input_details, self.top_n_tokens, self.alignment)
        return any(shown) or (self.num_return_sequences or 1) > 1


class GenerateRequest(BaseModel):
    """One source text for one model. Unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, hide_input_in_errors=True)

    inputs: str = Field(min_length=1, description="The source text; it is encoded as it is, in one piece")
    parameters: GenerateParameters | None = None
    stream: bool | None = Field(default=None, description="On /generate: answer as /generate_stream does")
    model: str | None = Field(
        default=None, min_length=1, description="Bundle to use; by default the one in the settings"
    )

    @property
    def chosen(self) -> GenerateParameters:
        """The parameters, or the defaults."""
        return self.parameters or GenerateParameters()


def parse_generate(document: object) -> GenerateRequest:
    """The request in a JSON document. Raises BadRequest or InvalidInput."""
    if not isinstance(document, dict):
        raise BadRequest("the body must be a JSON object")
    try:
        return GenerateRequest.model_validate(document)
    except ValidationError as error:
        raise _refusal(error.errors(include_url=False)[0]) from error


def _refusal(problem: ErrorDetails) -> BadRequest | InvalidInput:
    where = [str(part) for part in problem["loc"]]
    if where == ["inputs"] and problem["type"] == "string_too_short":
        return InvalidInput("`inputs` cannot be empty")
    part = GenerateParameters if where[0] == "parameters" and len(where) > 1 else GenerateRequest
    name = where[1] if part is GenerateParameters else where[0]
    if problem["type"] == "extra_forbidden":
        return BadRequest(f"`{shorten(name)}` is not a known field; known are {', '.join(part.model_fields)}")
    description = part.model_fields[name].description or ""
    if description.startswith(UNSUPPORTED):
        return InvalidInput(f"`{name}` is {description}")
    return BadRequest(f"`{name}`: {problem['msg']}")
