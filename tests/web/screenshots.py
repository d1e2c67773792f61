"""`python -m tests.web.screenshots`: takes the pictures of the page in docs/images anew."""

from typing import Any, Final

from playwright.sync_api import Browser, FloatRect, sync_playwright

from tests.live import ROOT, serving
from tests.web.chromium import launch
from tests.web.visiting import Visit

FOLDER: Final = ROOT / "docs" / "images"
TEXT: Final = "The children play with the ball while the dog sleeps under the old tree."
DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1120, "height": 860}}
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 360, "height": 780}, "is_mobile": True, "has_touch": True}
PICTURES: Final[dict[str, dict[str, Any]]] = {
    "light": {**DESKTOP, "color_scheme": "light"},
    "dark": {**DESKTOP, "color_scheme": "dark"},
    "phone": {**PHONE, "color_scheme": "light"},
}


def take(browser: Browser, url: str, name: str) -> None:
    """One picture, of a translation with everything that can be asked for."""
    with browser.new_context(locale="en-GB", **PICTURES[name]) as context:
        visit = Visit(context.new_page())
        visit.open(url)
        visit.choose("auto", "de")
        visit.page.select_option("#num-alternatives", "2")
        visit.page.check("#wants-alignment")
        visit.translate(TEXT)
        if name == "phone":
            visit.page.screenshot(path=FOLDER / "page-phone.png")
            return
        visit.page.focus("#matrix td[tabindex='0']")
        visit.page.keyboard.press("ArrowDown")
        visit.page.keyboard.press("ArrowRight")
        end = visit.page.locator("#alignment").bounding_box()
        scrolled = visit.page.evaluate("scrollY")
        height = scrolled + end["y"] + end["height"] + 24 if end else 860
        clip: FloatRect = {"x": 0, "y": 0, "width": 1120, "height": height}
        visit.page.screenshot(path=FOLDER / f"page-{name}.png", full_page=True, clip=clip)


def main() -> None:
    """All of them, each of a translation that is really made: the times are shown."""
    with serving([ROOT / "models" / "bundles"], "--cache-bytes", "0") as server, sync_playwright() as playwright:
        browser = launch(playwright)
        for name in PICTURES:
            take(browser, server.url, name)
        browser.close()


if __name__ == "__main__":
    main()
