"""Streams are read to their end, and a wrong end is seen."""

import io
import json
import time
from collections.abc import Sequence

import pytest

from loadtest.answers import WrongAnswer
from loadtest.locust_streams import Arrivals, GenerateReader, Reader, TranslateReader, chat_reader, completion_reader
from loadtest.locust_streams import read_stream as read

Events = Sequence[object]


class Response:
    """The bytes of a stream."""

    def __init__(self, events: Events) -> None:
        lines = [event if isinstance(event, str) else f"data: {json.dumps(event)}" for event in events]
        self._bytes = io.BytesIO("".join(f"{line}\n\n" for line in lines).encode())

    def readline(self, sep: bytes) -> bytes:
        """See Lines."""
        return self._bytes.readline()


def read_stream(events: Events, reader: Reader) -> tuple[Arrivals, str]:
    """All of it."""
    return read(Response(events), reader, time.perf_counter())


def token(text: str, whole: str | None = None, *, special: bool = False) -> dict[str, object]:
    """An event of /generate_stream."""
    return {"token": {"text": text, "special": special}, "generated_text": whole}


def choice(reason: str | None = None, **fields: object) -> dict[str, object]:
    """An event of an OpenAI route."""
    return {"choices": [{"finish_reason": reason, **fields}]}


RIGHT = [
    (TranslateReader(), [{"delta": "Guten "}, ": keep-alive", {"delta": "Tag."}, {"translatedText": "Guten Tag."}]),
    (GenerateReader(), [token("Guten"), token(" Tag."), token("</s>", "Guten Tag.", special=True)]),
    (
        chat_reader(),
        [
            choice(delta={"role": "assistant", "content": ""}),
            choice(delta={"content": "Guten "}),
            choice(delta={"content": "Tag."}),
            choice("stop", delta={}),
            {"choices": []},
            "data: [DONE]",
        ],
    ),
    (completion_reader(), [choice(text="Guten "), choice("stop", text="Tag."), "data: [DONE]"]),
]
WRONG = [
    (TranslateReader(), [{"delta": "Guten"}], "without its final event"),
    (TranslateReader(), [{"delta": "Guten"}, {"translatedText": "Tag."}], "the pieces give 'Guten'"),
    (TranslateReader(), [{"delta": "Guten"}, {"error": "broken"}], "ended in an error: broken"),
    (GenerateReader(), [token("Guten")], "without the whole text"),
    (GenerateReader(), [{"generated_text": None}], "lacks 'token'"),
    (chat_reader(), [choice("stop", delta={"content": "Guten"})], r"\[DONE\]: False"),
    (chat_reader(), [choice(delta={"content": "Guten"}), "data: [DONE]"], "reason to finish: None"),
    (completion_reader(), [choice("stop", text=" "), "data: [DONE]"], "ended after ' '"),
]


@pytest.mark.parametrize(("reader", "events"), RIGHT)
def test_a_right_stream_gives_its_text_and_when_each_piece_came(reader: Reader, events: Events) -> None:
    arrivals, text = read_stream(events, reader)
    assert text == "Guten Tag."
    assert len(arrivals.times) == 2
    assert [gap >= 0 for gap in arrivals.gaps()] == [True]


@pytest.mark.parametrize(("reader", "events", "message"), WRONG)
def test_a_wrong_stream_is_a_wrong_answer(reader: Reader, events: Events, message: str) -> None:
    with pytest.raises(WrongAnswer, match=message):
        read_stream(events, reader)
