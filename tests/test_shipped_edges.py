"""White space and signs around sentences, and within words, through a real server with the models that come with it."""

import json
from collections.abc import Iterator

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.live import serving
from tests.readme import ROOT
from tests.service.text.strategies import FIRST_SIGNS, SPACES

SENTENCES = st.sampled_from(["The cat sleeps on the sofa.", "We are here", "猫在沙发上睡觉。", "他来了"])


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with (
        serving([ROOT / "models" / "bundles"]) as server,
        httpx.Client(base_url=server.url, timeout=60, trust_env=False) as client,
    ):
        yield client


def translate(client: httpx.Client, text: str, sentence: str) -> str:
    source, target = ("en", "de") if sentence.isascii() else ("zh", "en")
    response = client.post("/translate", json={"q": text, "source": source, "target": target})
    assert response.status_code == 200, response.text
    return str(response.json()["translatedText"])


@settings(deadline=None, max_examples=100)
@given(sentence=SENTENCES, first=SPACES, sign=FIRST_SIGNS, second=SPACES, last=SPACES)
def test_what_is_around_a_sentence_stays(
    client: httpx.Client, sentence: str, first: str, sign: str, second: str, last: str
) -> None:
    before = f"{first}{sign}{second}"
    expected = f"{before}{translate(client, sentence, sentence)}{last}"
    assert translate(client, f"{before}{sentence}{last}", sentence) == expected


@pytest.mark.parametrize("word", ["Germany", "WELCOME", "TOMORROW", "MORNING"])
@pytest.mark.parametrize("stream", [False, True])
def test_letters_set_apart_become_the_letters_of_the_translation(client: httpx.Client, word: str, stream: bool) -> None:
    """They were translated letter by letter."""
    body = {"q": f"\t{' '.join(word)}\n", "source": "en", "target": "de", "stream": stream}
    *_, last = client.post("/translate", json=body).text.strip().splitlines()
    found = json.loads(last.removeprefix("data:"))["translatedText"]
    assert found == f"\t{' '.join(translate(client, word, word))}\n"


@pytest.mark.parametrize("text", ["A B C D", "R Q T Z F"])
def test_letters_that_make_no_word_stay(client: httpx.Client, text: str) -> None:
    assert translate(client, text, text) == text


def test_characters_set_apart_are_words(client: httpx.Client) -> None:
    assert translate(client, "请 勿 吸 烟", "请勿吸烟") == translate(client, "请勿吸烟", "请勿吸烟")
