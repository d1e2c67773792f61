"""The `deepl` package against a real server."""

import re
from collections.abc import Iterator
from typing import Any

import deepl
import httpx
import pytest
from deepl import http_client

from tests.live import LiveServer

TEXT = "The teacher drew ten chairs last week."


@pytest.fixture
def api(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[deepl.DeepLClient]:
    monkeypatch.setattr(http_client, "max_network_retries", 0)
    api = deepl.DeepLClient("any-key", server_url=server.url)
    yield api
    api.close()


def libre(client: httpx.Client, text: str, **fields: object) -> str:
    body = {"q": text, "source": "en", "target": "de"} | fields
    translated: str = client.post("/translate", json=body).json()["translatedText"]
    return translated


def only(result: deepl.TextResult | list[deepl.TextResult]) -> deepl.TextResult:
    assert isinstance(result, deepl.TextResult)
    return result


def test_a_text_gives_a_text(api: deepl.DeepLClient, client: httpx.Client) -> None:
    result = only(api.translate_text(TEXT, target_lang="DE"))
    assert result.text == libre(client, TEXT)
    assert (result.detected_source_lang, result.billed_characters) == ("EN", len(TEXT))


def test_texts_are_translated_each_by_itself(api: deepl.DeepLClient, client: httpx.Client) -> None:
    results = api.translate_text([TEXT, "", "Hello."], source_lang="EN", target_lang="DE")
    assert isinstance(results, list)
    assert [result.text for result in results] == [libre(client, TEXT), "", libre(client, "Hello.")]


def test_regional_targets_are_taken(api: deepl.DeepLClient, client: httpx.Client) -> None:
    text = "上周老师画了十把椅子。"
    expected = libre(client, text, source="zh", target="en")
    for target in ("EN-GB", "EN-US"):
        result = only(api.translate_text(text, source_lang="ZH", target_lang=target))
        assert (result.text, result.detected_source_lang) == (expected, "ZH")


@pytest.mark.parametrize(("mode", "expected"), [("0", "0"), ("1", "1"), ("nonewlines", "nonewlines")])
def test_sentences_are_split_as_asked_for(
    api: deepl.DeepLClient, client: httpx.Client, mode: str, expected: str
) -> None:
    text = "Hello there.\nThe teacher\ndrew ten chairs."
    result = only(api.translate_text(text, source_lang="EN", target_lang="DE", split_sentences=mode))
    assert result.text == libre(client, text, split_sentences=expected)


def test_html_keeps_its_tags(api: deepl.DeepLClient) -> None:
    page = '<p class="x">The teacher drew ten chairs.</p><pre>code &amp; all</pre>'
    result = only(api.translate_text(page, source_lang="EN", target_lang="DE", tag_handling="html"))
    assert result.text.startswith('<p class="x">')
    assert result.text.endswith("</p><pre>code &amp; all</pre>")


def test_xml_keeps_its_tags_and_what_is_in_ignored_ones(api: deepl.DeepLClient) -> None:
    xml = "<doc><par>The teacher drew ten chairs.</par><par>Hello.</par><raw>x &lt; y</raw></doc>"
    result = api.translate_text(
        xml,
        source_lang="EN",
        target_lang="DE",
        tag_handling="xml",
        splitting_tags=["par"],
        non_splitting_tags="i,b",
        ignore_tags="raw",
    )
    text = only(result).text
    assert text.startswith("<doc><par>")
    assert text.endswith("</par><raw>x &lt; y</raw></doc>")
    assert text.count("<par>") == 2


@pytest.mark.parametrize(
    ("options", "texts"),
    [
        ({}, [TEXT, "Hello."]),
        ({"outline_detection": True}, [TEXT, "Hello."]),
        ({"outline_detection": False, "splitting_tags": ["title", "par"]}, [TEXT, "Hello."]),
        ({"outline_detection": False, "splitting_tags": "par"}, [TEXT, "Hello."]),
        ({"outline_detection": False}, [TEXT + "Hello."]),
        ({"non_splitting_tags": ["title", "par"]}, [TEXT + "Hello."]),
    ],
)
def test_the_outline_of_xml_is_detected_unless_it_is_not_wanted(
    api: deepl.DeepLClient, options: dict[str, Any], texts: list[str]
) -> None:
    xml = f"<doc><title>{TEXT}</title><par>Hello.</par></doc>"
    fields = {"source_lang": "EN", "target_lang": "DE", "tag_handling": "xml", "split_sentences": "0"} | options
    result = only(api.translate_text(xml, **fields))
    alone = api.translate_text(texts, source_lang="EN", target_lang="DE", tag_handling="xml", split_sentences="0")
    assert isinstance(alone, list)
    assert re.sub("<[^>]*>", "", result.text) == "".join(text.text for text in alone)
    assert sorted(re.findall("<[^>]*>", result.text)) == sorted(re.findall("<[^>]*>", xml))


def test_an_element_without_content_splits_where_that_is_asked_for(api: deepl.DeepLClient) -> None:
    fields: dict[str, Any] = {"source_lang": "EN", "target_lang": "DE", "tag_handling": "xml", "split_sentences": "0"}
    one, other = (only(api.translate_text(text, **fields)).text for text in (TEXT, "Hello."))
    result = only(api.translate_text(f"<p>{TEXT}<br/>Hello.</p>", splitting_tags=["br"], **fields))
    assert result.text == f"<p>{one}<br/>{other}</p>"


@pytest.mark.parametrize("value", [True, "0", "1", False])
def test_the_outline_of_what_is_no_xml_is_told_to_have_no_effect(client: httpx.Client, value: object) -> None:
    fields = {"text": [TEXT], "source_lang": "EN", "target_lang": "DE", "outline_detection": value}
    unused = [warning.get("param") for warning in client.post("/v2/translate", json=fields).json()["warnings"]]
    assert "outline_detection" in unused
    without = client.post("/v2/translate", json=fields | {"tag_handling": "xml"}).json().get("warnings", [])
    assert "outline_detection" not in [warning.get("param") for warning in without]


def test_what_is_no_xml_is_refused_with_its_place(api: deepl.DeepLClient) -> None:
    with pytest.raises(deepl.DeepLException, match=r"text\[1\]: the text is not well-formed XML"):
        api.translate_text(["<a>b</a>", "<a>b"], source_lang="EN", target_lang="DE", tag_handling="xml")


def test_what_has_no_effect_is_accepted_and_named(api: deepl.DeepLClient, client: httpx.Client) -> None:
    options = {"context": "A school.", "formality": "prefer_more", "preserve_formatting": True}
    expected = only(api.translate_text(TEXT, target_lang="DE")).text
    assert only(api.translate_text(TEXT, target_lang="DE", **options)).text == expected  # type: ignore[arg-type]
    answer = client.post("/v2/translate", json={"text": [TEXT], "source_lang": "EN", "target_lang": "DE"} | options)
    unused = [warning["param"] for warning in answer.json()["warnings"] if warning["code"] == "option_unused"]
    assert unused == ["context", "formality"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"formality": "more"}, "`formality` is not supported"),
        ({"glossary": "g"}, "`glossary_id` is not supported"),
        ({"custom_instructions": ["Be kind."]}, "`custom_instructions` is not supported"),
        ({"extra_body_parameters": {"outline_detection": "some"}}, "`outline_detection`"),
        ({"tag_handling": "html", "splitting_tags": "p"}, "only for `tag_handling`: xml"),
        ({"target_lang": "XX"}, "xx is not supported|XX is not supported"),
        ({"source_lang": "DE", "target_lang": "EN-GB"}, "not available as a target language"),
        ({"extra_body_parameters": {"nonsense": 1}}, "`nonsense` is not a known field"),
    ],
)
def test_what_cannot_be_done_is_refused(api: deepl.DeepLClient, options: dict[str, object], message: str) -> None:
    fields = {"source_lang": "EN", "target_lang": "DE"} | options
    with pytest.raises(deepl.DeepLException, match=message):
        api.translate_text(TEXT, **fields)  # type: ignore[arg-type]


def test_languages_can_be_asked_for(api: deepl.DeepLClient) -> None:
    assert [language.code for language in api.get_source_languages()] == ["EN", "ZH"]
    targets = {language.code: language for language in api.get_target_languages()}
    assert list(targets) == ["DE", "EN-GB", "EN-US"]
    assert targets["DE"].supports_formality is False
    for code in targets:
        source = "ZH" if code.startswith("EN") else "EN"
        assert only(api.translate_text("Hello.", source_lang=source, target_lang=code)).text


def test_usage_counts_characters_and_has_no_limit(api: deepl.DeepLClient) -> None:
    before = api.get_usage().character.count
    api.translate_text(TEXT, target_lang="DE")
    after = api.get_usage()
    assert before is not None
    assert after.character.count == before + len(TEXT)
    assert after.any_limit_reached is False


def test_a_form_may_have_several_texts(client: httpx.Client) -> None:
    fields = {"text": [TEXT, "Hello."], "source_lang": "EN", "target_lang": "DE"}
    answer = client.post("/v2/translate", data=fields)
    assert answer.json() == client.post("/v2/translate", json=fields).json()
    assert client.get("/v2/languages", params={"type": "nonsense"}).json() == {
        "message": "`type` must be source or target"
    }
