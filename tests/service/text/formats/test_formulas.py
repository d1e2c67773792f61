"""Formulas between the signs that a page's scripts look for stay, in HTML and in Markdown."""

import pytest

from service.text.formats import html, markdown
from service.text.formats.document import Document
from tests.service.text.formats.translating import shouted


def shout(document: Document) -> str:
    return document.render(shouted(document.units)).decode()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"If \(x^2 = y\) and \(z\), so", r"IF \(x^2 = y\) AND \(z\), SO"),
        (r"So \[ \int_0^1 f(x)dx \] is", r"SO \[ \int_0^1 f(x)dx \] IS"),
        (r"Let \(a &lt; b\) and $$a^2$$ be", r"LET \(a &lt; b\) AND $$a^2$$ BE"),
        (r"\(Really\) and \[note\] cost $$ or $$", r"\(REALLY\) AND \[NOTE\] COST $$ OR $$"),
    ],
)
def test_in_html(text: str, expected: str) -> None:
    """Models took the letters of a formula for words."""
    page = f"<p>{text}</p>"
    assert shout(html.read_fragment(page)) == f"<p>{expected}</p>"
    document = html.read_fragment(page)
    assert document.render(document.units).decode() == page


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"If \(x_1 * y_2\) and \(é + z\), so", r"IF \(x_1 * y_2\) AND \(é + z\), SO"),
        ("One\n\n\\[\n\\int_0^1 f(x)dx\n\\]\n\ntwo", "ONE\n\n\\[\n\\int_0^1 f(x)dx\n\\]\n\nTWO"),
        ("> One\n>\n> \\[\n> a = b\n> \\]\n>\n> two", "> ONE\n>\n> \\[\n> a = b\n> \\]\n>\n> TWO"),
        (r"This \[WIP\] and `a \(x\) b` or `\(x\)`", r"THIS \[WIP\] AND `a \(x\) b` OR `\(x\)`"),
        ("```\n\\(x\\)\n```\n\nOne", "```\n\\(x\\)\n```\n\nONE"),
    ],
)
def test_in_markdown(text: str, expected: str) -> None:
    """A backslash before a bracket was taken for an escape."""
    assert shout(markdown.read(text.encode())) == expected
    document = markdown.read(text.encode())
    assert document.render(document.units).decode() == text


def test_brackets_that_are_escaped_are_no_formula() -> None:
    assert [unit.text for unit in markdown.read(rb"Some \(really\) good \[WIP\] \[a\](b) words").units] == [
        "Some (really) good [WIP] [a](b) words"
    ]
