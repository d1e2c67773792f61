import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.tokens import TokenWriter
from service.engine.events import TokenEvent
from tests.service.text.fakes import EOS, byte_tokenizer


def written(data: bytes, *, ends: bool = False) -> TokenWriter:
    writer = TokenWriter(byte_tokenizer())
    for byte in data:
        writer.push(TokenEvent(3 + byte, -0.5))
    if ends:
        writer.push(TokenEvent(EOS, -0.1))
    writer.end()
    return writer


def test_each_token_has_its_id_its_text_and_its_log_probability() -> None:
    writer = written(b"ab")
    assert [token.model_dump() for token in writer.tokens] == [
        {"id": 3 + ord("a"), "text": "a", "logprob": -0.5, "special": False},
        {"id": 3 + ord("b"), "text": "b", "logprob": -0.5, "special": False},
    ]


def test_a_special_token_is_shown_by_name_and_is_not_in_the_text() -> None:
    writer = written(b"a", ends=True)
    assert writer.text == "a"
    assert (writer.tokens[-1].text, writer.tokens[-1].special) == ("</s>", True)


@given(data=st.binary(min_size=1, max_size=12))
def test_the_texts_of_the_tokens_are_the_text(data: bytes) -> None:
    writer = written(data)
    assert "".join(token.text for token in writer.tokens) == writer.text
    assert writer.text == byte_tokenizer().decode([3 + byte for byte in data])


def test_a_character_stands_with_the_token_that_completes_it() -> None:
    assert [token.text for token in written("aé".encode()).tokens] == ["a", "", "é"]


def test_half_a_character_shows_in_the_last_token() -> None:
    assert [token.text for token in written("é".encode()[:1]).tokens] == ["\ufffd"]


def test_the_name_of_a_special_token_stays_what_it_is_behind_half_a_character() -> None:
    writer = written("é".encode()[:1], ends=True)
    assert [token.text for token in writer.tokens] == ["", "</s>"]
    assert writer.text == "\ufffd"


def test_the_likeliest_tokens_of_each_step_are_shown_as_they_are() -> None:
    writer = TokenWriter(byte_tokenizer())
    event = writer.event(TokenEvent(3 + ord(" "), -0.2, top=((3 + ord(" "), -0.2), (EOS, -1.5))))
    assert event.token.text == ""  # the text has no space in front
    assert [(token.text, token.logprob, token.special) for token in event.top_tokens] == [
        (" ", -0.2, False),
        ("</s>", -1.5, True),
    ]
    assert writer.top_tokens == [event.top_tokens]


def test_alignment_has_six_digits_and_is_there_only_when_it_was_asked_for() -> None:
    writer = TokenWriter(byte_tokenizer())
    token = writer.push(TokenEvent(5, -0.2, alignment=np.array([0.123456789, 0.876543211], np.float32)))
    assert token.model_dump()["alignment"] == [0.123457, 0.876543]
    assert "alignment" not in writer.push(TokenEvent(5, -0.2)).model_dump()


def test_events_are_numbered_from_one() -> None:
    writer = TokenWriter(byte_tokenizer())
    assert [writer.event(TokenEvent(5, -0.2)).index for _ in range(3)] == [1, 2, 3]


@pytest.mark.parametrize("logprob", [-0.5, None])
def test_a_log_probability_that_nobody_asked_for_is_null(logprob: float | None) -> None:
    writer = TokenWriter(byte_tokenizer())
    assert writer.push(TokenEvent(5, logprob)).logprob == logprob
