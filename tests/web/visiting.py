"""One visit of the page: what a person does there, and what the browser says about it."""

from typing import Any, Final

import httpx
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page

from tests.service.api.observing import events_in, eventually

# What a browser writes down by itself when an answer is not a 2xx or does not come: no fault of the page.
FAILED_REQUEST: Final = "Failed to load resource"


class Visit:
    """A page with everything that its scripts complained about."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)

    def open(self, url: str) -> None:
        """Go there, and wait until the languages can be chosen."""
        self.page.goto(url)
        self.page.wait_for_selector("#target-language option", state="attached")

    def choose(self, source: str, target: str) -> None:
        """Choose two languages by their codes."""
        self.page.select_option("#source-language", source)
        self.page.select_option("#target-language", target)

    def translate(self, text: str) -> str:
        """Have a text translated, to its end."""
        self.page.fill("#source", text)
        self.page.click("#translate")
        self.wait_done()
        return self.output

    def wait_done(self) -> None:
        """Until the last event was shown."""
        self.page.wait_for_selector("#output[aria-busy=false]")
        assert self.page.inner_text("#problem") == ""

    @property
    def output(self) -> str:
        """The translation, every character of it."""
        return self.page.text_content("#output") or ""

    @property
    def problem(self) -> str:
        """What is shown as wrong, once something is."""
        return self.page.locator("#problem p").inner_text()

    def forgive_failed_requests(self) -> None:
        """For tests in which requests are meant to fail."""
        assert eventually(lambda: bool(self.complaints))
        self.complaints = [text for text in self.complaints if not text.startswith(FAILED_REQUEST)]

    def violations(self) -> list[dict[str, Any]]:
        """What the accessibility check finds, shortened to what one needs to mend it."""
        found = Axe().run(self.page).response["violations"]
        return [{"rule": one["id"], "at": [node["target"] for node in one["nodes"]]} for one in found]


def ask(client: httpx.Client, **fields: Any) -> dict[str, Any]:
    """The answer of the API to what the page asks: the last event of a stream."""
    body = {"source": "en", "target": "de", "stream": True, **fields}
    with client.stream("POST", "/translate", json=body) as response:
        *_, last = events_in(response)
    answer: dict[str, Any] = last
    return answer
