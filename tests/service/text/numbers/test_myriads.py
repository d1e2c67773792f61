"""Numbers with a character for zeros."""

import pytest

from service.text.numbers.myriads import myriads


@pytest.mark.parametrize(
    ("text", "language", "figures"),
    [
        ("大约230万人", "en", ["2,300,000"]),
        ("大约230万人", "de-AT", ["2.300.000"]),
        ("大约230万人", "fr", ["2300000"]),
        ("1.42亿和3百万，5千人", "en", ["142,000,000", "3,000,000", "5,000"]),
        ("2000亿，3万億", "en", ["200,000,000,000", "3,000,000,000,000"]),
        ("200多万", "en", ["2,000,000+"]),
        ("10万+", "en", ["100,000+"]),
        ("1850千焦", "en", []),
        ("1.25 亿英镑，36万多人", "en", ["125,000,000", "360,000+"]),
        ("1万5千，1亿2千万", "en", ["15,000", "120,000,000"]),
    ],
)
def test_they_are_written_out(text: str, language: str, figures: list[str]) -> None:
    assert [figure for _, _, figure in myriads(text, language)] == figures


def test_their_places_have_the_characters_with_them() -> None:
    assert [(start, end) for start, end, _ in myriads("约200多万元", "en")] == [(1, 6)]


@pytest.mark.parametrize("text", ["3千5万", "3万一千", "第3百", "5千克和3千米", "十万", "12人", "0.12345万"])
def test_what_goes_on_counts_something_else_or_is_no_figure_is_none(text: str) -> None:
    assert list(myriads(text, "en")) == []


def test_languages_with_such_characters_keep_them() -> None:
    assert list(myriads("230万", "ja")) == []
