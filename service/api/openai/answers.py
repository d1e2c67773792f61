"""From a reply to the wire: one answer, or a stream of chunks that share its id."""

import json
import time
from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Final

from service.api.errors import ErrorShape, Failure
from service.api.openai.formats import AnswerFormat, Json
from service.api.openai.replies import Choice, Piece, Reply
from service.api.record import RequestRecord
from service.api.schemas.openai_answers import OpenAiWarning
from service.api.sse import KEEP_ALIVE, Entry, Idle, merge

DONE: Final = b"data: [DONE]\n\n"
OPTION_UNUSED: Final = "option_unused"


@dataclass(frozen=True)
class Answer:
    """What the whole answer and every chunk of a stream say of it."""

    format: AnswerFormat
    request_id: str
    model: str
    unused: Sequence[str]  # fields of the request that had no effect
    created: int = field(default_factory=lambda: int(time.time()))

    def whole(self, choices: Sequence[Choice], reply: Reply) -> Json:
        """The answer of a request that does not stream."""
        written = [self.format.choice(index, choice) for index, choice in enumerate(choices)]
        return (
            self._envelope(self.format.whole_name, written) | {"usage": reply.usage().model_dump()} | self._end(reply)
        )

    def chunk(self, *choices: Json) -> Json:
        """One event of a stream."""
        return self._envelope(self.format.chunk_name, list(choices))

    def last_chunks(self, reply: Reply, *, wants_usage: bool) -> Iterator[Json]:
        """What follows the choices: usage if it was asked for, and warnings if there are any."""
        end = self._end(reply)
        if wants_usage:
            yield self.chunk() | {"usage": reply.usage().model_dump()} | end
        elif end:
            yield self.chunk() | end

    def _envelope(self, name: str, choices: list[Json]) -> Json:
        return {
            "id": f"{self.format.id_prefix}-{self.request_id}",
            "object": name,
            "created": self.created,
            "model": self.model,
            "choices": choices,
        }

    def _end(self, reply: Reply) -> Json:
        unused = [OpenAiWarning(code=OPTION_UNUSED, message=_unused(name), param=name) for name in self.unused]
        warnings = [warning.model_dump() for warning in (*reply.warnings(), *unused)]
        return {"warnings": warnings} if warnings else {}


def write_chunks(
    reply: Reply, answer: Answer, shape: ErrorShape, record: RequestRecord, keep_alive_s: float, *, wants_usage: bool
) -> AsyncGenerator[bytes, None]:
    """The bytes of a whole stream. The record says "cancelled" until the end or an error has gone out."""
    record.outcome = "cancelled"
    return _write_chunks(reply, answer, shape, record, keep_alive_s, wants_usage=wants_usage)


async def _write_chunks(
    reply: Reply, answer: Answer, shape: ErrorShape, record: RequestRecord, keep_alive_s: float, *, wants_usage: bool
) -> AsyncGenerator[bytes, None]:
    streams = reply.streams()
    for index in range(len(streams)):
        for opening in answer.format.opening(index):
            yield _encode(answer.chunk(opening))
    written = _Chunks(answer, shape, record)
    async with aclosing(merge(streams, keep_alive_s, record.request_id)) as arrivals:
        async for entries in arrivals:
            yield b"".join(map(written.bytes_of, entries))
            if isinstance(entries[-1], Failure):
                record.outcome = entries[-1].row.outcome
                return
    for chunk in answer.last_chunks(reply, wants_usage=wants_usage):
        yield _encode(chunk)
    yield DONE
    record.outcome = "ok"


class _Chunks:
    """Writes what comes of a reply while it grows."""

    def __init__(self, answer: Answer, shape: ErrorShape, record: RequestRecord) -> None:
        self._answer = answer
        self._shape = shape
        self._record = record
        self._lengths: Counter[int] = Counter()  # of the text of each choice so far

    def bytes_of(self, entry: Entry[Piece]) -> bytes:
        """One entry as events."""
        if isinstance(entry, Idle):
            return KEEP_ALIVE
        if isinstance(entry, Failure):
            return _encode(self._shape.body(entry)) + DONE
        self._record.note_event()
        piece = self._answer.format.piece(entry.index, entry.item, self._lengths[entry.index])
        self._lengths[entry.index] += len(entry.item.text)
        return _encode(self._answer.chunk(piece))


def _encode(data: Json) -> bytes:
    """With a space behind the colon, which many readers of this format rely on."""
    return b"data: " + json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n\n"


def _unused(name: str) -> str:
    if name.startswith("messages"):
        return f"`{name}` was not used: only the last message of the user is translated"
    return f"`{name}` has no effect here"
