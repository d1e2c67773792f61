"""Files of the commonest kinds through the shipped models: what is said is German, and all else stays."""

from collections.abc import Iterator

import httpx
import pytest

from tests.live import serving
from tests.readme import ROOT

BUNDLES = ROOT / "models" / "bundles"


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with serving([BUNDLES]) as running, httpx.Client(base_url=running.url, timeout=120, trust_env=False) as client:
        yield client


def translated(client: httpx.Client, name: str, text: str) -> str:
    form = {"source": "auto", "target": "de"}
    answer = client.post("/translate_file", files={"file": (name, text.encode())}, data=form)
    assert answer.status_code == 200, answer.text
    return client.get(answer.json()["translatedFileUrl"]).content.decode()


def test_a_page(client: httpx.Client) -> None:
    page = (
        '<!DOCTYPE html>\n<html><head><title>The weather</title></head>\n<body class="a">\n'
        "<p>The weather is <b>beautiful</b> today.</p>\n<pre>The weather</pre>\n"
        '<p>I have <a href="/x">two dogs</a>.</p>'
    )
    result = translated(client, "page.html", page)

    assert result.startswith("<!DOCTYPE html>\n<html><head><title>")
    assert '</title></head>\n<body class="a">\n<p>' in result
    assert "</p>\n<pre>The weather</pre>\n<p>" in result
    assert "<b>schön</b>" in result
    assert "zwei Hunde</a>" in result
    assert result.count("<") == page.count("<")


def test_markdown(client: httpx.Client) -> None:
    text = (
        "# The weather\n\nThe weather is **beautiful** today,\nand I have [two dogs](http://x.y).\n\n"
        "```sh\nthe weather\n```\n\n- I have a cat.\n"
    )
    result = translated(client, "readme.md", text)

    assert result.startswith("# Das Wetter\n\nDas Wetter ist heute **schön**")
    assert "zwei Hunde](http://x.y)" in result
    assert result.endswith("\n\n```sh\nthe weather\n```\n\n- Ich habe eine Katze.\n")


def test_wrapped_text(client: httpx.Client) -> None:
    text = "The weather is beautiful today, and I think that my\ntwo dogs are happy.\n\nThank you.\n"
    first, second = translated(client, "letter.txt", text).split("\n\n")

    assert first.replace("\n", " ").startswith("Das Wetter ist heute schön")
    assert "Hunde glücklich" in first.replace("\n", " ")
    assert len(first.split("\n")) == 2
    assert all(len(line) <= 52 for line in first.split("\n"))
    assert second == "Danke.\n"
