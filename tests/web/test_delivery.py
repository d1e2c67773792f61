"""How the page is delivered: from this server alone, under a strict policy, and only when it has changed."""

import re
from pathlib import Path

import httpx
import pytest

from service.text.warnings import WarningCode

FILES = sorted(path.name for path in (Path(__file__).parents[2] / "service" / "web").iterdir())


def test_the_page_is_at_the_root(client: httpx.Client) -> None:
    response = client.get("/")
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert client.head("/").headers["content-length"] == response.headers["content-length"]


@pytest.mark.parametrize("path", ["/", *(f"/web/{name}" for name in FILES)])
def test_a_browser_may_load_from_this_server_only(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    policy = dict(directive.split(" ", 1) for directive in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert {policy[name] for name in ("script-src", "style-src", "img-src", "connect-src")} == {"'self'"}
    assert policy["frame-ancestors"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", *(f"/web/{name}" for name in FILES)])
def test_what_a_browser_has_is_not_sent_again(client: httpx.Client, path: str) -> None:
    first = client.get(path)
    assert first.headers["cache-control"] == "no-cache"
    again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]


@pytest.mark.parametrize("name", FILES)
def test_no_file_names_another_host(client: httpx.Client, name: str) -> None:
    addresses = set(re.findall(r"https?://[^\s\"')]+", client.get(f"/web/{name}").text))
    assert addresses <= {"http://www.w3.org/2000/svg"}  # a name, not an address


@pytest.mark.parametrize("code", [*WarningCode, "option_unused", "unchanged"])
def test_every_warning_has_a_name_and_a_sentence_in_every_language_of_the_page(client: httpx.Client, code: str) -> None:
    texts = client.get("/web/warning_texts.js").text
    assert (texts.count(f"  warning_{code}: "), texts.count(f"  says_{code}:")) == (3, 3)


@pytest.mark.parametrize(
    "path", ["/web/nothing.js", "/web/", "/web/..%2fapi%2fapp.py", "/web/%2e%2e/api/app.py", "/web/.", "/web/%00"]
)
def test_nothing_else_can_be_read(client: httpx.Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert "/docs" in response.json()["error"]
