"""The wire format of POST /translate: LibreTranslate's, plus `stream`, `num_beams` and `warnings`."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic_core import ErrorDetails

from service.api.body import shorten
from service.api.order import Order
from service.api.problems import BadRequest, InvalidInput
from service.engine.options import MAX_SEQUENCES
from service.text.marks import MarkedText
from service.text.options import TranslationOptions
from service.text.warnings import WarningCode

ALTERNATIVES_LIMIT: Final = 0
AUTO: Final = "auto"
REQUIRED: Final = ("q", "source", "target")
EXPECTED: Final = {
    "q": "a string or an array of strings",
    "source": "a string",
    "target": "a string",
    "api_key": "a string",
    "stream": "true or false",
    "num_beams": f"a whole number from 1 to {MAX_SEQUENCES}",
}
NonEmpty = Annotated[str, StringConstraints(min_length=1)]


class TranslateRequest(BaseModel):
    """A text or a list of texts to translate. Unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    q: NonEmpty | Annotated[list[str], Field(min_length=1)] = Field(
        description="The text, or an array of texts that are translated together. White space is kept as it is."
    )
    source: NonEmpty = Field(description='Language of the text, or "auto" to detect it, for each text by itself')
    target: NonEmpty = Field(description="Language to translate into; /languages lists what there is")
    format: Literal["text"] = Field(default="text", description='Only "text": markup is not understood')
    alternatives: int = Field(default=0, le=ALTERNATIVES_LIMIT, description="Further translations; 0 is the limit")
    api_key: str | None = Field(
        default=None, description="Part of the wire format. This server has no keys: any value is accepted and ignored."
    )
    stream: bool = Field(
        default=False, description="Answer with server-sent events: deltas as they are generated, then the whole answer"
    )
    num_beams: int | None = Field(
        default=None,
        ge=1,
        le=MAX_SEQUENCES,
        description=f"Beams to search with, 1 to {MAX_SEQUENCES}: more find better translations in more time. "
        "By default what the server is set to",
    )

    @property
    def texts(self) -> list[str]:
        """The texts, whether one or many were sent."""
        return [self.q] if isinstance(self.q, str) else self.q

    @property
    def is_list(self) -> bool:
        """Whether the answer has to be a list too."""
        return not isinstance(self.q, str)

    def order(self, default_beams: int) -> Order:
        """The same request without its wire format."""
        return Order(
            texts=tuple(map(MarkedText, self.texts)),
            source=None if self.source.lower() == AUTO else self.source,
            target=self.target,
            options=TranslationOptions(num_beams=self.num_beams or default_beams, is_streamed=self.stream),
            item_name="q" if self.is_list else None,
        )


class DetectedLanguage(BaseModel):
    """What a text was found to be written in."""

    confidence: float = Field(ge=0, le=100)
    language: str


class TranslationWarning(BaseModel):
    """Something about a translation that its reader should know."""

    code: WarningCode
    message: str
    index: int | None = Field(default=None, description="Which text it is about, counted from 0, when q is an array")


class TranslateResponse(BaseModel):
    """One translation, or a list of them in the order of the texts."""

    translatedText: str | list[str]
    detectedLanguage: DetectedLanguage | list[DetectedLanguage] | None = Field(
        default=None, description='Only with source "auto"'
    )
    warnings: list[TranslationWarning] | None = Field(default=None, description="Only when there is something to say")


class LanguageEntry(BaseModel):
    """One language, and what it can be translated to."""

    code: str
    name: str
    targets: list[str]


class LibreTranslateError(BaseModel):
    """Every error of the LibreTranslate routes."""

    error: str


def parse_translate(fields: object, *, is_json: bool) -> TranslateRequest:
    """The request in `fields`; in a form everything is text. Raises BadRequest or InvalidInput."""
    if not isinstance(fields, dict):
        raise InvalidInput("Invalid JSON format")
    for name in REQUIRED:
        if not fields.get(name):
            raise BadRequest(f"missing {name} parameter")
    try:
        return TranslateRequest.model_validate(_normalized(fields), strict=is_json)
    except ValidationError as error:
        raise _refusal(error.errors(include_url=False)[0]) from error


def _normalized(fields: Mapping[str, Any]) -> dict[str, Any]:
    """A negative number of alternatives means none, as it does for LibreTranslate."""
    alternatives = fields.get("alternatives")
    is_negative = isinstance(alternatives, int) and alternatives < 0
    return {**fields, "alternatives": 0} if is_negative else dict(fields)


def _refusal(problem: ErrorDetails) -> BadRequest | InvalidInput:
    name = str(problem["loc"][0])
    if problem["type"] == "extra_forbidden":
        return BadRequest(f"unknown parameter {shorten(name)}; known are {', '.join(TranslateRequest.model_fields)}")
    if name == "format":
        return InvalidInput(_unsupported_format(problem["input"]))
    if name == "alternatives":
        is_number = problem["type"] == "less_than_equal"
        wanted = f"must be <= {ALTERNATIVES_LIMIT}" if is_number else "is not a number"
        return BadRequest(f"alternatives parameter {wanted}")
    return BadRequest(f"{name} parameter must be {EXPECTED[name]}")


def _unsupported_format(given: object) -> str:
    name = shorten(given) if isinstance(given, str) else "this"
    hint = ': send the text without markup and "format": "text"' if name == "html" else ""
    return f"{name} format is not supported{hint}"
