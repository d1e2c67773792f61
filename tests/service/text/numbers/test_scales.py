"""Numbers with a word for zeros behind them."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.text.numbers.scales import (
    bare_words,
    is_near_scale,
    quantities,
    says_scale,
    translated,
    without_quantities,
)


@pytest.mark.parametrize(
    ("text", "language", "amounts"),
    [
        ("£11million, $3.6bn and 2 hundred", "en", [11_000_000, 3_600_000_000, 200]),
        ("1,200 million; 14 thousand", "en", [1_200_000_000, 14_000]),
        ("$5m and €40k", "en", [5_000_000, 40_000]),
        ("1,5 Millionen, 3 Mrd. und 2 Billionen", "de", [1_500_000, 3_000_000_000, 2_000_000_000_000]),
        ("ein 5-Millionen-Haus", "de", [5_000_000]),
    ],
)
def test_they_are_found_with_what_they_amount_to(text: str, language: str, amounts: list[int]) -> None:
    assert [amount in quantity.worths for amount, quantity in zip(amounts, quantities(text, language), strict=True)]


@pytest.mark.parametrize(
    ("text", "language"),
    [("125m and 14k", "en"), ("5 millionaires", "en"), ("3 Millionenstädte", "de"), ("5 millions", "fr")],
)
def test_units_other_words_and_those_of_languages_that_are_not_known_are_none(text: str, language: str) -> None:
    assert list(quantities(text, language)) == []


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("11 million", ["11 Millionen", "11 million", "1100万", "11000000"]),
        ("1 billion", ["1 Milliarde", "1 billion", "10亿", "1000000000"]),
        ("1.25 billion", ["1,25 Milliarden", "1.25 billion", "12.5亿", "1250000000"]),
        ("1,200 million", ["1.200 Millionen", "1,200 million", "12亿", "1200000000"]),
        ("14 thousand", ["14.000", "14,000", "1.4万", "14000"]),
        ("3 hundred", ["300", "300", "300", "300"]),
    ],
)
def test_another_language_writes_them_with_its_own_word_or_in_full(text: str, written: list[str]) -> None:
    [quantity] = quantities(text, "en")
    assert [translated(quantity, language) for language in ("de", "en-GB", "zh-Hans", "fr")] == written


@given(st.integers(1, 999), st.integers(0, 99), st.sampled_from(["thousand", "million", "billion", "trillion"]))
def test_it_amounts_to_the_same_in_german(whole: int, fraction: int, word: str) -> None:
    [quantity] = quantities(f"{whole}.{fraction:02d} {word}", "en")
    written = translated(quantity, "de")
    amounts = [again.worths for again in quantities(written, "de")] or [frozenset({Decimal(written.replace(".", ""))})]
    assert not quantity.worths.isdisjoint(amounts[0])


def test_a_point_with_three_digits_behind_it_may_group_them() -> None:
    [quantity] = quantities("2.125 Millionen", "de")
    assert quantity.worths == {Decimal(2_125_000), Decimal(2_125_000_000)}


def test_words_for_as_many_zeros_are_found_alone_and_within_others() -> None:
    assert bare_words("eine Million und Millionenstädte", "de", 6) == [(5, 12)]
    assert says_scale("Millionenstädte", "de", 6)
    assert not says_scale("Millionen", "de", 9)
    assert says_scale("n'importe quoi", "fr", 9)


def test_a_word_behind_a_range_is_near_both_numbers() -> None:
    assert is_near_scale("2 to 3 million", 1, "en")
    assert is_near_scale("2.6 至 3.2 万", 3, "zh")
    assert is_near_scale("2 more million", 1, "en")
    assert not is_near_scale("5 men, 3 million", 1, "en")
    assert not is_near_scale("2月6日有20万", 1, "zh")


def test_a_text_without_them_is_as_long() -> None:
    assert without_quantities("5 Millionen, zwei Millionen", "de") == " " * 11 + ", zwei Millionen"
    assert without_quantities("有20万人", "zh") == "有   人"
