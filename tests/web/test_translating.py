"""A text goes into the page and its translation comes out, as the API has it."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import BrowserContext, expect

from tests.live import LiveServer, serving
from tests.service.api.observing import events_in, eventually, is_idle, metric
from tests.web.visiting import Visit, ask

TEXT = "The child sees the dog.\n\n  The dog doesn't see $HOME."
# What the page says where the tiny models come to no good end.
SAID = {
    "repetition": {
        "en": "The translation of sentence {sentence} (“{source}”) was going round in a loop and was ended after "
        "{numTokens} tokens. Reword or split the sentence.",
        "de": "Die Übersetzung von Satz {sentence} („{source}“) lief im Kreis und wurde nach {numTokens} Tokens "
        "beendet. Bitte den Satz umformulieren oder teilen.",
        "zh": "第 {sentence} 句（“{source}”）的译文陷入重复，在 {numTokens} 个词元后被终止。请改写或拆分该句。",
    },
    "truncated": {
        "en": "The translation of sentence {sentence} (“{source}”) did not end within {numTokens} tokens and was cut "
        "off there. Shorten or split the sentence.",
        "de": "Die Übersetzung von Satz {sentence} („{source}“) kam in {numTokens} Tokens zu keinem Ende und wurde "
        "dort abgeschnitten. Bitte den Satz kürzen oder teilen.",
        "zh": "第 {sentence} 句（“{source}”）的译文在 {numTokens} 个词元内没有结束，已在此处截断。请缩短或拆分该句。",
    },
}


def test_the_translation_is_the_one_of_the_api(visit: Visit, client: httpx.Client) -> None:
    visit.choose("en", "de")
    assert visit.translate(TEXT) == ask(client, q=TEXT)["translatedText"]
    assert visit.page.get_attribute("#output", "lang") == "de"


def test_languages_are_offered_by_pairs(visit: Visit) -> None:
    def offered() -> list[str]:
        return visit.page.locator("#target-language option").all_inner_texts()

    assert visit.page.input_value("#source-language") == "auto"
    assert sorted(offered()) == ["English", "German"]
    visit.page.select_option("#source-language", "zh-Hans")
    assert offered() == ["English"]
    visit.page.select_option("#source-language", "en")
    assert offered() == ["German"]


def test_the_choice_of_languages_is_remembered(visit: Visit, server: LiveServer) -> None:
    visit.choose("de", "en")
    visit.open(server.url)
    assert visit.page.input_value("#source-language") == "de"
    assert visit.page.input_value("#target-language") == "en"


def test_the_detected_language_is_shown_with_its_confidence(visit: Visit, client: httpx.Client) -> None:
    visit.choose("auto", "de")
    visit.translate("The child sees the dog.")
    confidence = ask(client, q="The child sees the dog.", source="auto")["detectedLanguage"]["confidence"]
    assert visit.page.inner_text("#detected") == f"Detected: English, {confidence:.0f} % sure"


def test_languages_and_text_change_places(visit: Visit) -> None:
    visit.choose("en", "de")
    translation = visit.translate("dog")
    visit.page.click("#swap")
    assert visit.page.input_value("#source-language") == "de"
    assert visit.page.input_value("#target-language") == "en"
    assert visit.page.input_value("#source") == translation
    assert visit.output == ""


def test_a_detected_language_can_be_swapped_too(visit: Visit) -> None:
    visit.choose("auto", "de")
    assert visit.page.get_attribute("#swap", "aria-disabled") == "true"
    visit.translate("The child sees the dog.")
    visit.page.click("#swap")
    assert visit.page.input_value("#source-language") == "de"
    assert visit.page.input_value("#target-language") == "en"


def test_a_pair_without_a_way_back_is_not_swapped_and_says_so(visit: Visit) -> None:
    visit.choose("zh-Hans", "en")
    assert visit.page.get_attribute("#swap", "title") == "No model translates from English to Simplified Chinese"
    visit.page.click("#swap", force=True)
    assert visit.page.input_value("#source-language") == "zh-Hans"


def test_alternatives_are_shown_with_their_scores(visit: Visit, client: httpx.Client) -> None:
    visit.choose("en", "de")
    visit.page.select_option("#num-alternatives", "2")
    visit.translate("The child sees the dog.")
    answer = ask(client, q="The child sees the dog.", alternatives=2, scores=True)
    first, *others = answer["scores"]
    assert len(answer["alternatives"]) == len(others) > 0
    shown = visit.page.locator("#alternatives li")
    assert shown.locator("span:first-child").all_text_contents() == answer["alternatives"]
    assert shown.locator(".score").all_text_contents() == [f"Score {score:.2f}" for score in others]
    expect(visit.page.locator("#timing")).to_contain_text(f"Score{first:.2f}")


def test_alternatives_keep_their_lines(visit: Visit, client: httpx.Client) -> None:
    """They ran together."""
    visit.choose("en", "de")
    visit.page.select_option("#num-alternatives", "2")
    visit.translate(TEXT)
    alternatives = ask(client, q=TEXT, alternatives=2)["alternatives"]
    assert all("\n\n  " in alternative for alternative in alternatives)
    shown = visit.page.locator("#alternatives li span:first-child")
    assert shown.all_inner_texts() == alternatives


@pytest.mark.parametrize(
    ("alternatives", "beams", "shown"), [("2", "2", ("1", "2")), ("3", "4", ("3", "4")), ("3", "1", ("0", "1"))]
)
def test_there_are_always_beams_enough_for_the_alternatives(
    visit: Visit, alternatives: str, beams: str, shown: tuple[str, str]
) -> None:
    visit.page.select_option("#num-alternatives", alternatives)
    visit.page.select_option("#beams", beams)
    assert (visit.page.input_value("#num-alternatives"), visit.page.input_value("#beams")) == shown
    visit.page.select_option("#num-alternatives", "2")
    assert visit.page.input_value("#beams") == "4"


def test_warnings_are_shown(visit: Visit, client: httpx.Client) -> None:
    """Random weights seldom come to an end, so that there is something to warn of."""
    text = "The child sees the dog. The dog sees the child."
    visit.choose("en", "de")
    visit.translate(text)
    warnings = ask(client, q=text)["warnings"]
    assert {warning["code"] for warning in warnings} <= {*SAID}
    for language in ("en", "de", "zh", "en"):
        visit.page.select_option("#ui-language", language)
        expected = [SAID[warning["code"]][language].format(**warning["values"]) for warning in warnings]
        assert expected
        assert visit.page.locator("#warnings li span").all_text_contents() == expected


def test_what_it_took_is_shown(visit: Visit) -> None:
    visit.choose("en", "de")
    visit.translate(TEXT)
    names = visit.page.locator("#timing dt").all_inner_texts()
    values = visit.page.locator("#timing dd").all_inner_texts()
    shown = dict(zip(names, values, strict=True))
    assert {"First words", "Words a second", "Altogether", "Tokens"} <= set(shown)
    assert re.fullmatch(r"\d+ ms|\d+\.\d\d s", shown["First words"])
    assert re.fullmatch(r"[\d,]+ → [\d,]+", shown["Tokens"])


def test_the_line_for_a_shell_asks_for_the_same(visit: Visit) -> None:
    visit.choose("en", "de")
    visit.page.select_option("#beams", "2")
    translation = visit.translate(TEXT)
    words = shlex.split(visit.page.inner_text("#curl"))
    url, header, body = words[2], words[words.index("-H") + 1], words[words.index("-d") + 1]
    name, _, value = header.partition(": ")
    with httpx.stream("POST", url, headers={name: value}, content=body, timeout=60, trust_env=False) as response:
        *_, last = events_in(response)
    assert '"num_beams":2' in body
    assert last["translatedText"] == translation


@pytest.mark.parametrize(("button", "shown"), [("#copy", "#output"), ("#copy-call", "#curl")])
def test_results_can_be_copied(context: BrowserContext, visit: Visit, button: str, shown: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit.choose("en", "de")
    visit.translate("dog")
    visit.page.click(button)
    expect(visit.page.locator(button)).to_have_text("Copied")
    assert visit.page.evaluate("navigator.clipboard.readText()") == visit.page.text_content(shown)


def test_results_can_be_copied_where_browsers_have_no_clipboard_for_scripts(visit: Visit) -> None:
    """Plain http from another machine."""
    visit.choose("en", "de")
    translation = visit.translate("dog")
    visit.page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    visit.page.click("#copy")
    visit.page.focus("#source")
    visit.page.keyboard.press("Control+A")
    visit.page.keyboard.press("Control+V")
    assert visit.page.input_value("#source") == translation


def test_without_a_text_nothing_is_asked(visit: Visit) -> None:
    visit.page.fill("#source", " \n")
    visit.page.click("#translate")
    assert visit.page.inner_text("#state") == "Type a text first."


def test_characters_are_counted_as_the_server_counts_them(visit: Visit) -> None:
    visit.page.fill("#source", "a😀")
    assert visit.page.inner_text("#count").split() == ["2", "/", "20,000", "characters"]


LONG = "".join(f"The child sees {number} dogs.\n" for number in range(300))


@pytest.fixture(scope="module")
def slow_server(bundles: list[Path]) -> Iterator[LiveServer]:
    """Decodes one sentence at a time."""
    with serving(bundles, "--max-rows", "1", "--workers", "1") as server:
        yield server


@pytest.fixture
def slow_visit(context: BrowserContext, slow_server: LiveServer) -> Iterator[Visit]:
    visit = Visit(context.new_page())
    visit.open(slow_server.url)
    visit.choose("en", "de")
    yield visit
    assert visit.complaints == []


def test_the_translation_is_seen_before_its_end(slow_visit: Visit, slow_server: LiveServer) -> None:
    with httpx.Client(base_url=slow_server.url, timeout=60, trust_env=False) as client:
        slow_visit.page.fill("#source", LONG)
        slow_visit.page.click("#translate")
        slow_visit.page.wait_for_selector("#output:not(:empty)")
        beginning = slow_visit.output
        assert slow_visit.page.get_attribute("#output", "aria-busy") == "true"
        assert not is_idle(client)
        slow_visit.wait_done()
    assert slow_visit.output.startswith(beginning)
    assert len(slow_visit.output) > len(beginning)
    hidden_below = "node => node.scrollHeight - node.clientHeight - node.scrollTop"
    assert slow_visit.page.eval_on_selector("#output", hidden_below) <= 1


def test_a_translation_can_be_stopped_and_the_server_stops_too(slow_visit: Visit, slow_server: LiveServer) -> None:
    with httpx.Client(base_url=slow_server.url, timeout=60, trust_env=False) as client:
        before = metric(client, "dragoman_sequences_cancelled_total")
        slow_visit.page.fill("#source", LONG)
        slow_visit.page.click("#translate")
        slow_visit.page.wait_for_selector("#output:not(:empty)")
        slow_visit.page.click("#stop")
        slow_visit.page.wait_for_selector("#translate")
        assert slow_visit.page.inner_text("#state") == "Stopped"
        assert slow_visit.output != ""
        assert eventually(lambda: is_idle(client))
        assert metric(client, "dragoman_sequences_cancelled_total") > before
