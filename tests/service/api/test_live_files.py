"""/translate_file and /download_file as their clients see them."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.live import LiveServer
from tests.service.api.observing import eventually, is_idle

HTML = b"<!DOCTYPE html>\n<title>Title</title>\n<p class='a'>One <b>two</b>.</p>\n<pre>x  y</pre>\n"


def upload(client: httpx.Client, name: str, data: bytes, **fields: str) -> httpx.Response:
    form = {"source": "en", "target": "de"} | fields
    return client.post("/translate_file", files={"file": (name, data)}, data=form)


def refusal(response: httpx.Response) -> str:
    assert response.status_code == 400
    message: str = response.json()["error"]
    return message


def events_in(response: httpx.Response) -> Iterator[dict[str, Any]]:
    return (json.loads(line.removeprefix("data:")) for line in response.iter_lines() if line.startswith("data:"))


def test_a_file_is_translated_and_fetched(client: httpx.Client, server: LiveServer) -> None:
    answer = upload(client, "Seite 1.html", HTML).json()
    fetched = client.get(answer["translatedFileUrl"])

    assert answer["translatedFileUrl"].startswith(f"{server.url}/download_file/")
    assert answer["translatedFileUrl"].endswith(".Seite_1_de.html")
    assert fetched.headers["content-disposition"].startswith("attachment;")
    assert fetched.headers["content-type"] == "application/octet-stream"
    assert fetched.content.startswith(b"<!DOCTYPE html>\n<title>")
    assert fetched.content.endswith(b"</p>\n<pre>x  y</pre>\n")
    assert b"<p class='a'>" in fetched.content
    assert fetched.content != HTML


def test_its_text_is_translated_as_the_text_alone_is(client: httpx.Client) -> None:
    text = "Three words here."
    alone = client.post("/translate", json={"q": text, "source": "en", "target": "de"}).json()["translatedText"]
    url = upload(client, "a.txt", f"  {text}\n\n".encode()).json()["translatedFileUrl"]

    assert client.get(url).text == f"  {alone}\n\n"


def test_progress_comes_before_the_answer(client: httpx.Client) -> None:
    lines = b"".join(b"Line %d is here.\n" % number for number in range(30))
    form = {"source": "en", "target": "de", "stream": "true"}

    with client.stream("POST", "/translate_file", files={"file": ("a.txt", lines)}, data=form) as response:
        events = events_in(response)
        *progress, last = events

    assert progress == [{"unitsDone": number, "unitsTotal": 30} for number in range(1, 31)]
    assert client.get(last["translatedFileUrl"]).text.count("\n") == 30


def test_the_language_of_a_file_is_found(client: httpx.Client) -> None:
    answer = upload(client, "a.txt", "今天天气很好，我们一起去公园散步吧。\n".encode(), source="auto", target="en")

    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("name", "data", "fields", "said"),
    [
        (
            "a.exe",
            b"x",
            {},
            "Invalid request: file format not supported: .exe is no known kind of file; known are .txt",
        ),
        ("README", b"x", {}, "no suffix is no known kind of file"),
        ("a.txt", b"", {}, "Invalid request: empty file"),
        ("a.txt", b"12 + 3\n\n", {}, "there is no text in it"),
        ("a.txt", b"caf\xe9", {}, "line 1: byte 4 of the file is not UTF-8"),
        ("a.txt", b"Guten Tag", {"source": "de"}, "its text is German (de) already"),
        ("a.txt", b"Hello", {"target": "tlh"}, "tlh is not supported"),
        ("a.txt", b"Hello", {"source": ""}, "Invalid request: missing source parameter"),
        ("a.txt", b"Hello", {"target": ""}, "Invalid request: missing target parameter"),
        ("a.txt", b"Hello", {"color": "red"}, "`color` is not a known field"),
        ("a.txt", b"Hello", {"num_beams": "99"}, "`num_beams`"),
    ],
)
def test_what_cannot_be_translated_is_refused(
    client: httpx.Client, name: str, data: bytes, fields: dict[str, str], said: str
) -> None:
    assert said in refusal(upload(client, name, data, **fields))


def test_the_columns_of_a_table_are_named(client: httpx.Client) -> None:
    url = upload(client, "a.csv", b"id,said\n7,Hello there\n", columns="said").json()["translatedFileUrl"]

    assert client.get(url).text.startswith("id,said\n7,")
    assert "no column was named" in refusal(upload(client, "a.csv", b"id,said\n7,Hello\n"))


def test_a_refusal_comes_before_the_stream(client: httpx.Client) -> None:
    assert "there is no text in it" in refusal(upload(client, "a.txt", b"1\n", stream="true"))


def test_a_request_without_a_file_is_refused(client: httpx.Client) -> None:
    fields = {"source": (None, "en"), "target": (None, "de")}

    assert refusal(client.post("/translate_file", files=fields)) == "Invalid request: missing file parameter"
    assert refusal(client.post("/translate_file", data={"target": "de"})) == "Invalid request: missing file parameter"
    assert refusal(client.post("/translate_file")) == "Invalid request: missing file parameter"
    assert client.post("/translate_file", json={}).status_code == 415


def test_a_body_that_breaks_off_is_refused(client: httpx.Client) -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHel'
    response = client.post("/translate_file", content=body, headers={"Content-Type": "multipart/form-data; boundary=x"})

    assert "it ends before its last boundary" in refusal(response)


@pytest.mark.parametrize("name", ["nothing.txt", "..%2F..%2Fetc%2Fpasswd", "%2Fetc%2Fpasswd", "0" * 32])
def test_nothing_else_can_be_fetched(client: httpx.Client, name: str) -> None:
    response = client.get(f"/download_file/{name}")

    assert response.status_code in (400, 404)
    assert "error" in response.json()


def test_a_client_that_leaves_ends_the_work(client: httpx.Client) -> None:
    lines = b"".join(b"Line number %d is quite long and is here.\n" % number for number in range(2000))
    form = {"source": "en", "target": "de", "stream": "true"}
    with client.stream("POST", "/translate_file", files={"file": ("a.txt", lines)}, data=form) as response:
        events = events_in(response)
        assert next(events)["unitsDone"] == 1

    assert eventually(lambda: is_idle(client))


def test_a_file_leaves_room_for_others(client: httpx.Client) -> None:
    """It could fill the queue many times."""
    lines = b"".join(b"Line number %d is quite long and is here.\n" % number for number in range(2000))
    form = {"source": "en", "target": "de", "stream": "true"}
    with client.stream("POST", "/translate_file", files={"file": ("a.txt", lines)}, data=form) as response:
        events = events_in(response)
        next(events)
        assert client.post("/translate", json={"q": "Hello.", "source": "en", "target": "de"}).status_code == 200
        assert next(events)["unitsDone"] < 2000
    assert eventually(lambda: is_idle(client))


def test_the_settings_tell_which_files_are_taken(client: httpx.Client) -> None:
    settings = client.get("/frontend/settings").json()

    assert settings["filesTranslation"] is True
    assert {".txt", ".html"} <= {*settings["supportedFilesFormat"]}
