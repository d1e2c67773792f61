"""Items of a line with a sign between them are texts of their own."""

import pytest

from service.text.formats.html import read_fragment
from service.text.formats.markdown import read
from tests.service.text.formats.translating import shouted


@pytest.mark.parametrize(
    ("html", "units"),
    [
        ("<p>Made by <a>us</a> · <a>License</a> · <a>Contact</a></p>", ["Made by us", "License", "Contact"]),
        ("<title>Home | Our shop</title>", ["Home", "Our shop"]),
        ("<p>5 minutes &middot; yesterday &bull; <b>new</b></p>", ["5 minutes", "yesterday", "new"]),
        ("<p><a>One</a>|<a>Two more</a></p>", ["One", "Two more"]),
        ("<p>• One apple<br>• Two apples</p>", ["One apple", "Two apples"]),
        ("<p>The names x·y, a|b and <i>one | two</i> are</p>", ["The names x·y, a|b and one | two are"]),
        ("<p>Say P(A | B) or [on | off]</p>", ["Say P(A | B) or [on | off]"]),
        ("<p>run [<b>on</b> | <b>off</b>] (a | <i>b</i> | c)</p>", ["run [on | off] (a | b | c)"]),
        ("<p>words with a | are apart</p>", ["words with a | are apart"]),
        ("<p>Read&middot;it and <b>b</b>&middot;c</p>", ["Read·it and b·c"]),
    ],
)
def test_a_sign_between_items_is_no_part_of_a_sentence(html: str, units: list[str]) -> None:
    """Three links of a footer were one sentence, whose signs were lost."""
    document = read_fragment(html)
    assert [unit.text for unit in document.units] == units
    assert document.render(document.units).decode() == html


def test_a_line_that_goes_on_in_the_next_is_one_text_whatever_signs_are_in_it() -> None:
    """The white space at the beginning of a line of Markdown was taken for such a sign."""
    (unit,) = read(b"* It is {a|b}, and goes\n  on **here**.\n").units
    assert unit.text == "It is {a|b}, and goes on here."


def test_signs_stay_between_what_is_said() -> None:
    text = "Made by [us](/a) · [License](/b) · now\n"
    document = read(text.encode())
    assert document.render(shouted(document.units)).decode() == "MADE BY [US](/a) · [LICENSE](/b) · NOW\n"
