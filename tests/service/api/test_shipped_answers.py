"""What depends on what a model says, with the bundles that come with the server."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.live import serving
from tests.readme import ROOT

TEXT = "The teacher bought ten chairs last week."


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with (
        serving([ROOT / "models" / "bundles"]) as server,
        httpx.Client(base_url=server.url, timeout=60, trust_env=False) as client,
    ):
        yield client


def translated(client: httpx.Client, **fields: Any) -> dict[str, Any]:
    response = client.post("/translate", json={"q": TEXT, "source": "en", "target": "de"} | fields)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def test_alternatives_come_with_scores(client: httpx.Client) -> None:
    answer = translated(client, alternatives=3, scores=True)
    texts = [answer["translatedText"], *answer["alternatives"]]
    assert len(set(texts)) == len(texts) == 4
    first, *others = answer["scores"]
    assert first < 0
    assert others == sorted(others, reverse=True)
    assert len(others) == 3


def test_the_score_of_a_translation_is_on_the_same_scale_with_and_without_beams(client: httpx.Client) -> None:
    """Both find the same words, each with their own search."""
    fields = {"q": "Good morning.", "alternatives": 1, "scores": True}
    one, two = translated(client, **fields), translated(client, **fields, num_beams=2)
    assert one["translatedText"] == two["translatedText"]
    assert one["scores"][0] == pytest.approx(two["scores"][0], abs=1e-3)


@pytest.mark.parametrize("num_beams", [None, 2, 4])
def test_the_translation_is_the_same_whatever_number_of_alternatives_is_asked_for(
    client: httpx.Client, num_beams: int | None
) -> None:
    answers = [translated(client, alternatives=number, num_beams=num_beams) for number in range(5)]
    assert len({answer["translatedText"] for answer in answers}) == 1
    assert [len(answer.get("alternatives", [])) for answer in answers] == [0, 1, 2, 3, 4]


def test_a_stream_ends_with_everything_that_was_asked_for(client: httpx.Client) -> None:
    fields = {"alternatives": 2, "scores": True, "alignment": True}
    body = {"q": TEXT, "source": "en", "target": "de", "stream": True} | fields
    last = json.loads(client.post("/translate", json=body).text.strip().rsplit("data:", 1)[1])
    whole = translated(client, **fields)
    assert {name: last[name] for name in whole} == whole


@pytest.mark.parametrize("num_beams", [1, 2, 8])
def test_a_stream_is_its_deltas_and_they_are_the_whole_answer(client: httpx.Client, num_beams: int) -> None:
    fields = {"q": f"{TEXT}\n\n  Good morning. ", "source": "en", "target": "de", "num_beams": num_beams}
    events = [
        json.loads(event.removeprefix("data:"))
        for event in client.post("/translate", json=fields | {"stream": True}).text.strip().split("\n\n")
    ]
    *deltas, last = events
    assert len(deltas) > 2
    whole = translated(client, **fields)
    assert "".join(event["delta"] for event in deltas) == last["translatedText"] == whole["translatedText"]
    assert last["finishReason"] == "stop"


def test_an_alignment_has_the_texts_of_its_tokens(client: httpx.Client) -> None:
    answer = translated(client, alignment=True)
    [sentence] = answer["alignment"]
    assert "".join(sentence["source"]).removesuffix("</s>") == TEXT
    assert "".join(sentence["target"]).removesuffix("</s>") == answer["translatedText"]


def test_inline_tags_go_with_their_words(client: httpx.Client) -> None:
    html = '<p>The <a href="/t?a=1&amp;b=2">teacher</a> bought <b>ten chairs</b> last week.</p>'
    text = translated(client, q=html, format="html")["translatedText"]
    assert '<a href="/t?a=1&amp;b=2">Lehrer' in text
    assert "<b>zehn Stühle</b>" in text
    assert text.startswith("<p>")
    assert text.endswith("</p>")


def test_terms_stay_or_become_what_they_have_to(client: httpx.Client) -> None:
    kept = translated(client, q="Give the Blue Lamp to the teacher.", no_translate=["Blue Lamp"])
    assert "Blue Lamp" in kept["translatedText"]
    changed = translated(client, glossary={"teacher": "Lehrkraft"})
    assert "Lehrkraft" in changed["translatedText"]


def test_choices_of_a_chat_are_the_alternatives(client: httpx.Client) -> None:
    body = {"model": "en-de", "messages": [{"role": "user", "content": TEXT}], "n": 3}
    choices = client.post("/v1/chat/completions", json=body).json()["choices"]
    expected = translated(client, alternatives=2)
    assert [choice["message"]["content"] for choice in choices] == [
        expected["translatedText"],
        *expected["alternatives"],
    ]
    assert {choice["finish_reason"] for choice in choices} == {"stop"}


def test_a_tensor_has_its_terms_kept_too(client: httpx.Client) -> None:
    terms = {"no_translate": ["Blue Lamp"], "glossary": {"teacher": "Lehrkraft"}}
    texts = ["Give the Blue Lamp to the teacher.", TEXT]
    tensor = {"name": "text", "shape": [2], "datatype": "BYTES", "data": texts}
    response = client.post("/v2/models/en-de/infer", json={"inputs": [tensor], "parameters": terms})
    assert response.json()["outputs"][0]["data"] == translated(client, q=texts, **terms)["translatedText"]
