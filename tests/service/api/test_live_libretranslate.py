"""LibreTranslate's other routes, and what /translate answers beyond a text, on a real server."""

from typing import Any

import httpx
import pytest

ENGLISH = "The teacher drew ten chairs last week."
VALID = {"q": ENGLISH, "source": "en", "target": "de"}


def translated(client: httpx.Client, **fields: Any) -> dict[str, Any]:
    response = client.post("/translate", json=VALID | fields)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def test_a_language_is_detected_from_json_forms_and_queries(client: httpx.Client) -> None:
    [found] = client.post("/detect", json={"q": ENGLISH}).json()
    assert (found["language"], list(found)) == ("en", ["confidence", "language"])
    assert client.post("/detect", data={"q": ENGLISH}).json() == [found]
    assert client.post("/detect", params={"q": ENGLISH}).json() == [found]
    assert client.post("/detect", json={"q": ["上周老师画了十把椅子。", "你好。"]}).json()[0]["language"] == "zh-Hans"
    assert client.post("/detect", json={"q": "123 😆"}).json() == [{"confidence": 0.0, "language": "en"}]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ({}, "Invalid request: missing q parameter"),
        ({"q": ""}, "Invalid request: missing q parameter"),
        ({"q": 5}, "Invalid request: q parameter must be a string or an array of strings"),
        ([], "Invalid JSON format"),
    ],
)
def test_what_cannot_be_detected_is_refused(client: httpx.Client, body: Any, text: str) -> None:
    response = client.post("/detect", json=body)
    assert (response.status_code, response.json()) == (400, {"error": text})


def test_suggestions_are_off(client: httpx.Client) -> None:
    response = client.post("/suggest", json={"q": "a", "s": "b", "source": "en", "target": "de"})
    assert (response.status_code, response.json()) == (403, {"error": "Suggestions are disabled on this server."})


def test_pages_are_told_how_this_server_is_set(client: httpx.Client) -> None:
    settings = client.get("/frontend/settings").json()
    assert settings["charLimit"] == 2000
    assert (settings["apiKeys"], settings["keyRequired"], settings["suggestions"]) == (False, False, False)
    assert settings["language"]["source"] == {"code": "auto", "name": "Auto Detect"}
    assert settings["language"]["target"]["code"] in {"en", "de"}
    assert settings["filesTranslation"] is True
    assert {".txt", ".html", ".srt"} <= set(settings["supportedFilesFormat"])


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/translate"),
        ("GET", "/detect"),
        ("GET", "/suggest"),
        ("POST", "/languages"),
        ("POST", "/frontend/settings"),
    ],
)
def test_the_wrong_method_is_told(client: httpx.Client, method: str, path: str) -> None:
    response = client.request(method, path)
    assert response.status_code == 405
    assert list(response.json()) == ["error"]


def test_html_keeps_its_structure(client: httpx.Client) -> None:
    html = f'<!-- x --><h1 id="a">{ENGLISH}</h1>\n<p>Hello.<br>Hello.</p><script>if (a < b) {{}}</script>'
    text = translated(client, q=html, format="html")["translatedText"]
    plain = translated(client, q=[ENGLISH, "Hello."])["translatedText"]
    assert text.startswith('<!-- x --><h1 id="a">')
    assert text.endswith("</p><script>if (a < b) {}</script>")
    assert text.count("<br>") == 1
    assert plain[0].strip() in text.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")


def test_html_without_text_is_as_it_was(client: httpx.Client) -> None:
    html = "<br><!-- nothing --><img src='x'>"
    assert translated(client, q=html, format="html") == {"translatedText": html}
    assert translated(client, q=[html, ""], format="html")["translatedText"] == [html, ""]


def test_each_document_of_a_list_is_detected_by_all_of_its_text(client: httpx.Client) -> None:
    """A short cell says nothing about its language; the page that it stands in does."""
    pages = [f"<p>{ENGLISH}</p><td>OK</td>", "<p>Heute Abend findet der Bauer fünf Fische.</p><td>OK</td>"]
    answer = translated(client, q=pages, format="html", source="auto")
    assert [found["language"] for found in answer["detectedLanguage"]] == ["en", "de"]
    assert answer["translatedText"][1] == pages[1]


def test_more_units_than_a_request_may_have_texts_are_no_problem(client: httpx.Client) -> None:
    """The limit is 8 here."""
    html = "".join(
        f"<li>Hello {word}.</li>"
        for word in ("one", "two", "three", "four", "five", "six", "seven", "ten", "ten", "ten")
    )
    assert translated(client, q=html, format="html")["translatedText"].count("<li>") == 10


def test_the_limits_hold_for_html_with_its_tags(client: httpx.Client) -> None:
    response = client.post("/translate", json=VALID | {"q": "<br>" * 501, "format": "html"})
    assert response.json() == {"error": "Invalid request: request (2004) exceeds text limit (2000)"}


def test_alternatives_of_html_are_none(client: httpx.Client) -> None:
    answer = translated(client, q="<p>Hello.</p>", format="html", alternatives=2)
    assert answer["alternatives"] == []
    assert "option_unused" in [warning["code"] for warning in answer["warnings"]]


def test_alternatives_of_a_list_are_lists(client: httpx.Client) -> None:
    answer = translated(client, q=[ENGLISH, "😆"], alternatives=1, source="auto")
    assert [len(texts) for texts in answer["alternatives"]] == [1, 0]
    assert len(answer["detectedLanguage"]) == 2


def test_an_alignment_tells_where_each_token_looked(client: httpx.Client) -> None:
    answer = translated(client, q=f"{ENGLISH} Hello.", alignment=True)
    assert len(answer["alignment"]) == 2
    for sentence in answer["alignment"]:
        assert len(sentence["weights"]) == len(sentence["target"])
        for row in sentence["weights"]:
            assert len(row) == len(sentence["source"])
            assert sum(row) == pytest.approx(1, abs=0.01)
            assert row == [round(weight, 4) for weight in row]
    assert translated(client, q=["Hello.", "😆"], alignment=True)["alignment"][1] == []
