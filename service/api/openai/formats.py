"""How the two kinds of answers write a choice, whole and in pieces."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, Protocol

from service.api.openai.replies import Choice, Piece
from service.api.schemas.openai_answers import TokenLogprob

Json = dict[str, Any]


class AnswerFormat(Protocol):
    """One kind of answer."""

    id_prefix: str
    whole_name: str  # what `object` is
    chunk_name: str

    def choice(self, index: int, choice: Choice) -> Json:
        """A whole choice."""

    def opening(self, index: int) -> Iterator[Json]:
        """What comes before the pieces of a choice."""

    def piece(self, index: int, piece: Piece, offset: int) -> Json:
        """A piece of a choice, `offset` characters from its beginning."""


class ChatFormat:
    """Messages of an assistant."""

    id_prefix = "chatcmpl"
    whole_name = "chat.completion"
    chunk_name = "chat.completion.chunk"

    def choice(self, index: int, choice: Choice) -> Json:
        """A message."""
        return {
            "index": index,
            "message": {"role": "assistant", "content": choice.text, "refusal": None},
            "logprobs": _chat_logprobs(choice.tokens),
            "finish_reason": choice.finish_reason,
        }

    def opening(self, index: int) -> Iterator[Json]:
        """Whose message it is."""
        yield _delta(index, {"role": "assistant", "content": "", "refusal": None})

    def piece(self, index: int, piece: Piece, offset: int) -> Json:
        """A part of the message; the last one is empty."""
        delta = {} if piece.finish_reason else {"content": piece.text}
        return _delta(index, delta) | {
            "logprobs": _chat_logprobs(piece.tokens),
            "finish_reason": piece.finish_reason,
        }


class CompletionFormat:
    """Plain texts."""

    id_prefix = "cmpl"
    whole_name = "text_completion"
    chunk_name = "text_completion"

    def choice(self, index: int, choice: Choice) -> Json:
        """A text."""
        return {
            "index": index,
            "text": choice.text,
            "logprobs": _completion_logprobs(choice.tokens, 0),
            "finish_reason": choice.finish_reason,
        }

    def opening(self, index: int) -> Iterator[Json]:
        """Nothing."""
        yield from ()

    def piece(self, index: int, piece: Piece, offset: int) -> Json:
        """A part of the text."""
        return {
            "index": index,
            "text": piece.text,
            "logprobs": _completion_logprobs(piece.tokens, offset),
            "finish_reason": piece.finish_reason,
        }


def _delta(index: int, delta: Json) -> Json:
    return {"index": index, "delta": delta, "logprobs": None, "finish_reason": None}


def _chat_logprobs(tokens: Sequence[TokenLogprob]) -> Json | None:
    return {"content": [token.model_dump() for token in tokens], "refusal": None} if tokens else None


def _completion_logprobs(tokens: Sequence[TokenLogprob], offset: int) -> Json | None:
    if not tokens:
        return None
    starts = list(accumulate((len(token.token) for token in tokens), initial=offset))
    has_top = any(token.top_logprobs for token in tokens)
    return {
        "text_offset": starts[:-1],
        "token_logprobs": [token.logprob for token in tokens],
        "tokens": [token.token for token in tokens],
        "top_logprobs": [{top.token: top.logprob for top in token.top_logprobs} for token in tokens]
        if has_top
        else None,
    }
