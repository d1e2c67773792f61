"""What the routes need to know of an answer, wherever it comes from."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Protocol

from service.api.schemas.openai_answers import OpenAiWarning, Reason, TokenLogprob, Usage


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a choice, as it comes; the last one has the reason and no text."""

    text: str
    finish_reason: Reason | None = None
    tokens: tuple[TokenLogprob, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """A whole choice."""

    text: str
    finish_reason: Reason
    tokens: tuple[TokenLogprob, ...] = ()


class Reply(Protocol):
    """A submitted request. Read it once, by `streams` or `whole`, and cancel it in any case."""

    @property
    def model_name(self) -> str:
        """The bundle that answers."""

    def streams(self) -> Sequence[AsyncGenerator[Piece, None]]:
        """The pieces of each choice. Raises EngineError."""

    async def whole(self) -> Sequence[Choice]:
        """Every choice. Raises EngineError."""

    def usage(self) -> Usage:
        """What it took; known at the end."""

    def warnings(self) -> Sequence[OpenAiWarning]:
        """What the reader should know; known at the end."""

    def cancel(self) -> None:
        """Stop now. Synchronous, and harmless when it has ended."""


def make_usage(prompt_tokens: int, completion_tokens: int) -> Usage:
    """With their sum."""
    return Usage(
        prompt_tokens=prompt_tokens,
        completion_tokens=completion_tokens,
        total_tokens=prompt_tokens + completion_tokens,
    )
