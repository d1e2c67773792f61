"""What depends on what a model says, with the bundles that come with the server."""

from typing import Any

import httpx
import pytest

from tests.shipped import answer_to, events_of, posted, request_for, streamed_answer_to

TEXT = "The teacher bought ten chairs last week."


def translated(client: httpx.Client, **fields: Any) -> dict[str, Any]:
    return answer_to(client, request_for(TEXT, **fields))


def test_alternatives_come_with_scores(shipped_client: httpx.Client) -> None:
    answer = translated(shipped_client, alternatives=3, scores=True)
    texts = [answer["translatedText"], *answer["alternatives"]]
    assert len(set(texts)) == len(texts) == 4
    first, *others = answer["scores"]
    assert first < 0
    assert others == sorted(others, reverse=True)
    assert len(others) == 3


def test_the_score_of_a_translation_is_on_the_same_scale_with_and_without_beams(shipped_client: httpx.Client) -> None:
    """Both find the same words, each with their own search."""
    fields = {"q": "Good morning.", "alternatives": 1, "scores": True}
    one, two = translated(shipped_client, **fields), translated(shipped_client, **fields, num_beams=2)
    assert one["translatedText"] == two["translatedText"]
    assert one["scores"][0] == pytest.approx(two["scores"][0], abs=1e-3)


@pytest.mark.parametrize("num_beams", [None, 2, 4])
def test_the_translation_is_the_same_whatever_number_of_alternatives_is_asked_for(
    shipped_client: httpx.Client, num_beams: int | None
) -> None:
    answers = [translated(shipped_client, alternatives=number, num_beams=num_beams) for number in range(5)]
    assert len({answer["translatedText"] for answer in answers}) == 1
    assert [len(answer.get("alternatives", [])) for answer in answers] == [0, 1, 2, 3, 4]


def test_a_stream_ends_with_everything_that_was_asked_for(shipped_client: httpx.Client) -> None:
    fields = {"alternatives": 2, "scores": True, "alignment": True}
    last = streamed_answer_to(shipped_client, request_for(TEXT, **fields))
    whole = translated(shipped_client, **fields)
    assert {name: last[name] for name in whole} == whole


@pytest.mark.parametrize("num_beams", [1, 2, 8])
def test_a_stream_is_its_deltas_and_they_are_the_whole_answer(shipped_client: httpx.Client, num_beams: int) -> None:
    body = request_for(f"{TEXT}\n\n  Good morning. ", num_beams=num_beams)
    *deltas, last = events_of(posted(shipped_client, "/translate", body | {"stream": True}))
    assert len(deltas) > 2
    whole = answer_to(shipped_client, body)
    assert "".join(event["delta"] for event in deltas) == last["translatedText"] == whole["translatedText"]
    assert last["finishReason"] == "stop"


def test_an_alignment_has_the_texts_of_its_tokens(shipped_client: httpx.Client) -> None:
    answer = translated(shipped_client, alignment=True)
    [sentence] = answer["alignment"]
    assert "".join(sentence["source"]).removesuffix("</s>") == TEXT
    assert "".join(sentence["target"]).removesuffix("</s>") == answer["translatedText"]


def test_inline_tags_go_with_their_words(shipped_client: httpx.Client) -> None:
    html = '<p>The <a href="/t?a=1&amp;b=2">teacher</a> bought <b>ten chairs</b> last week.</p>'
    text = translated(shipped_client, q=html, format="html")["translatedText"]
    assert '<a href="/t?a=1&amp;b=2">Lehrer' in text
    assert "<b>zehn Stühle</b>" in text
    assert text.startswith("<p>")
    assert text.endswith("</p>")


def test_terms_stay_or_become_what_they_have_to(shipped_client: httpx.Client) -> None:
    kept = translated(shipped_client, q="Give the Blue Lamp to the teacher.", no_translate=["Blue Lamp"])
    assert "Blue Lamp" in kept["translatedText"]
    changed = translated(shipped_client, glossary={"teacher": "Lehrkraft"})
    assert "Lehrkraft" in changed["translatedText"]


def test_choices_of_a_chat_are_the_alternatives(shipped_client: httpx.Client) -> None:
    body = {"model": "en-de", "messages": [{"role": "user", "content": TEXT}], "n": 3}
    choices = shipped_client.post("/v1/chat/completions", json=body).json()["choices"]
    expected = translated(shipped_client, alternatives=2)
    assert [choice["message"]["content"] for choice in choices] == [
        expected["translatedText"],
        *expected["alternatives"],
    ]
    assert {choice["finish_reason"] for choice in choices} == {"stop"}


def test_a_tensor_has_its_terms_kept_too(shipped_client: httpx.Client) -> None:
    terms = {"no_translate": ["Blue Lamp"], "glossary": {"teacher": "Lehrkraft"}}
    texts = ["Give the Blue Lamp to the teacher.", TEXT]
    tensor = {"name": "text", "shape": [2], "datatype": "BYTES", "data": texts}
    response = shipped_client.post("/v2/models/en-de/infer", json={"inputs": [tensor], "parameters": terms})
    assert response.json()["outputs"][0]["data"] == translated(shipped_client, q=texts, **terms)["translatedText"]
