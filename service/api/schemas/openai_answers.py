"""What the OpenAI routes answer, as their clients know it; `warnings` is our own and only there if there are any."""

from typing import Literal

from pydantic import BaseModel, Field

Reason = Literal["stop", "length"]


class ModelEntry(BaseModel):
    """One loaded bundle."""

    id: str
    object: Literal["model"] = "model"
    created: int
    owned_by: str = "dragoman"


class ModelList(BaseModel):
    """Every loaded bundle."""

    object: Literal["list"] = "list"
    data: list[ModelEntry]


class OpenAiWarning(BaseModel):
    """Something about an answer that its reader should know; `param` is a field that had no effect."""

    code: str
    message: str
    param: str | None = None


class Usage(BaseModel):
    """Tokens, each sentence's end token included."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class TopLogprob(BaseModel):
    """One of the likeliest tokens of a step."""

    token: str
    logprob: float
    bytes: list[int] | None


class TokenLogprob(TopLogprob):
    """One token of the answer; the texts of all of them joined are its text."""

    top_logprobs: list[TopLogprob] = []


class ChatLogprobs(BaseModel):
    """The tokens of a chat's answer."""

    content: list[TokenLogprob]
    refusal: None = None


class ChatMessage(BaseModel):
    """The answer's text."""

    role: Literal["assistant"] = "assistant"
    content: str
    refusal: None = None


class ChatChoice(BaseModel):
    """One answer."""

    index: int
    message: ChatMessage
    logprobs: ChatLogprobs | None
    finish_reason: Reason


class ChatCompletion(BaseModel):
    """The answer of /v1/chat/completions."""

    id: str
    object: Literal["chat.completion"]
    created: int
    model: str
    choices: list[ChatChoice]
    usage: Usage
    warnings: list[OpenAiWarning] | None = Field(default=None, description="Only when there is something to say")


class CompletionLogprobs(BaseModel):
    """The tokens of a completion, in four lists of the same length."""

    text_offset: list[int]
    token_logprobs: list[float]
    tokens: list[str]
    top_logprobs: list[dict[str, float]] | None


class CompletionChoice(BaseModel):
    """One answer; `index` counts the choices of the first text, then of the second, and so on."""

    index: int
    text: str
    logprobs: CompletionLogprobs | None
    finish_reason: Reason


class Completion(BaseModel):
    """The answer of /v1/completions."""

    id: str
    object: Literal["text_completion"]
    created: int
    model: str
    choices: list[CompletionChoice]
    usage: Usage
    warnings: list[OpenAiWarning] | None = Field(default=None, description="Only when there is something to say")


class ErrorDetails(BaseModel):
    """What is wrong, and with which field."""

    message: str
    type: str
    param: str | None
    code: str | None


class OpenAiError(BaseModel):
    """Every error of the OpenAI routes, as an answer or inside a stream."""

    error: ErrorDetails
