"""The wire format of DeepL's version 2: what it is sent, and what it answers."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, Field, StringConstraints, model_validator

from service.api import problems
from service.api.errors import ErrorShape, Failure, FieldNames, detail_of
from service.api.order import Order
from service.api.parsing import WireModel, as_object, validated, without_neutral
from service.api.results import TextResult
from service.api.schemas.translate import WarningValues
from service.text.formats.document import Document
from service.text.formats.html import read_fragment
from service.text.formats.xml_fragment import read_xml_fragment
from service.text.marks import MarkedText
from service.text.options import Split, TranslationOptions

NAMES: Final = FieldNames(text="text", source="source_lang", target="target_lang")
NO_LIMIT: Final = 1_000_000_000_000  # of characters, as that API writes it

# What is not served, with the values that ask for nothing.
NEUTRAL: Final[Mapping[str, tuple[object, ...]]] = {
    "custom_instructions": ([],),
    "formality": ("default", "prefer_more", "prefer_less"),
    "glossary_id": (),
    "glossary_ids": ([],),
    "style_id": (),
    "translation_memory_id": (),
    "translation_memory_threshold": (),
}
# What is accepted without an effect, which the answer's warnings say.
UNUSED: Final = ("context", "model_type", "tag_handling_version")
NonEmpty = Annotated[str, StringConstraints(min_length=1)]


def _as_bool(value: object) -> object:
    """Clients have it as a number in text, also in JSON."""
    return value == "1" if value in ("0", "1") else value


class DeepLRequest(WireModel):
    """Texts to be translated, each by itself."""

    text: Annotated[list[str], Field(min_length=1, fail_fast=True)]
    target_lang: NonEmpty = Field(description="As `DE`, `EN-GB` or `ZH-HANS`; of a region, the model knows nothing")
    source_lang: NonEmpty | None = Field(default=None, description="By default, each text's language is detected")
    split_sentences: Literal["0", "1", "nonewlines"] | None = Field(
        default=None, description='"1" is the default, for html "nonewlines"'
    )
    preserve_formatting: bool | None = Field(
        default=None, description="What true asks for is always so: no punctuation is added, and no case changed"
    )
    tag_handling: Literal["html", "xml"] | None = None
    outline_detection: Annotated[bool | None, BeforeValidator(_as_bool)] = Field(
        default=None, description="Of xml: elements without text beside them end a text; true by default"
    )
    splitting_tags: list[str] | str | None = Field(default=None, description="Of xml: elements that end a text")
    non_splitting_tags: list[str] | str | None = Field(default=None, description="Of xml: elements that do not")
    ignore_tags: list[str] | str | None = Field(default=None, description="Of xml: elements that stay as they are")
    show_billed_characters: bool | None = Field(
        default=None, description="Count each text's characters; nothing is billed"
    )
    context: str | None = Field(default=None, description="Accepted and not used")
    model_type: str | None = Field(default=None, description="Accepted and not used")
    tag_handling_version: str | None = Field(default=None, description="Accepted and not used")

    @model_validator(mode="after")
    def _has_text(self) -> "DeepLRequest":
        if not any(self.text):
            raise ValueError("`text` is empty")
        has_tags = self.splitting_tags or self.non_splitting_tags or self.ignore_tags
        if has_tags and self.tag_handling != "xml":
            raise ValueError("lists of tags are only for `tag_handling`: xml")
        return self

    @property
    def reader(self) -> Callable[[str], Document] | None:
        """How texts with markup are read."""
        if self.tag_handling == "xml":
            return partial(
                read_xml_fragment,
                splitting=_names(self.splitting_tags),
                non_splitting=_names(self.non_splitting_tags),
                ignored=_names(self.ignore_tags),
                detects_outline=self.outline_detection is not False,
            )
        return read_fragment if self.tag_handling == "html" else None

    def order(self, num_beams: int) -> Order:
        """The same request without its wire format."""
        split = self.split_sentences or ("nonewlines" if self.tag_handling == "html" else "1")
        return Order(
            texts=tuple(map(MarkedText, self.text)),
            source=self.source_lang,
            target=self.target_lang,
            options=TranslationOptions(num_beams=num_beams, split=Split(split)),
            item_name="text",
        )


def _names(tags: list[str] | str | None) -> frozenset[str]:
    """Names in a list, or separated by commas."""
    given = [tags] if isinstance(tags, str) else tags or []
    return frozenset(name.strip() for names in given for name in names.split(",") if name.strip())


class DeepLTranslation(BaseModel):
    """One text, translated."""

    detected_source_language: str
    text: str
    billed_characters: int | None = Field(default=None, description="Only with `show_billed_characters`")


class DeepLWarning(BaseModel):
    """Something about a translation that its reader should know."""

    code: str
    message: str
    index: int | None = Field(default=None, description="Which text it is about, counted from 0")
    param: str | None = Field(default=None, description="Which field of the request had no effect")
    values: WarningValues = None


class DeepLResponse(BaseModel):
    """Translations in the order of the texts."""

    translations: list[DeepLTranslation]
    warnings: list[DeepLWarning] | None = Field(default=None, description="Only when there is something to say")


class DeepLLanguage(BaseModel):
    """A language to translate from or to."""

    language: str
    name: str
    supports_formality: bool | None = Field(default=None, description="Of targets, and always false")


class DeepLUsage(BaseModel):
    """Characters translated since the server was started, for all keys together; there is no limit."""

    character_count: int
    character_limit: int = NO_LIMIT


class DeepLError(BaseModel):
    """Every error of the DeepL routes."""

    message: str


def parse_deepl(document: object, *, is_json: bool) -> tuple[DeepLRequest, list[str]]:
    """The request, and what of it is not used; in a form everything is text. Raises BadRequest."""
    given = as_object(document)
    unused = [name for name in (*UNUSED, "formality") if given.get(name) not in (None, "default")]
    request = validated(DeepLRequest, without_neutral(given, NEUTRAL), strict=is_json)
    if request.outline_detection is not None and request.tag_handling != "xml":
        unused.append("outline_detection")
    return request, unused


def write_translation(result: TextResult, source: str, request: DeepLRequest) -> dict[str, Any]:
    """One text of the answer."""
    written = DeepLTranslation(
        detected_source_language=result.source.code.upper(),
        text=result.text,
        billed_characters=len(source) if request.show_billed_characters else None,
    )
    return written.model_dump(exclude_none=True)


def _body(failure: Failure) -> dict[str, Any]:
    return {"message": detail_of(failure, "", NAMES)}


DEEPL: Final = ErrorShape(_body, {problems.MissingKey: 403, problems.InvalidKey: 403})
TARGETS: Final[Mapping[str, Sequence[tuple[str, str]]]] = {
    "en": (("EN-GB", "English (British)"), ("EN-US", "English (American)")),
    "pt": (("PT-BR", "Portuguese (Brazilian)"), ("PT-PT", "Portuguese (European)")),
    "zh": (("ZH", "Chinese"), ("ZH-HANS", "Chinese (simplified)")),
}
