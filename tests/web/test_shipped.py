"""The page with the models that come with Dragoman."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.live import LiveServer
from tests.web.visiting import Visit


@pytest.fixture
def visit(context: BrowserContext, shipped_server: LiveServer) -> Iterator[Visit]:
    visit = Visit(context.new_page())
    visit.open(shipped_server.url)
    yield visit
    assert visit.complaints == []


def test_a_sentence_is_detected_translated_and_its_words_are_linked(visit: Visit) -> None:
    visit.choose("auto", "de")
    visit.page.select_option("#num-alternatives", "1")
    visit.page.check("#wants-alignment")
    assert visit.translate("The dog sleeps.") == "Der Hund schläft."
    expect(visit.page.locator("#detected")).to_contain_text("Detected: English")
    expect(visit.page.locator("#alternatives li")).to_have_count(1)
    expect(visit.page.locator("#warnings")).to_be_hidden()
    rows = visit.page.locator("#matrix tbody tr")
    hund = rows.filter(has=visit.page.get_by_role("rowheader", name="Hund"))
    weights = [float(cell.get_attribute("aria-label") or "") for cell in hund.get_by_role("gridcell").all()]
    heads = visit.page.locator("#matrix thead th").all_inner_texts()
    assert heads[weights.index(max(weights))] == "dog"
