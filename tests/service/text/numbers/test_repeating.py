"""Phrases with a number that are there twice, where the source has that number once."""

import pytest

from service.text.numbers.repeating import repeats


def without(text: str, target: str, *surplus: str) -> str:
    for edit in sorted(repeats(text, target, surplus), key=lambda edit: edit.start, reverse=True):
        text = text[: edit.start] + text[edit.end :]
    return text


@pytest.mark.parametrize(
    ("text", "surplus", "expected"),
    [
        ("in 2019 in 2019 here", "2019", "in 2019 here"),
        ("in 2019, in 2019.", "2019", "in 2019."),
        ("nach 25 Minuten, 25 Minuten, kam er", "25", "nach 25 Minuten, kam er"),
        ("mit 12 Jahren mit 12 Jahren übrig", "12", "mit 12 Jahren übrig"),
        ("mehr als 10% mehr als 10%.", "10", "mehr als 10%."),
        ("5 kg 5 kg Mehl", "5", "5 kg Mehl"),
        ("a table of the 19th century in the 19th century.", "19", "a table of the 19th century."),
        ("(5) 5", "5", "(5)"),
        ("5 (5) here", "5", "(5) here"),
    ],
)
def test_the_second_of_two_goes_with_all_that_belongs_to_it(text: str, surplus: str, expected: str) -> None:
    assert without(text, text, surplus) == expected


@pytest.mark.parametrize(
    "text",
    [
        "in 2019 or in 2019",
        "from 5 years to 5 years",
        "5 cats and 5 dogs",
        "5 kg, 5 kgs",
        "within 2019 in 2019",
        "the 5 of the 5",
        "in 2019 (in 2019)",
        "5 kg. 5 kg",
    ],
)
def test_what_is_no_plain_repetition_stays(text: str) -> None:
    [value] = {word for word in text.replace(",", " ").replace(")", " ").split() if word.isdecimal()}
    assert without(text, text, value) == text


def test_a_number_that_the_source_has_as_often_stays() -> None:
    text = "in 2019 in 2019"
    assert without(text, text) == without(text, text, "2020") == text


def test_of_three_only_as_many_go_as_are_surplus() -> None:
    text = "in 2019 in 2019 in 2019"
    assert without(text, text, "2019") == "in 2019 in 2019"
    assert without(text, text, "2019", "2019") == "in 2019"


def test_what_is_protected_is_no_repetition() -> None:
    assert without("in 2019 in 2019", "in 2019 in     ", "2019") == "in 2019 in 2019"
