"""Wrong answers are told from right ones."""

import json

import pytest

from loadtest.answers import StreamedTranslation, WrongAnswer, check_translation


def test_a_translation_of_each_text_is_right() -> None:
    assert check_translation({"translatedText": "Hallo."}, "Hello.") == ["Hallo."]
    assert check_translation({"translatedText": ["Ja.", "Nein."]}, ["Yes.", "No."]) == ["Ja.", "Nein."]


@pytest.mark.parametrize(
    ("body", "texts"),
    [
        ({}, "Hello."),
        ([], "Hello."),
        ({"translatedText": ""}, "Hello."),
        ({"translatedText": " \n"}, "Hello."),
        ({"translatedText": ["Hallo."]}, "Hello."),
        ({"translatedText": "Ja."}, ["Yes."]),
        ({"translatedText": ["Ja."]}, ["Yes.", "No."]),
        ({"translatedText": ["Ja.", ""]}, ["Yes.", "No."]),
        ({"translatedText": ["Ja.", None]}, ["Yes.", "No."]),
    ],
)
def test_anything_else_is_wrong(body: object, texts: str | list[str]) -> None:
    with pytest.raises(WrongAnswer):
        check_translation(body, texts)


def stream_of(*events: object) -> bytes:
    return b"".join(b"data:" + json.dumps(event, ensure_ascii=False).encode() + b"\n\n" for event in events)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_a_stream_is_read_however_it_is_cut(size: int) -> None:
    """Cut inside characters too, and with a line separator that JSON does not escape."""
    data = b": keep-alive\n\n" + stream_of({"delta": "Grüß"}, {"delta": "e\u2028!"}, {"translatedText": "Grüße\u2028!"})
    stream = StreamedTranslation()
    for start in range(0, len(data), size):
        stream.feed(data[start : start + size])
    assert stream.deltas == ["Grüß", "e\u2028!"]
    assert stream.text() == "Grüße\u2028!"


@pytest.mark.parametrize(
    ("events", "problem"),
    [
        ([], "without its final event"),
        ([{"delta": "Hallo."}], "after 1 deltas without its final event"),
        ([{"delta": "Hall"}, {"translatedText": "Hallo."}], "the deltas give"),
        ([{"translatedText": ""}], "empty"),
        ([{"delta": "Ha"}, {"error": "the engine broke"}], "the engine broke"),
        ([{"delta": "Hi"}, {"translatedText": "Hi"}, {"delta": "!"}], "follows the final one"),
    ],
)
def test_a_stream_that_ends_badly_is_wrong(events: list[object], problem: str) -> None:
    def read() -> None:
        stream = StreamedTranslation()
        stream.feed(stream_of(*events))
        stream.text()

    with pytest.raises(WrongAnswer, match=problem):
        read()
