"""The wire format of POST /translate: LibreTranslate's, and fields of our own."""

from collections.abc import Sequence
from typing import Annotated, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, field_validator
from pydantic_core import ErrorDetails

from service.api.body import shorten
from service.api.order import Order
from service.api.problems import BadRequest, InvalidInput
from service.engine.options import MAX_SEQUENCES
from service.text.marks import MarkedText
from service.text.options import Split, TranslationOptions
from service.text.warnings import Values, WarningCode

AUTO: Final = "auto"
MAX_TERMS: Final = 1000
REQUIRED: Final = ("q", "source", "target")
EXPECTED: Final = {
    "q": "a string or an array of strings",
    "source": "a string",
    "target": "a string",
    "api_key": "a string",
    "stream": "true or false",
    "num_beams": f"a whole number from 1 to {MAX_SEQUENCES}",
    "split_sentences": 'one of "1", "0", "nonewlines"',
    "no_translate": f"an array of up to {MAX_TERMS} strings, in JSON",
    "glossary": f"an object of up to {MAX_TERMS} strings, in JSON",
    "alignment": "true or false",
    "scores": "true or false",
}
Model = TypeVar("Model", bound=BaseModel)
NonEmpty = Annotated[str, StringConstraints(min_length=1)]
Terms = Annotated[list[NonEmpty], Field(max_length=MAX_TERMS)]
Glossary = Annotated[dict[NonEmpty, str], Field(max_length=MAX_TERMS)]
WarningValues = Annotated[
    Values | None,
    Field(
        description="What the message is made of, for programs that say it in another language; long texts in it end "
        "with `…`",
        examples=[{"sentence": 1, "source": "Pay 300 euros.", "missing": ["300"]}],
    ),
]


class TranslateRequest(BaseModel):
    """A text or a list of texts to translate. Unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    q: NonEmpty | Annotated[list[str], Field(min_length=1, fail_fast=True)] = Field(
        description="The text, or an array of texts that are translated together. White space is kept as it is."
    )
    source: NonEmpty = Field(description='Language of the text, or "auto" to detect it, for each text by itself')
    target: NonEmpty = Field(description="Language to translate into; /languages lists what there is")
    format: Literal["text", "html"] = Field(
        default="text", description='"html": tags stay around the words that they stand around, attributes as they are'
    )
    alternatives: int = Field(
        default=0,
        description=f"How many further translations to give, at most {MAX_SEQUENCES - 1}, or fewer if the server is "
        "so set; they are searched with one beam more than there are, and leave the translation as it is without them",
    )
    api_key: str | None = Field(default=None, description="A key, if the server has any")
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

    split_sentences: Literal["1", "0", "nonewlines"] = Field(
        default="1",
        description='Where sentences end: "1" at line breaks and by the rules of the language, "nonewlines" by the '
        'rules alone, "0" nowhere',
    )
    no_translate: Terms = Field(
        default=[], description="Texts that stay as they are, wherever they occur; upper and lower case count"
    )
    glossary: Glossary = Field(
        default={}, description="Terms and what each of them has to become; upper and lower case count"
    )
    alignment: bool = Field(default=False, description="Tell how much attention each token of the source got")
    scores: bool = Field(
        default=False,
        description="Tell the scores that a search ranks translations by: log-probabilities per token, added up over "
        "sentences, of a greedy translation as of others; needs alternatives or beams",
    )

    @field_validator("alternatives")
    @classmethod
    def _negative_means_none(cls, alternatives: int) -> int:
        return max(0, alternatives)

    @property
    def texts(self) -> list[str]:
        """The texts, whether one or many were sent."""
        return [self.q] if isinstance(self.q, str) else self.q

    @property
    def is_list(self) -> bool:
        """Whether the answer has to be a list too."""
        return not isinstance(self.q, str)

    @property
    def is_html(self) -> bool:
        """Whether the texts have markup."""
        return self.format == "html"

    def order(self, default_beams: int) -> Order:
        """The same request without its wire format. Raises BadRequest."""
        num_alternatives = 0 if self.is_html else self.alternatives
        num_beams = self.num_beams or default_beams
        if self.scores and num_beams == 1 and num_alternatives == 0:
            raise BadRequest("scores parameter needs a search: ask for alternatives, or num_beams above 1")
        return Order(
            texts=tuple(map(MarkedText, self.texts)),
            source=None if self.source.lower() == AUTO else self.source,
            target=self.target,
            options=TranslationOptions(
                num_beams=num_beams,
                num_alternatives=num_alternatives,
                is_streamed=self.stream,
                wants_alignment=self.alignment,
                split=Split(self.split_sentences),
                no_translate=tuple(self.no_translate),
                glossary=tuple(self.glossary.items()),
            ),
            item_name="q" if self.is_list else None,
        )


class DetectedLanguage(BaseModel):
    """What a text was found to be written in."""

    confidence: float = Field(ge=0, le=100)
    language: str


class TranslationWarning(BaseModel):
    """Something about a translation that its reader should know."""

    code: WarningCode | Literal["option_unused", "unchanged"]
    message: str
    index: int | None = Field(default=None, description="Which text it is about, counted from 0, when q is an array")
    values: WarningValues = None


class SentenceAlignment(BaseModel):
    """Attention between the tokens of one sentence, whose texts joined are the sentence, and of its translation."""

    source: list[str]
    target: list[str]
    weights: list[list[float]] = Field(
        description="A row for each target token: how much of each source token it saw, summing to 1"
    )


class TranslateResponse(BaseModel):
    """One translation, or a list of them in the order of the texts."""

    translatedText: str | list[str]
    detectedLanguage: DetectedLanguage | list[DetectedLanguage] | None = Field(
        default=None, description='Only with source "auto"'
    )
    alternatives: list[str] | list[list[str]] | None = Field(
        default=None, description="Only where any were asked for; there may be fewer"
    )
    scores: list[float | None] | list[list[float | None]] | None = Field(
        default=None, description="Of the translation, then of its alternatives; only where they were asked for"
    )
    alignment: list[SentenceAlignment] | list[list[SentenceAlignment]] | None = Field(
        default=None, description="Of each sentence; only where it was asked for"
    )
    warnings: list[TranslationWarning] | None = Field(default=None, description="Only when there is something to say")


class LibreTranslateError(BaseModel):
    """Every error of the LibreTranslate routes."""

    error: str


class LanguageQuery(BaseModel):
    """A text whose language is asked for. Unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    q: NonEmpty | Annotated[list[NonEmpty], Field(min_length=1, fail_fast=True)] = Field(
        description="The text, or an array of texts in one language"
    )
    api_key: str | None = Field(default=None, description="A key, if the server has any")


def parse_translate(fields: object, *, is_json: bool, max_alternatives: int) -> TranslateRequest:
    """The request in `fields`; in a form everything is text. Raises BadRequest or InvalidInput."""
    request = _parsed(TranslateRequest, _without_nulls(fields), REQUIRED, is_json=is_json)
    if request.alternatives > max_alternatives:
        raise BadRequest(f"alternatives parameter must be <= {max_alternatives}")
    _check_combinations(request)
    return request


def parse_detect(fields: object, *, is_json: bool) -> LanguageQuery:
    """The request in `fields`. Raises BadRequest or InvalidInput."""
    return _parsed(LanguageQuery, fields, ("q",), is_json=is_json)


def _check_combinations(request: TranslateRequest) -> None:
    """What is fine alone, but not together."""
    if request.is_html and request.stream:
        raise BadRequest("stream parameter must be false for html: where tags stand is known only at the end")


def _parsed(model: type[Model], fields: object, required: Sequence[str], *, is_json: bool) -> Model:
    if not isinstance(fields, dict):
        raise InvalidInput("Invalid JSON format")
    for name in required:
        if not fields.get(name):
            raise BadRequest(f"missing {name} parameter")
    try:
        return model.model_validate(fields, strict=is_json)
    except ValidationError as error:
        raise _refusal(error.errors(include_url=False)[0], model) from error


def _without_nulls(fields: object) -> object:
    """A known field that is null was left out, as clients do that write each of their fields."""
    if not isinstance(fields, dict) or None not in fields.values():
        return fields
    known = TranslateRequest.model_fields
    return {name: value for name, value in fields.items() if value is not None or name not in known}


def _refusal(problem: ErrorDetails, model: type[BaseModel]) -> BadRequest | InvalidInput:
    name = str(problem["loc"][0])
    if problem["type"] == "extra_forbidden":
        return BadRequest(f"unknown parameter {shorten(name)}; known are {', '.join(model.model_fields)}")
    if name == "format":
        given = problem["input"]
        return InvalidInput(f"{shorten(given) if isinstance(given, str) else 'this'} format is not supported")
    if name == "alternatives":
        return BadRequest("alternatives parameter is not a number")
    return BadRequest(f"{name} parameter must be {EXPECTED[name]}")
