"""The wire format of /generate and /generate_stream: text-generation-inference's, plus `model`."""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from service.api.body import shorten
from service.api.problems import BadRequest, InvalidInput
from service.engine.options import MAX_SEED

# Fields that exist on the wire for other models. A value that asks for something would have to be ignored, so it
# is refused; the descriptions are the reasons given.
UNSUPPORTED: Final = "not supported: only null"
One = Annotated[float, Field(ge=1, le=1)]
Zero = Annotated[float, Field(ge=0, le=0)]


class GenerateParameters(BaseModel):
    """How to generate. Greedy unless `do_sample` is true or a temperature, top_k or top_p is given."""

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
    details: bool | None = Field(
        default=None, description="Return the tokens, their log-probabilities and why generation ended"
    )
    adapter_id: None = Field(default=None, description=UNSUPPORTED)
    best_of: Literal[1] | None = Field(default=None, description=f"{UNSUPPORTED} or 1")
    decoder_input_details: Literal[False] | None = Field(default=None, description=f"{UNSUPPORTED} or false")
    frequency_penalty: Zero | None = Field(default=None, description=f"{UNSUPPORTED} or 0")
    grammar: None = Field(default=None, description=UNSUPPORTED)
    repetition_penalty: One | None = Field(default=None, description=f"{UNSUPPORTED} or 1")
    return_full_text: Literal[False] | None = Field(default=None, description=f"{UNSUPPORTED} or false")
    stop: Annotated[list[str], Field(max_length=0)] | None = Field(
        default=None, description=f"{UNSUPPORTED} or an empty array"
    )
    top_n_tokens: Literal[0] | None = Field(default=None, description=f"{UNSUPPORTED} or 0")
    truncate: None = Field(default=None, description=UNSUPPORTED)
    typical_p: One | None = Field(default=None, description=f"{UNSUPPORTED} or 1")
    watermark: Literal[False] | None = Field(default=None, description=f"{UNSUPPORTED} or false")


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


class Token(BaseModel):
    """One generated token."""

    id: int
    text: str
    logprob: float
    special: bool


class Details(BaseModel):
    """How generation went; `seed` only if tokens were drawn."""

    finish_reason: Literal["length", "eos_token"]
    generated_tokens: int
    seed: int | None = None


class FullDetails(Details):
    """With every token. `prefill` is part of the wire format and always empty."""

    prefill: list[Token] = []
    tokens: list[Token] = []


class StreamDetails(Details):
    """With the number of source tokens, the end token included."""

    input_length: int


class GenerateResponse(BaseModel):
    """The answer of /generate."""

    generated_text: str
    details: FullDetails | None = None


class StreamEvent(BaseModel):
    """One event of /generate_stream, for one token; the last one has the whole text and the details."""

    index: int
    token: Token
    generated_text: str | None = None
    details: StreamDetails | None = None


class TgiError(BaseModel):
    """Every error of the text-generation-inference routes, as an answer or as the last event of a stream."""

    error: str
    error_type: str


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
