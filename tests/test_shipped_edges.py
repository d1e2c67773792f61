"""White space and signs around sentences, and within words, through a real server with the models that come with it."""

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.service.text.strategies import FIRST_SIGNS, SPACES
from tests.shipped import answer_to, request_for, streamed_answer_to

SENTENCES = st.sampled_from(["The cat sleeps on the sofa.", "We are here", "猫在沙发上睡觉。", "他来了"])


def translate(client: httpx.Client, text: str) -> str:
    return str(answer_to(client, request_for(text))["translatedText"])


@settings(deadline=None, max_examples=100)
@given(sentence=SENTENCES, first=SPACES, sign=FIRST_SIGNS, second=SPACES, last=SPACES)
def test_what_is_around_a_sentence_stays(
    shipped_client: httpx.Client, sentence: str, first: str, sign: str, second: str, last: str
) -> None:
    before = f"{first}{sign}{second}"
    expected = f"{before}{translate(shipped_client, sentence)}{last}"
    assert translate(shipped_client, f"{before}{sentence}{last}") == expected


@pytest.mark.parametrize("word", ["Germany", "WELCOME", "TOMORROW", "MORNING"])
@pytest.mark.parametrize("stream", [False, True])
def test_letters_set_apart_become_the_letters_of_the_translation(
    shipped_client: httpx.Client, word: str, stream: bool
) -> None:
    """They were translated letter by letter."""
    ask = streamed_answer_to if stream else answer_to
    found = ask(shipped_client, request_for(f"\t{' '.join(word)}\n"))["translatedText"]
    assert found == f"\t{' '.join(translate(shipped_client, word))}\n"


@pytest.mark.parametrize("text", ["A B C D", "R Q T Z F"])
def test_letters_that_make_no_word_stay(shipped_client: httpx.Client, text: str) -> None:
    assert translate(shipped_client, text) == text


def test_characters_set_apart_are_words(shipped_client: httpx.Client) -> None:
    assert translate(shipped_client, "请 勿 吸 烟") == translate(shipped_client, "请勿吸烟")
