"""What goes wrong is said in words, with what to do about it, and the page goes on."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from tests.live import LiveServer, serving
from tests.web.visiting import Visit


@contextmanager
def visited(context: BrowserContext, bundles: list[Path], *flags: str) -> Iterator[tuple[Visit, LiveServer]]:
    """The page of a server of its own."""
    with serving(bundles, *flags) as server:
        visit = Visit(context.new_page())
        visit.open(server.url)
        visit.choose("en", "de")
        yield visit, server


def start(visit: Visit, text: str = "dog") -> None:
    """Ask for a translation that does not come."""
    visit.page.fill("#source", text)
    visit.page.click("#translate")


def test_a_refused_request_shows_the_sentence_of_the_server(visit: Visit) -> None:
    visit.choose("en", "de")
    start(visit, "a" * 20_001)
    assert visit.problem == "The server refused this. Invalid request: request (20001) exceeds text limit (20000)"
    expect(visit.page.locator("#count")).to_have_class("count over")
    assert not visit.page.locator("#problem button").is_visible()
    visit.forgive_failed_requests()
    visit.translate("dog")


def test_a_server_that_is_gone(context: BrowserContext, bundles: list[Path]) -> None:
    with visited(context, bundles) as (visit, server):
        server.stop()
        start(visit)
        assert visit.problem == ("The server cannot be reached. Check that it runs and that you are connected.")
        visit.forgive_failed_requests()
        assert visit.complaints == []


def test_who_asks_too_often_is_told_when_to_come_back(context: BrowserContext, bundles: list[Path]) -> None:
    with visited(context, bundles, "--rate-limit", "1/minute") as (visit, _):
        visit.translate("dog")
        start(visit)
        assert visit.problem.startswith("The server is busy. ")
        expect(visit.page.locator("#problem")).to_contain_text("Try again in")
        expect(visit.page.locator("#problem button")).to_have_text("Try again")
        visit.forgive_failed_requests()


def test_a_key_is_asked_for_where_one_is_needed_and_is_not_shown(context: BrowserContext, bundles: list[Path]) -> None:
    with visited(context, bundles, "--api-keys", "secret") as (visit, _):
        start(visit)
        assert visit.problem != ""
        visit.forgive_failed_requests()
        visit.page.get_by_label("API key").fill("wrong")
        start(visit)
        expect(visit.page.locator("#problem")).to_contain_text("The server wants a valid API key.")
        visit.page.get_by_label("API key").fill("secret")
        visit.translate("dog")
        assert "secret" not in visit.page.inner_text("#curl")
        assert "$DRAGOMAN_API_KEY" in visit.page.inner_text("#curl")


def test_where_no_key_is_needed_none_is_asked_for(visit: Visit) -> None:
    assert not visit.page.get_by_label("API key").is_visible()


def test_while_the_server_loads_the_page_waits_for_it(context: BrowserContext, server: LiveServer) -> None:
    """The first answer is the one of a server that loads, the next ones are those of the real server."""
    visit = Visit(context.new_page())
    loading = json.dumps({"error": "still loading: tiny-en-de"})
    headers = {"Retry-After": "1", "Content-Type": "application/json"}
    visit.page.route("**/languages", lambda route: route.fulfill(status=503, body=loading, headers=headers), times=1)
    visit.page.goto(server.url)
    assert visit.problem == (
        "The server is still loading its models. The page goes on by itself when it is ready. still loading: tiny-en-de"
    )
    visit.page.wait_for_selector("#target-language option", state="attached")
    expect(visit.page.locator("#problem")).to_be_hidden()
    visit.choose("en", "de")
    visit.translate("dog")


def test_a_connection_that_breaks_leaves_what_came_and_says_so(context: BrowserContext, bundles: list[Path]) -> None:
    with visited(context, bundles, "--max-rows", "1", "--workers", "1") as (visit, server):
        start(visit, "".join(f"The child sees {number} dogs.\n" for number in range(500)))
        visit.page.wait_for_selector("#output:not(:empty)")
        server.process.kill()
        assert visit.problem == "The connection broke before the end."
        assert visit.output != ""
        visit.forgive_failed_requests()


def test_an_error_inside_a_stream_is_shown(visit: Visit) -> None:
    """No worker fails at will: this answer is made up."""
    body = 'data:{"delta":"Ein Hund. "}\n\ndata:{"error":"the worker failed"}\n\n'
    headers = {"Content-Type": "text/event-stream"}
    visit.page.route("**/translate", lambda route: route.fulfill(body=body, headers=headers))
    visit.choose("en", "de")
    start(visit)
    assert visit.problem == "The server failed at this. the worker failed"
    assert visit.output == "Ein Hund. "


def test_an_answer_that_is_not_from_the_server_is_shown_by_its_status(visit: Visit) -> None:
    """A proxy before the server answers in its own words."""
    visit.page.route("**/translate", lambda route: route.fulfill(status=502, body="<html>Bad Gateway</html>"))
    visit.choose("en", "de")
    start(visit)
    assert visit.problem == "The server failed at this. 502 Bad Gateway"
    visit.forgive_failed_requests()


def test_trying_again_takes_the_problem_away(visit: Visit) -> None:
    visit.page.route("**/translate", lambda route: route.abort(), times=1)
    visit.choose("en", "de")
    start(visit)
    visit.page.click("#problem button")
    visit.wait_done()
    assert visit.output != ""
    visit.forgive_failed_requests()
