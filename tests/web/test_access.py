"""The page for everybody: without a mouse, on a phone, in the dark, with a screen reader, in three languages."""

import dataclasses
from typing import Any, get_args

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from service.text.warnings import NumbersDiffer, TextWarning, WarningCode, values_of
from tests.live import LiveServer
from tests.web.visiting import Visit

TEXT = "The child sees the dog. The dog sees the child."
LANGUAGES = ("en", "de", "zh")


def show_everything(visit: Visit) -> None:
    """A translation with all that can be asked for."""
    visit.choose("en", "de")
    visit.page.select_option("#num-alternatives", "2")
    visit.page.check("#wants-alignment")
    visit.translate(TEXT)
    for part in ("#warnings", "#timing", "#alternatives", "#alignment", "#call"):
        expect(visit.page.locator(part)).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_accessibility_check_finds_nothing(visit: Visit, scheme: Any) -> None:
    visit.page.emulate_media(color_scheme=scheme)
    assert visit.violations() == []
    show_everything(visit)
    assert visit.violations() == []
    visit.page.route("**/translate", lambda route: route.abort())
    visit.page.click("#translate")
    visit.page.wait_for_selector("#problem p")
    assert visit.violations() == []
    visit.forgive_failed_requests()


def press(page: Page, key: str, times: int = 1) -> None:
    for _ in range(times):
        page.keyboard.press(key)


def tab_to(page: Page, selector: str) -> None:
    """Press the tabulator until the focus is there."""
    for _ in range(40):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        press(page, "Tab")
    raise AssertionError(f"the tabulator does not lead to {selector}")


def test_everything_can_be_done_without_a_mouse(visit: Visit) -> None:
    page = visit.page
    press(page, "Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    tab_to(page, "#source-language")
    page.keyboard.type("English")
    tab_to(page, "#target-language")
    page.keyboard.type("German")
    tab_to(page, "#source")
    page.keyboard.type(TEXT)
    tab_to(page, "#num-alternatives")
    press(page, "ArrowDown", 2)
    tab_to(page, "#wants-alignment")
    press(page, "Space")
    tab_to(page, "#translate")
    press(page, "Enter")
    visit.wait_done()
    assert page.evaluate("document.activeElement.id") == "translate"
    tab_to(page, "#matrix td[tabindex='0']")
    press(page, "ArrowRight")
    press(page, "ArrowDown")
    expect(page.locator("#weight")).not_to_be_empty()
    tab_to(page, "#curl")
    tab_to(page, "#file")


def test_a_shortcut_translates_from_within_the_text(visit: Visit) -> None:
    visit.choose("en", "de")
    visit.page.fill("#source", "dog")
    visit.page.press("#source", "Control+Enter")
    visit.wait_done()
    assert visit.output != ""


def test_whatever_has_the_focus_is_seen_to_have_it(visit: Visit) -> None:
    show_everything(visit)
    seen = set()
    for _ in range(30):
        press(visit.page, "Tab")
        where, style = visit.page.evaluate(
            "() => { const node = document.activeElement; const shown = node.id === 'file' ? node.parentElement : node;"
            " return [node.id || node.tagName, getComputedStyle(shown).outlineStyle]; }"
        )
        seen.add(where)
        assert where == "BODY" or style != "none", where
    assert {"source", "output", "copy", "translate", "file", "theme", "swap"} <= seen


def test_the_translation_is_announced_once_it_is_whole(visit: Visit) -> None:
    """Busy while it comes: a screen reader would begin to read it anew with every word."""
    output = visit.page.locator("#output")
    expect(output).to_have_attribute("aria-live", "polite")
    visit.choose("en", "de")
    visit.translate("dog")
    expect(output).to_have_attribute("aria-busy", "false")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pixels", [360, 320])
def test_a_phone_shows_it_without_scrolling_sideways(
    browser: Browser, server: LiveServer, pixels: int, language: str
) -> None:
    """A window of 1280 pixels at 400 % has as much room as one of 320."""
    phone: ViewportSize = {"width": pixels, "height": 780}
    with browser.new_context(locale=language, viewport=phone, is_mobile=True, has_touch=True) as context:
        visit = Visit(context.new_page())
        visit.open(server.url)
        assert width(visit.page) == pixels
        show_everything(visit)
        assert width(visit.page) == pixels
        assert visit.violations() == []
        assert visit.complaints == []


def width(page: Page) -> int:
    """How wide everything is; more than the window is what one has to scroll for."""
    return int(page.evaluate("document.documentElement.scrollWidth"))


def test_the_switch_turns_dark_and_is_remembered(visit: Visit, server: LiveServer) -> None:
    def background() -> str:
        return str(visit.page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))

    light = background()
    visit.page.click("#theme")
    dark = background()
    assert dark != light
    visit.open(server.url)
    assert background() == dark
    expect(visit.page.locator("#theme")).to_have_attribute("aria-pressed", "true")
    visit.page.click("#theme")
    assert background() == light


def test_without_a_choice_it_is_as_dark_as_the_system(visit: Visit) -> None:
    expect(visit.page.locator("#theme")).to_have_attribute("aria-pressed", "false")
    visit.page.emulate_media(color_scheme="dark")
    expect(visit.page.locator("#theme")).to_have_attribute("aria-pressed", "true")


def texts_of(page: Page) -> dict[str, dict[str, str]]:
    """Everything that the page says, by language and key."""
    script = "(async () => (await import('/web/texts.js')).TEXTS)()"
    texts: dict[str, dict[str, str]] = page.evaluate(script)
    return texts


def test_every_language_says_everything(visit: Visit) -> None:
    texts = texts_of(visit.page)
    assert set(texts) == set(LANGUAGES)
    keys = set(texts["en"])
    for language, own in texts.items():
        assert set(own) == keys, language
        assert all(own.values()), language
        for key, text in own.items():
            assert placeholders(text) == placeholders(texts["en"][key]), f"{language}: {key}"


def placeholders(text: str) -> list[str]:
    return sorted(part.partition("}")[0] for part in text.split("{")[1:])


def test_every_warning_has_a_name_in_the_languages_of_the_page(visit: Visit) -> None:
    named = {key.removeprefix("warning_") for key in texts_of(visit.page)["en"] if key.startswith("warning_")}
    assert named == {*WarningCode, "option_unused", "unchanged"}


def example(kind: type[Any]) -> Any:
    """A warning with all values that it can have."""
    samples: dict[Any, Any] = {int: 3, int | None: 3, str: "x", tuple[str, ...]: ("a", "b")}
    return kind(*(samples[field.type] for field in dataclasses.fields(kind)))


EXAMPLES = [
    *({"code": kind.code, "values": values_of(example(kind))} for kind in get_args(TextWarning)),
    {"code": "language_unknown", "values": {"confidence": 0.0, "language": "zh-Hans"}},
    {"code": "language_uncertain", "values": {"confidence": 31.5, "language": "zh-Hans"}},
    {"code": "option_unused", "values": {"option": "alternatives"}},
    {"code": "unchanged"},
]


def test_every_warning_is_said_in_every_language_with_all_that_is_known_of_it(visit: Visit) -> None:
    assert {warning["code"] for warning in EXAMPLES} == {*WarningCode, "option_unused", "unchanged"}
    script = "async warnings => { const {saying} = await import('/web/warnings.js'); return warnings.map(saying); }"
    found = []
    for language in LANGUAGES:
        visit.page.select_option("#ui-language", language)
        said = visit.page.evaluate(script, EXAMPLES)
        assert not [text for text in said if "undefined" in text or "{" in text or "says_" in text]
        assert [text for text, warning in zip(said, EXAMPLES, strict=True) if "source" in warning.get("values", {})]
        found.append(said)
    for texts in zip(*found, strict=True):
        assert len(set(texts)) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The translation of sentence 2 (“Pay 300.”) has other numbers. Check them. Missing: 300 and 7."),
        ("de", "Die Übersetzung von Satz 2 („Pay 300.“) hat andere Zahlen. Bitte prüfen. Es fehlt: 300 und 7."),
        ("zh", "第 2 句（“Pay 300.”）的译文数字不同，请核对。缺少：300和7。"),
    ],
)
def test_only_what_there_is_to_say_is_said(visit: Visit, language: str, said: str) -> None:
    warning = {"code": "numbers_differ", "values": values_of(NumbersDiffer(2, "Pay 300.", ("300", "7"), ()))}
    visit.page.select_option("#ui-language", language)
    script = "async warning => (await import('/web/warnings.js')).saying(warning)"
    assert visit.page.evaluate(script, warning) == said


def test_every_text_of_the_document_exists(visit: Visit) -> None:
    script = (
        "[...document.querySelectorAll('[data-text], [data-label], [data-placeholder]')]"
        ".flatMap(({dataset}) => [dataset.text, dataset.label, dataset.placeholder].filter(Boolean))"
    )
    assert set(visit.page.evaluate(script)) <= set(texts_of(visit.page)["en"])


def test_what_stands_in_the_document_is_what_english_says(server: LiveServer, context: BrowserContext) -> None:
    """It is what is there before the first script has run."""
    with_scripts = Visit(context.new_page())
    with_scripts.open(server.url)
    texts = texts_of(with_scripts.page)["en"]
    script = "[...document.querySelectorAll('[data-text]')].map(node => [node.dataset.text, node.textContent])"
    page = context.browser.new_page(java_script_enabled=False) if context.browser else context.new_page()
    page.goto(server.url)
    found = page.evaluate(script)
    page.close()
    assert {key: text for key, text in found if texts[key] != text} == {}


@pytest.mark.parametrize(("language", "button", "english"), [("de", "Übersetzen", "Englisch"), ("zh", "翻译", "英语")])
def test_the_page_speaks(visit: Visit, language: str, button: str, english: str) -> None:
    show_everything(visit)
    visit.page.select_option("#ui-language", language)
    assert visit.page.get_attribute("html", "lang") == language
    expect(visit.page.locator("#translate")).to_have_text(button)
    assert english in visit.page.locator("#source-language option").all_inner_texts()
    english_words = [text for text in texts_of(visit.page)["en"].values() if " " in text and "{" not in text]
    shown = visit.page.inner_text("body")
    assert [text for text in english_words if text in shown] == []


def test_the_language_is_the_one_that_the_browser_asks_for(browser: Browser, server: LiveServer) -> None:
    for locale, expected in (("zh-CN", "zh"), ("de-AT", "de"), ("fr-FR", "en")):
        with browser.new_context(locale=locale) as context:
            visit = Visit(context.new_page())
            visit.open(server.url)
            assert visit.page.get_attribute("html", "lang") == expected
