from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.openai.cutting import Cutter
from tests.service.text.fakes import byte_tokenizer

TOKENIZER = byte_tokenizer()  # one token for each byte


def passed(deltas: list[str], cutter: Cutter) -> Iterator[str]:
    for delta in deltas:
        yield cutter.push(delta)
        if cutter.reason:
            return
    yield cutter.flush()


def cut(text: str, *, stops: list[str] | None = None, max_tokens: int | None = None) -> tuple[str, str | None]:
    cutter = Cutter(stops or [], max_tokens, TOKENIZER)
    return "".join(passed([text], cutter)), cutter.reason


def test_without_a_limit_everything_is_passed_on_at_once() -> None:
    cutter = Cutter([], None, TOKENIZER)
    assert [*passed(["a", "bc"], cutter)] == ["a", "bc", ""]
    assert cutter.reason is None


@pytest.mark.parametrize(
    ("text", "stops", "expected"),
    [
        ("one. two", ["."], ("one", "stop")),
        ("one. two", ["two", "one"], ("", "stop")),
        ("one. two", ["three"], ("one. two", None)),
        ("aab", ["ab"], ("a", "stop")),
        ("aa", ["ab"], ("aa", None)),
    ],
)
def test_a_text_ends_before_the_first_stop(text: str, stops: list[str], expected: tuple[str, str | None]) -> None:
    assert cut(text, stops=stops) == expected


def test_what_may_begin_a_stop_is_held_back_until_it_is_known() -> None:
    cutter = Cutter(["END"], None, TOKENIZER)
    assert [cutter.push("one E"), cutter.push("N"), cutter.push("T E")] == ["one ", "", "ENT "]
    assert cutter.flush() == "E"


@pytest.mark.parametrize(("max_tokens", "expected"), [(1, ("a", "length")), (3, ("abc", None)), (9, ("abc", None))])
def test_a_text_has_no_more_tokens_than_asked_for(max_tokens: int, expected: tuple[str, str | None]) -> None:
    assert cut("abc", max_tokens=max_tokens) == expected


def test_no_half_of_a_character_is_shown() -> None:
    assert cut("aä", max_tokens=2) == ("a", "length")


TEXTS = st.lists(st.text("abc.", max_size=4), max_size=12)


@given(deltas=TEXTS, stops=st.lists(st.text("abc.", min_size=1, max_size=3), max_size=3), limit=st.integers(1, 30))
def test_the_answer_does_not_depend_on_how_the_text_comes(deltas: list[str], stops: list[str], limit: int) -> None:
    cutter = Cutter(stops, limit, TOKENIZER)
    streamed = "".join(passed(deltas, cutter))
    assert (streamed, cutter.reason) == cut("".join(deltas), stops=stops, max_tokens=limit)
    assert not any(stop in streamed for stop in stops)
    assert len(streamed) <= limit
