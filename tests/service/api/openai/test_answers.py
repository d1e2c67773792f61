import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from typing import Any

from service.api.openai.answers import Answer, write_chunks
from service.api.openai.errors import CHAT
from service.api.openai.formats import ChatFormat
from service.api.openai.replies import Choice, Piece, make_usage
from service.api.record import RequestRecord
from service.api.schemas.openai_answers import OpenAiWarning, Usage
from service.engine.errors import EngineStopped

ANSWER = Answer(ChatFormat(), "1", "en-de", ["user", "messages[0]"], created=7)
LOOPED = OpenAiWarning(code="repetition", message="it looped")


class FakeReply:
    """One choice, in pieces; None among them is a failure of the engine."""

    model_name = "en-de"

    def __init__(self, pieces: Sequence[Piece | None], warnings: Sequence[OpenAiWarning] = ()) -> None:
        self._pieces = pieces
        self._warnings = warnings

    def streams(self) -> Sequence[AsyncGenerator[Piece, None]]:
        return [self._stream()]

    async def _stream(self) -> AsyncGenerator[Piece, None]:
        for piece in self._pieces:
            if piece is None:
                raise EngineStopped("it broke")
            yield piece

    async def whole(self) -> Sequence[Choice]:
        return []

    def usage(self) -> Usage:
        return make_usage(3, 4)

    def warnings(self) -> Sequence[OpenAiWarning]:
        return self._warnings

    def cancel(self) -> None:
        pass


def streamed(reply: FakeReply, answer: Answer, *, wants_usage: bool = False) -> tuple[list[Any], str]:
    """The events of a stream without the last, and the outcome of the request."""
    record = RequestRecord("r")

    async def read() -> bytes:
        chunks = write_chunks(reply, answer, CHAT, record, 15.0, wants_usage=wants_usage)
        return b"".join([chunk async for chunk in chunks])

    *events, done, rest = asyncio.run(read()).decode().split("\n\n")
    assert (done, rest) == ("data: [DONE]", "")
    return [json.loads(event.removeprefix("data: ")) for event in events], record.outcome


PLAIN = Answer(ChatFormat(), "1", "en-de", [], created=7)
PIECES = [Piece("Hal"), Piece("lo"), Piece("", "stop")]


def test_a_stream_without_anything_to_say_ends_with_its_reason() -> None:
    events, outcome = streamed(FakeReply(PIECES), PLAIN)
    assert [event["choices"][0]["finish_reason"] for event in events] == [None, None, None, "stop"]
    assert {(event["id"], event["created"], event["model"]) for event in events} == {("chatcmpl-1", 7, "en-de")}
    assert outcome == "ok"


def test_usage_and_warnings_share_the_last_chunk() -> None:
    events, _ = streamed(FakeReply(PIECES, [LOOPED]), ANSWER, wants_usage=True)
    assert events[-1]["choices"] == []
    assert events[-1]["usage"]["total_tokens"] == 7
    assert [warning["param"] for warning in events[-1]["warnings"]] == [None, "user", "messages[0]"]
    events, _ = streamed(FakeReply(PIECES, [LOOPED]), PLAIN)
    assert "usage" not in events[-1]
    assert [warning["code"] for warning in events[-1]["warnings"]] == ["repetition"]


def test_a_failure_in_the_middle_is_an_event_before_the_end() -> None:
    events, outcome = streamed(FakeReply([Piece("Hal"), None]), PLAIN)
    message = "the engine is not running: it broke"
    assert events[-1] == {"error": {"message": message, "type": "server_error", "param": None, "code": None}}
    assert outcome == "failed"
