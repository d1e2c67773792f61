"""What the OpenAI routes are sent: fields of that API, and our own, as `source`, `target` and `num_beams`."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import (
    Field,
    StringConstraints,
    ValidationError,
    ValidatorFunctionWrapHandler,
    field_validator,
    model_validator,
)

from service.api.parsing import WireModel, as_object, validated, without_neutral
from service.api.problems import InvalidField
from service.api.schemas.openai_fields import COMPLETION_NEUTRAL, NEUTRAL, UNUSED
from service.api.schemas.openai_messages import Message
from service.api.schemas.translate import Glossary, Terms
from service.engine.options import MAX_SEED, MAX_SEQUENCES, MAX_TOP_LOGPROBS

MAX_STOP_STRINGS: Final = 4

NonEmpty = Annotated[str, StringConstraints(min_length=1)]
Part = TypeVar("Part")
Many = Annotated[list[Part], Field(min_length=1)]


class StreamOptions(WireModel):
    """What a stream has besides its text."""

    include_usage: bool | None = Field(default=None, description="A last chunk with the counts of tokens")
    include_obfuscation: Literal[False] | None = Field(default=None, description="Only false: nothing is padded")


class OpenAiOptions(WireModel):
    """What both kinds of requests have in common."""

    model: NonEmpty = Field(description="A bundle; /v1/models lists them")
    stream: bool | None = Field(default=None, description="Answer with server-sent events")
    stream_options: StreamOptions | None = None
    n: Annotated[int, Field(ge=1, le=MAX_SEQUENCES)] | None = Field(
        default=None,
        description=f"Choices, 1 to {MAX_SEQUENCES}: drawn with a temperature, otherwise the best of a beam search",
    )
    stop: NonEmpty | Annotated[list[NonEmpty], Field(max_length=MAX_STOP_STRINGS)] | None = Field(
        default=None, description=f"Up to {MAX_STOP_STRINGS} texts; the answer ends before the first that would come"
    )
    temperature: Annotated[float, Field(ge=0, le=2)] | None = Field(
        default=None, description="Above 0, tokens are drawn; 0, or nothing at all, takes the likeliest"
    )
    top_p: Annotated[float, Field(gt=0, le=1)] | None = Field(
        default=None, description="Below 1, tokens are drawn, from the likeliest that reach this probability"
    )
    seed: Annotated[int, Field(ge=0, le=MAX_SEED)] | None = Field(
        default=None, description="Makes drawing repeatable; the second of `n` choices has the next seed, and so on"
    )
    max_tokens: Annotated[int, Field(ge=1)] | None = Field(
        default=None, description="Most tokens of the answer; by default, and at most, as many as the model can"
    )
    num_beams: Annotated[int, Field(ge=1, le=MAX_SEQUENCES)] | None = Field(
        default=None, description="Dragoman's own: beams to search with"
    )
    no_translate: Terms | None = Field(
        default=None,
        description="Dragoman's own: texts that stay as they are, wherever they occur",
        examples=[["Roger Stone"]],
    )
    glossary: Glossary | None = Field(
        default=None,
        description="Dragoman's own: terms and what each of them has to become",
        examples=[{"weather": "Klima"}],
    )

    @field_validator("stop", mode="wrap")
    @classmethod
    def _says_what_may_stop(cls, stop: object, check: ValidatorFunctionWrapHandler) -> object:
        return _checked(stop, check, f"a text, or up to {MAX_STOP_STRINGS} texts, and none may be empty")

    @model_validator(mode="after")
    def _fits_together(self) -> "OpenAiOptions":
        if self.is_drawn and (self.num_beams or 1) > 1:
            raise ValueError("`num_beams` is a search and draws nothing; leave out `temperature` and `top_p`")
        if self.stream and self.choices > 1 and not self.is_drawn:
            raise ValueError("`n` above 1 can be streamed only with a `temperature`: a search has them at its end")
        if self.stream_options and not self.stream:
            raise ValueError("`stream_options` is only for `stream`: true")
        return self

    def _check_terms(self, *, has_logprobs: bool) -> None:
        if self.has_terms and (has_logprobs or self.is_drawn):
            raise ValueError(
                "`no_translate` and `glossary` are about texts, `logprobs`, `temperature` and `top_p` about single "
                "tokens: leave out the ones or the others"
            )

    @property
    def has_terms(self) -> bool:
        """Whether it says what words have to become."""
        return bool(self.no_translate or self.glossary)

    @property
    def choices(self) -> int:
        """How many answers are wanted for each text."""
        return self.n or 1

    @property
    def is_drawn(self) -> bool:
        """Whether tokens are drawn at random."""
        return bool(self.temperature) or (self.top_p or 1) < 1

    @property
    def stops(self) -> list[str]:
        """The texts that end an answer."""
        return [self.stop] if isinstance(self.stop, str) else self.stop or []

    @property
    def wants_usage(self) -> bool:
        """Whether a stream ends with the counts of tokens."""
        return bool(self.stream_options and self.stream_options.include_usage)


class ChatRequest(OpenAiOptions):
    """The last message of the user is translated."""

    model: NonEmpty = Field(
        description="A bundle, or a pair of languages, as `en-de`, or `auto-de` where the source is to be detected"
    )
    messages: Annotated[list[Message], Field(min_length=1, fail_fast=True)]
    max_completion_tokens: Annotated[int, Field(ge=1)] | None = Field(
        default=None, description="Most tokens of the answer, as `max_tokens`"
    )
    logprobs: bool | None = Field(
        default=None, description="Tell the log-probability of each token; the text is then one sentence to the model"
    )
    top_logprobs: Annotated[int, Field(ge=0, le=MAX_TOP_LOGPROBS)] | None = Field(
        default=None, description="How many of the likeliest tokens of each step to tell, with `logprobs`"
    )
    source: NonEmpty | None = Field(default=None, description='Dragoman\'s own: language of the text, or "auto"')
    target: NonEmpty | None = Field(default=None, description="Dragoman's own: language to translate into")

    @field_validator("messages")
    @classmethod
    def _has_a_text(cls, messages: list[Message]) -> list[Message]:
        texts = [message.text for message in messages if message.role == "user"]
        if not texts:
            raise ValueError("none is the user's: send the text as `content` of one with `role`: user")
        if not texts[-1]:
            raise ValueError("the last of the user's has no text")
        return messages

    @model_validator(mode="after")
    def _can_be_answered(self) -> "ChatRequest":
        if self.top_logprobs and not self.logprobs:
            raise ValueError("`top_logprobs` is only for `logprobs`: true")
        self._check_terms(has_logprobs=bool(self.logprobs))
        return self

    @property
    def position(self) -> int:
        """Which of the messages is translated: the last of the user's."""
        return max(index for index, message in enumerate(self.messages) if message.role == "user")

    @property
    def text(self) -> str:
        """What is translated."""
        return self.messages[self.position].text

    @property
    def most_tokens(self) -> int | None:
        """How long the answer may be."""
        return self.max_completion_tokens or self.max_tokens


class CompletionRequest(OpenAiOptions):
    """Texts for one model, each encoded as it is and in one piece; with terms, translated as chats are."""

    prompt: NonEmpty | Many[NonEmpty] | Many[int] | Many[Many[int]] = Field(
        description="A text or several; each may be the ids of its tokens, with or without the end token"
    )
    logprobs: Annotated[int, Field(ge=0, le=MAX_TOP_LOGPROBS)] | None = Field(
        default=None, description="Tell the log-probability of each token, and this many of the likeliest of each step"
    )

    @field_validator("prompt", mode="wrap")
    @classmethod
    def _says_what_can_be_completed(cls, prompt: object, check: ValidatorFunctionWrapHandler) -> object:
        return _checked(prompt, check, "a text, or its token ids, or a list of either, and nothing may be empty")

    @model_validator(mode="after")
    def _can_have_its_terms(self) -> "CompletionRequest":
        self._check_terms(has_logprobs=self.logprobs is not None)
        if self.has_terms and any(isinstance(prompt, list) for prompt in self.prompts):
            raise ValueError("`no_translate` and `glossary` are for texts: send `prompt` as text, not as token ids")
        if self.has_terms and self.choices > 1 and len(self.prompts) > 1:
            raise ValueError("`n` above 1 with `no_translate` or `glossary` is for one text: send each by itself")
        return self

    @property
    def prompts(self) -> list[str | list[int]]:
        """The texts, whether one or many were sent; those that came as tokens are lists of ids."""
        if isinstance(self.prompt, str):
            return [self.prompt]
        ids = [part for part in self.prompt if isinstance(part, int)]
        return [ids] if ids else [part for part in self.prompt if not isinstance(part, int)]


def _checked(value: object, check: ValidatorFunctionWrapHandler, expected: str) -> object:
    """For a field that may be one of several things: an error about one of them would not name the others."""
    try:
        checked: object = check(value)
    except ValidationError as error:
        raise ValueError(f"it has to be {expected}") from error
    return checked


def parse_chat(document: object) -> tuple[ChatRequest, list[str]]:
    """The request, and what of it is not used. Raises BadRequest."""
    fields, unused = _served(document, NEUTRAL)
    request = validated(ChatRequest, fields)
    if request.max_tokens and request.max_completion_tokens:
        raise InvalidField("max_tokens", "send `max_tokens` or `max_completion_tokens`, not both")
    others = [index for index in range(len(request.messages)) if index != request.position]
    return request, unused + [f"messages[{index}]" for index in others]


def parse_completion(document: object) -> tuple[CompletionRequest, list[str]]:
    """The request, and what of it is not used. Raises BadRequest."""
    fields, unused = _served(document, COMPLETION_NEUTRAL)
    return validated(CompletionRequest, fields), unused


def _served(document: object, neutral: Mapping[str, tuple[object, ...]]) -> tuple[dict[str, Any], list[str]]:
    fields = without_neutral(as_object(document), neutral)
    unused = [name for name in UNUSED if fields.get(name) is not None]
    return {name: value for name, value in fields.items() if name not in UNUSED}, unused
