"""A file goes into the page, its progress is shown, and its translation can be fetched."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import BrowserContext, FilePayload, expect

from tests.live import serving
from tests.web.visiting import Visit

LINES = "The child sees the dog.\n\nThe dog sees the child.\n"


def choose(visit: Visit, text: str, name: str = "a story.txt") -> None:
    """Choose a file with this text."""
    visit.choose("en", "de")
    payload: FilePayload = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    visit.page.set_input_files("#file", payload)


def fetched(visit: Visit) -> tuple[str, str]:
    """The name and the text of what the link leads to."""
    with visit.page.expect_download() as download:
        visit.page.click("#file-state a")
    return download.value.suggested_filename, Path(download.value.path()).read_text("utf-8")


def test_a_file_comes_back_translated(visit: Visit, client: httpx.Client) -> None:
    choose(visit, LINES)
    expect(visit.page.locator("#file-name")).to_have_text("a story.txt")
    visit.page.click("#file-translate")
    name, text = fetched(visit)
    assert name == "a story_de.txt"
    body = {"q": LINES, "source": "en", "target": "de"}
    assert text == client.post("/translate", json=body).json()["translatedText"]
    expect(visit.page.locator("#file-progress")).to_be_hidden()
    assert "-F 'file=@\"a story.txt\"'" in visit.page.inner_text("#curl")


def test_what_can_be_read_is_what_is_offered(visit: Visit, client: httpx.Client) -> None:
    suffixes: list[str] = client.get("/frontend/settings").json()["supportedFilesFormat"]
    assert visit.page.get_attribute("#file", "accept") == ",".join(suffixes)
    expect(visit.page.locator("#formats")).to_contain_text(", ".join(suffixes))


def test_warnings_about_a_file_are_shown(visit: Visit) -> None:
    """Random weights seldom come to an end, so that there is something to warn of."""
    visit.choose("en", "de")
    visit.translate(LINES)
    expect(visit.page.locator("#warnings li").first).to_be_visible()
    choose(visit, LINES)
    visit.page.click("#file-translate")
    visit.page.wait_for_selector("#file-state a")
    expect(visit.page.locator("#file-warnings li").first).to_be_visible()
    assert visit.violations() == []


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("story.xyz", LINES, ".xyz is no known kind of file"),
        ("empty.txt", "\n", "no text"),
        ("broken.json", "{", "line 1, column 2"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_in_words(visit: Visit, name: str, text: str, words: str) -> None:
    choose(visit, text, name)
    visit.page.click("#file-translate")
    expect(visit.page.locator("#file-problem")).to_contain_text("The server refused this.")
    assert words in visit.page.inner_text("#file-problem")
    visit.forgive_failed_requests()


@pytest.fixture
def slow_visit(context: BrowserContext, bundles: list[Path]) -> Iterator[Visit]:
    """The page of a server that decodes one sentence at a time."""
    with serving(bundles, "--max-rows", "1", "--workers", "1") as server:
        visit = Visit(context.new_page())
        visit.open(server.url)
        yield visit
        assert visit.complaints == []


def test_progress_is_seen_before_the_end_and_a_file_can_be_stopped(slow_visit: Visit) -> None:
    choose(slow_visit, "".join(f"The child sees {number} dogs.\n\n" for number in range(1000)))
    slow_visit.page.click("#file-translate")
    slow_visit.page.wait_for_selector("#file-progress progress[value]:not([value='0'])")
    assert re.fullmatch(r"[1-9]\d* of 1,000 parts", slow_visit.page.inner_text("#file-progress span"))
    slow_visit.page.click("#file-stop")
    expect(slow_visit.page.locator("#file-progress")).to_be_hidden()
    expect(slow_visit.page.locator("#file-translate")).to_be_enabled()
    expect(slow_visit.page.locator("#file-state")).to_be_empty()


def test_the_columns_of_a_table_are_asked_for(visit: Visit) -> None:
    choose(visit, "id,title\n1,The child sees the dog.\n", "table.csv")
    expect(visit.page.locator("#columns")).to_be_visible()
    assert visit.violations() == []
    visit.page.click("#file-translate")
    expect(visit.page.locator("#columns:invalid")).to_be_focused()
    visit.page.fill("#columns", "id, title")
    visit.page.click("#file-translate")
    name, text = fetched(visit)
    assert name == "table_de.csv"
    assert text.startswith("id,title\n1,")
    assert "columns=id, title" in visit.page.inner_text("#curl")
    choose(visit, LINES)
    expect(visit.page.locator("#columns")).to_be_hidden()


def test_a_file_can_be_dropped(visit: Visit) -> None:
    dropped = visit.page.evaluate_handle(
        """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "dropped.txt"));
          return data;
        }""",
        LINES,
    )
    visit.page.dispatch_event("#files", "dragover", {"dataTransfer": dropped})
    expect(visit.page.locator("#files")).to_have_class(re.compile("over"))
    visit.page.dispatch_event("#files", "drop", {"dataTransfer": dropped})
    expect(visit.page.locator("#file-name")).to_have_text("dropped.txt")
    visit.choose("en", "de")
    visit.page.click("#file-translate")
    assert fetched(visit)[0] == "dropped_de.txt"
