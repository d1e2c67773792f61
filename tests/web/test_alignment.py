"""The heat map shows the numbers of the API, and each can be read."""

from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.web.visiting import Visit, ask

TEXT = "The child sees the dog. The dog sees."


@pytest.fixture
def sentences(client: httpx.Client) -> list[dict[str, Any]]:
    """What the API says about the text."""
    alignment: list[dict[str, Any]] = ask(client, q=TEXT, alignment=True)["alignment"]
    return alignment


@pytest.fixture
def aligned(visit: Visit) -> Visit:
    visit.choose("en", "de")
    visit.page.check("#wants-alignment")
    visit.translate(TEXT)
    return visit


def numbers_of(visit: Visit) -> list[list[float]]:
    """What a cell is called is its weight with two decimals."""
    script = (
        "[...document.querySelectorAll('#matrix tbody tr')]"
        ".map(row => [...row.querySelectorAll('td')].map(cell => Number(cell.ariaLabel)))"
    )
    numbers: list[list[float]] = visit.page.evaluate(script)
    return numbers


def test_the_matrix_has_the_numbers_of_the_api(aligned: Visit, sentences: list[dict[str, Any]]) -> None:
    assert len(sentences) == 2
    for index, sentence in enumerate(sentences):
        aligned.page.select_option("#sentence", str(index))
        numbers = numbers_of(aligned)
        assert len(numbers) == len(sentence["target"])
        for shown, weights in zip(numbers, sentence["weights"], strict=True):
            assert shown == pytest.approx(weights, abs=0.0051)
        assert aligned.page.locator("#matrix thead th").count() == len(sentence["source"])


def test_a_darker_cell_has_more_weight(aligned: Visit) -> None:
    script = (
        "[...document.querySelectorAll('#matrix td[role]')].map(cell => ["
        "Number(cell.ariaLabel), Number(getComputedStyle(cell).backgroundColor.match(/[\\d.]+/g)[0])])"
    )
    shades = sorted(aligned.page.evaluate(script))
    assert shades[0][0] < shades[-1][0]
    assert shades[0][1] > shades[-1][1]


def test_pointing_at_a_cell_shows_its_tokens_and_its_weight(aligned: Visit, sentences: list[dict[str, Any]]) -> None:
    cell = aligned.page.locator("#matrix tbody tr").nth(1).locator("td").nth(2)
    cell.hover()
    weight, source = sentences[0]["weights"][1][2], sentences[0]["source"][2].strip()
    expect(aligned.page.locator("#weight")).to_contain_text(f"← {source}: {weight:.2f}")
    aligned.page.hover("h1", force=True)
    expect(aligned.page.locator("#weight")).to_be_empty()


def test_arrow_keys_walk_through_the_matrix(aligned: Visit, sentences: list[dict[str, Any]]) -> None:
    weights, page = sentences[0]["weights"], aligned.page
    page.focus("#matrix td[tabindex='0']")
    expect(page.locator("#weight")).to_contain_text(f": {weights[0][0]:.2f}")
    for key, row, column in (
        ("ArrowDown", 1, 0),
        ("ArrowRight", 1, 1),
        ("ArrowUp", 0, 1),
        ("ArrowLeft", 0, 0),
        ("ArrowLeft", 0, 0),
        ("End", 0, -1),
        ("Control+End", -1, -1),
        ("Home", -1, 0),
        ("Control+Home", 0, 0),
    ):
        page.keyboard.press(key)
        expect(page.locator("#weight")).to_contain_text(f": {weights[row][column]:.2f}")
    assert page.locator("#matrix td[tabindex='0']").count() == 1


def test_links_read_as_the_sentences_and_show_where_a_token_comes_from(
    aligned: Visit, sentences: list[dict[str, Any]]
) -> None:
    lines = aligned.page.locator("#links p")
    assert lines.nth(0).text_content() == "".join(sentences[0]["source"])
    assert lines.nth(1).text_content() == "".join(sentences[0]["target"])
    assert aligned.page.locator("#links path").count() >= len(sentences[0]["target"])
    row = next(row for row, token in enumerate(sentences[0]["target"]) if token.strip())
    lines.nth(1).locator("span").nth(row).hover()
    strong = [weight for weight in sentences[0]["weights"][row] if weight >= 0.05]
    expect(aligned.page.locator("#links path")).to_have_count(len(strong))


@pytest.mark.parametrize(("width", "most"), [(1120, 150), (360, 100)])
def test_a_long_token_leaves_room_for_the_weights(visit: Visit, width: int, most: int) -> None:
    address = "https://example.org/an/address/that/goes/on?and=on&and=on"
    page = visit.page
    page.set_viewport_size({"width": width, "height": 780})
    visit.choose("en", "de")
    page.check("#wants-alignment")
    visit.translate(f"See {address}")
    row, column = page.locator("#matrix tbody th", has_text=address), page.locator("#matrix thead th", has_text=address)
    row_box, column_box = row.bounding_box(), column.bounding_box()
    assert row_box is not None
    assert column_box is not None
    assert row_box["width"] < most
    assert column_box["height"] < most
    page.hover("#matrix tbody tr:nth-child(1) td:nth-child(2)")
    expect(page.locator("#links p").nth(1)).to_contain_text(address)


def test_without_being_asked_for_nothing_is_shown(visit: Visit) -> None:
    visit.choose("en", "de")
    visit.translate(TEXT)
    expect(visit.page.locator("#alignment")).to_be_hidden()
    assert "alignment" not in visit.page.inner_text("#curl")
