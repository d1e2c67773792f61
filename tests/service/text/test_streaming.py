"""What a stream may send: nothing that might have to go, and everything else at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.text.streaming import HeldBack, Sent, replayed
from tests.service.text.fakes import byte_tokenizer

TOKENIZER = byte_tokenizer()


def ids(text: str) -> list[int]:
    return [3 + byte for byte in text.encode()]


def held_back(source: str, language: str = "de") -> HeldBack:
    return HeldBack(source, language, TOKENIZER)


def sent(translation: str, source: str = "A source.", language: str = "de") -> str:
    return replayed(ids(translation), held_back(source, language)).text


@pytest.mark.parametrize("text", ["Ein Satz.", "Das Brot.", "Küche 😆", "Wir waren da", "x"])
def test_an_ordinary_sentence_is_sent_token_by_token(text: str) -> None:
    back = held_back("A source.")
    deltas = [back.push(token_id) for token_id in ids(text)]
    assert "".join(deltas) == text
    assert len([delta for delta in deltas if delta]) == len(text)


@pytest.mark.parametrize(
    ("translation", "expected"),
    [
        ("so gut, ja,", "so gut, ja"),
        ("so gut, ja, j", "so gut, ja"),  # a comma and a space may be chance, and may be a beginning
        ("so gut, ja, nein", "so gut, ja, nein"),  # it was chance
        ("so sch, sch, sch,", "so sch"),
        ("Schifffahrt", "Schifffahrt"),  # two of one letter may become three
        ("Schifff", "Schif"),
        ("wwwww und mehr", "w"),  # four are too many, whatever follows
        ("nie nie nie nie mehr", "nie n"),
    ],
)
def test_what_says_the_same_again_waits_until_it_says_something_else(translation: str, expected: str) -> None:
    assert sent(translation) == expected


def test_a_copy_is_not_sent_until_it_is_none() -> None:
    assert sent("Jack of all", "Jack of all trades.") == ""
    assert sent("Jack of alles", "Jack of all trades.") == "Jack of alles"


def test_behind_a_character_of_another_script_nothing_is_sent() -> None:
    assert sent("Es ist 这里 und") == "Es ist "
    assert sent("这里 und", language="zh") == "这里 und"


@pytest.mark.parametrize(
    ("translation", "expected"), [("Gut (so) ja", "Gut "), ("Gut „ja“", "Gut "), ("Gut so]", "Gut so"), ("(Gut", "")]
)
def test_from_a_bracket_or_a_quotation_mark_on_nothing_is_sent(translation: str, expected: str) -> None:
    """The source has none, so they may have to go."""
    assert sent(translation) == expected


@pytest.mark.parametrize(("translation", "expected"), [(" ,", ""), ("– ", ""), (", so", ", so"), ("😆 7", "😆 7")])
def test_what_has_no_word_yet_waits_for_one(translation: str, expected: str) -> None:
    assert sent(translation, source="s") == expected


def test_a_full_stop_that_may_go_waits() -> None:
    assert sent("Gut. ", "Good") == "Gut"
    assert sent("Gut. Ja", "Good") == "Gut. Ja"
    assert sent("Gut.", "Good.") == "Gut."


def test_an_end_that_the_source_does_not_have_waits() -> None:
    assert sent("Gut?", "Good.") == "Gut"
    assert sent("Gut? Ja", "Good.") == "Gut? Ja"
    assert sent("Gut?", "Good?") == "Gut?"
    assert sent("Gut,", "Good?") == "Gut"
    assert sent("Gut, ja", "Good?") == "Gut, ja"
    assert sent("Gut,", "Good") == "Gut"
    assert sent("Gut, ja", "Good") == "Gut, ja"
    assert sent("Gut-", "Good.") == "Gut"
    assert sent("Gut:", "Good:") == "Gut:"


def test_what_was_sent_are_whole_tokens_and_whole_characters() -> None:
    assert replayed(ids("gé")[:2], held_back("A source.")) == Sent("g", tuple(ids("g")))
    assert replayed(ids("gé"), held_back("A source.")) == Sent("gé", tuple(ids("gé")))


@given(text=st.text(alphabet="ab, .é😆中", max_size=30), source=st.sampled_from(["ab ab", "A source.", "ab, ab."]))
def test_what_was_sent_grows_and_the_rest_completes_it(text: str, source: str) -> None:
    back = held_back(source)
    deltas = [back.push(token_id) for token_id in ids(text)]
    final = TOKENIZER.decode(ids(text))
    assert "".join(deltas) == back.sent.text == TOKENIZER.decode([*back.sent.token_ids])
    assert back.sent.text + back.rest(final) == final
