"""Numbers that are there too often, or of the model's own, beside right ones."""

import pytest

from service.text.numbers.figures import figures_in
from service.text.numbers.pairing import Placed
from service.text.numbers.strays import doubles, strays


def placed(text: str) -> list[Placed]:
    return [Placed(figure, figure.start, figure.end) for figure in figures_in(text)]


def without(text: str, target: str, new: set[str]) -> str:
    """What is left, if numbers with values of `new` are of the model's own."""
    numbers = placed(target)
    own, right = ([one for one in numbers if (one.value in new) is is_new] for is_new in (True, False))
    for edit in sorted(strays(text, target, own, right), key=lambda edit: edit.start, reverse=True):
        text = text[: edit.start] + text[edit.end :]
    return text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Joe, 200, 20 left", "Joe, 20 left"),
        ("a 20-200-year-old", "a 20-year-old"),
        ("a 20-200jährige", "a 20jährige"),
        ("BBC -200 20", "BBC 20"),
        ("20, 200.", "20."),
    ],
)
def test_what_touches_a_right_one_goes(text: str, expected: str) -> None:
    assert without(text, text, {"200"}) == expected


@pytest.mark.parametrize(
    "text", ["20 or 200", "20, 200%", "20 200 percent", "20 200x", "20-200:1", "$200 20", "20;200"]
)
def test_what_belongs_to_something_else_stays(text: str) -> None:
    assert without(text, text, {"200"}) == text


def test_what_is_protected_is_right_and_never_goes() -> None:
    assert without("69, 1 158", "69, 1    ", {"1"}) == "69 158"


def test_of_two_equal_ones_in_a_row_the_free_one_goes() -> None:
    text, target = "29, 29", "    29"
    [edit] = doubles(text, target, placed(target), [])
    assert (edit.start, edit.end) == (2, 6)
