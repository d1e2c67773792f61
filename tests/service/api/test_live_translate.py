"""POST /translate and GET /languages on a real server."""

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.live import serving
from tests.service.api.observing import events_in

ENGLISH = "The teacher drew ten chairs last week."
GERMAN = "Heute Abend findet der Bauer fünf Fische."
VALID = {"q": ENGLISH, "source": "en", "target": "de"}


def translated(client: httpx.Client, **fields: Any) -> dict[str, Any]:
    response = client.post("/translate", json={**VALID, **fields})
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def without_warnings(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer as LibreTranslate gives it; random weights seldom end a sentence well, which is worth a warning."""
    return {name: value for name, value in answer.items() if name != "warnings"}


def refused(client: httpx.Client, **fields: Any) -> str:
    response = client.post("/translate", json={**VALID, **fields})
    assert response.status_code == 400
    assert list(response.json()) == ["error"]
    text: str = response.json()["error"]
    return text


def test_a_text_gives_a_text(client: httpx.Client) -> None:
    answer = translated(client)
    assert list(without_warnings(answer)) == ["translatedText"]
    assert answer["translatedText"].strip()


def test_the_same_text_gives_the_same_translation_in_every_way_of_sending_it(client: httpx.Client) -> None:
    expected = translated(client)
    multipart = {name: (None, value) for name, value in VALID.items()}
    for response in (
        client.post("/translate", data=VALID),
        client.post("/translate", files=multipart),
        client.post("/translate", params=VALID),
        client.post("/translate", params={"source": "en"}, data={"q": ENGLISH, "target": "de"}),
    ):
        assert response.status_code == 200
        assert response.json() == expected


def test_a_list_gives_a_list_in_order_and_each_item_as_if_it_were_alone(client: httpx.Client) -> None:
    texts = [ENGLISH, "", "Hello.", "  \n"]
    answer = translated(client, q=texts)
    assert answer["translatedText"] == [translated(client, q=[text])["translatedText"][0] for text in texts]
    assert answer["translatedText"][1::2] == ["", "  \n"]


def test_white_space_and_line_breaks_are_kept(client: httpx.Client) -> None:
    text = translated(client, q="  Hello.\r\n\r\n\tWorld. \n\n")["translatedText"]
    assert re.fullmatch(r"  .+\r\n\r\n\t.+ \n\n", text, re.DOTALL)


def test_text_without_anything_to_translate_comes_back_as_it_is(client: httpx.Client) -> None:
    assert translated(client, q=" 😆 … \n") == {"translatedText": " 😆 … \n"}


def test_a_language_is_its_own_target_and_leaves_text_alone(client: httpx.Client) -> None:
    assert translated(client, target="en") == {"translatedText": ENGLISH}


def test_detection_is_told_only_when_it_was_asked_for(client: httpx.Client) -> None:
    answer = translated(client, source="auto")
    detected = answer["detectedLanguage"]
    assert detected["language"] == "en"
    assert 0 < detected["confidence"] <= 100
    assert answer["translatedText"] == translated(client)["translatedText"]


def test_each_text_of_a_list_is_detected_by_itself(client: httpx.Client) -> None:
    """One detection for all of a mixed list once sent every text through the wrong model."""
    answer = translated(client, q=[ENGLISH, GERMAN, "123 😆"], source="auto")
    assert [found["language"] for found in answer["detectedLanguage"]] == ["en", "de", "en"]
    assert answer["detectedLanguage"][2]["confidence"] == 0
    assert answer["translatedText"][0] == translated(client)["translatedText"]
    assert answer["translatedText"][1] == GERMAN


def test_a_language_that_cannot_be_detected_is_worth_a_warning(client: httpx.Client) -> None:
    answer = translated(client, q="Привет", source="auto", target="de")
    assert answer["detectedLanguage"]["confidence"] == 0
    assert answer["warnings"][0]["code"] == "language_unknown"
    assert "English (en)" in answer["warnings"][0]["message"]


def test_a_translation_that_came_to_no_good_end_is_worth_a_warning_with_the_number_of_its_text(
    client: httpx.Client,
) -> None:
    """In a stream, which shows what comes; otherwise a loop is searched for something better."""
    response = client.post("/translate", json={**VALID, "q": ["😆", ENGLISH], "stream": True})
    *_, last = events_in(response)
    assert [(warning["code"], warning["index"]) for warning in last["warnings"]] == [("repetition", 1)]
    assert "was going round in a loop and was ended after" in last["warnings"][0]["message"]


@pytest.mark.parametrize("source", ["zh", "zh-Hans", "ZH-CN", "zh-Hant", "zt"])
def test_chinese_is_read_under_all_of_its_names(client: httpx.Client, source: str) -> None:
    answer = translated(client, q="上周老师画了十把椅子。", source=source, target="en-GB")
    assert (
        answer["translatedText"]
        == translated(client, q="上周老师画了十把椅子。", source="zh", target="en")["translatedText"]
    )


def test_traditional_characters_are_the_same_text_to_the_model(client: httpx.Client) -> None:
    traditional = translated(client, q="上週老師畫了十把椅子。", source="zt", target="en")
    simplified = translated(client, q="上周老师画了十把椅子。", source="zh", target="en")
    assert traditional["translatedText"] == simplified["translatedText"]


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"q": ""}, "Invalid request: missing q parameter"),
        ({"q": []}, "Invalid request: missing q parameter"),
        ({"source": None}, "Invalid request: missing source parameter"),
        ({"target": ""}, "Invalid request: missing target parameter"),
        ({"source": "zz"}, "zz is not supported"),
        ({"target": "zz"}, "zz is not supported"),
        (
            {"target": "zh-Hant"},
            "Chinese (traditional) (zh-Hant) is not available as a target language from English (en)",
        ),
        ({"target": "zh"}, "Chinese (zh-Hans) is not available as a target language from English (en)"),
        ({"source": "de", "target": "en"}, "English (en) is not available as a target language from German (de)"),
        ({"format": "xml"}, "xml format is not supported"),
        ({"alternatives": 8}, "Invalid request: alternatives parameter must be <= 7"),
        ({"q": "x" * 2001}, "Invalid request: request (2001) exceeds text limit (2000)"),
        ({"q": ["x"] * 9}, "Invalid request: request (9) exceeds text limit (8)"),
        ({"q": ["x", "x" * 2001]}, "Invalid request: request (2001) exceeds text limit (2000)"),
    ],
)
def test_refusals_have_the_texts_that_clients_know(client: httpx.Client, fields: dict[str, Any], text: str) -> None:
    assert refused(client, **fields) == text


def test_a_sentence_beyond_the_model_is_split_and_a_warning_has_both_numbers_and_its_place_in_the_list(
    client: httpx.Client,
) -> None:
    warnings = translated(client, q=["Hello.", "and then they ate fish " * 50])["warnings"]
    [warning] = [warning for warning in warnings if warning["code"] == "split"]
    assert re.search(r"has \d{3} tokens, the model takes at most 64", warning["message"])
    assert warning["index"] == 1


def test_parameters_in_two_places_at_once_are_refused(client: httpx.Client) -> None:
    response = client.post("/translate", params={"source": "zh"}, json=VALID)
    assert response.status_code == 400
    assert "query string" in response.json()["error"]


def test_a_stream_is_its_deltas_and_then_the_whole_answer(client: httpx.Client) -> None:
    text = "The teacher drew nine chairs last week.\n\n  Hello. "  # which no cache has yet
    response = client.post("/translate", json={**VALID, "q": text, "stream": True})
    assert response.headers["content-type"].startswith("text/event-stream")
    *deltas, last = events_in(response)
    assert len(deltas) > 2
    assert all(list(event) == ["delta"] for event in deltas)
    assert "".join(event["delta"] for event in deltas) == last["translatedText"]
    assert last["finishReason"] == "repetition"
    assert last["usage"]["sourceTokens"] > 0
    assert last["usage"]["targetTokens"] > last["usage"]["sourceTokens"]
    timings = last["timings"]
    assert 0 < timings["queueSeconds"] < timings["firstDeltaSeconds"] <= timings["totalSeconds"]


def test_a_stream_of_a_list_tells_whose_delta_it_is(client: httpx.Client) -> None:
    response = client.post("/translate", json={**VALID, "q": [ENGLISH, "😆", "No."], "stream": True, "source": "auto"})
    *deltas, last = events_in(response)
    for index, text in enumerate(last["translatedText"]):
        assert "".join(event["delta"] for event in deltas if event["index"] == index) == text
    assert last["finishReason"] == ["repetition", "stop", "length"]
    assert len(last["detectedLanguage"]) == 3


def test_a_stream_that_cannot_begin_is_refused_with_a_proper_status(client: httpx.Client) -> None:
    assert refused(client, stream=True, source="zz") == "zz is not supported"
    assert "text limit" in refused(client, stream=True, q="x" * 2001)


def test_a_stream_may_be_asked_for_in_a_form(client: httpx.Client) -> None:
    response = client.post("/translate", data={**VALID, "stream": "true"})
    assert response.headers["content-type"].startswith("text/event-stream")
    assert "translatedText" in list(events_in(response))[-1]


def test_a_search_finds_something_else_than_the_greedy_way(client: httpx.Client) -> None:
    texts = [f"The teacher drew {number} chairs." for number in ("two", "three", "four", "five", "six", "seven")]
    greedy, searched = (translated(client, q=texts, num_beams=beams)["translatedText"] for beams in (1, 4))
    assert greedy == translated(client, q=texts)["translatedText"]
    assert greedy != searched
    assert searched == [translated(client, q=text, num_beams=4)["translatedText"] for text in texts]


def test_the_number_of_beams_may_come_in_a_form_and_has_its_limit(client: httpx.Client) -> None:
    response = client.post("/translate", data={**VALID, "num_beams": "4"})
    assert response.json() == translated(client, num_beams=4)
    assert refused(client, num_beams=9) == "Invalid request: num_beams parameter must be a whole number from 1 to 8"


def test_the_setting_is_what_a_request_gets_that_does_not_say(client: httpx.Client, bundles: list[Path]) -> None:
    texts = [f"The teacher drew {number} chairs." for number in ("two", "three", "four", "five", "six", "seven")]
    with serving(bundles[1:], environ={"DRAGOMAN_NUM_BEAMS": "4"}) as server:
        body = {"q": texts, "source": "en", "target": "de"}
        response = httpx.post(f"{server.url}/translate", json=body, timeout=60, trust_env=False)
    assert response.json() == translated(client, q=texts, num_beams=4)


def test_a_long_text_is_answered_as_its_sentences_are(client: httpx.Client) -> None:
    """Long enough to be split and tokenised beside the event loop."""
    text = "\n".join([ENGLISH, "Hello."] * 20)
    expected = [translated(client, q=line)["translatedText"] for line in (ENGLISH, "Hello.")]
    assert translated(client, q=text)["translatedText"].split("\n") == expected * 20


def test_languages_are_those_of_the_models(client: httpx.Client) -> None:
    assert client.get("/languages").json() == [
        {"code": "en", "name": "English", "targets": ["de", "en"]},
        {"code": "zh-Hans", "name": "Chinese", "targets": ["en", "zh-Hans"]},
        {"code": "zh-Hant", "name": "Chinese (traditional)", "targets": ["en", "zh-Hant"]},
        {"code": "de", "name": "German", "targets": ["de"]},
    ]


def test_every_language_that_is_listed_can_be_asked_for(client: httpx.Client) -> None:
    for language in client.get("/languages").json():
        for target in language["targets"]:
            assert client.post("/translate", json={"q": "1", "source": language["code"], "target": target}).is_success
