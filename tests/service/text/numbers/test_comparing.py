"""When a translation has other numbers than its source."""

import pytest

from service.text.numbers.comparing import Difference, differing_numbers


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("1,234 men", "1.234 Männer"),
        ("10 000 x", "10.000 x"),
        ("3.5万", "35,000"),
        ("3.14 and 2,5", "3,14 und 2.5"),
        ("1,234.56", "1.234,56"),
        ("12.05.2023", "12.05.2023"),
        ("1000万人", "10 million people"),
        ("at 3 p.m.", "um 15 Uhr"),
        ("3:30 pm", "15:30 Uhr"),
        ("5 cats", "fünf Katzen"),
        ("two cats", "2 Katzen"),
        ("they won 5:3", "sie gewannen 5 zu 3"),
        ("$5.5", "$5.50"),
    ],
)
def test_the_same_numbers_as_another_language_writes_them(source: str, target: str) -> None:
    assert not differing_numbers(source, target)


@pytest.mark.parametrize(
    ("source", "target", "missing", "added"),
    [
        ("244890 people", "24,490 Leute", ("244890",), ("24490",)),
        ("for 30 cents", "für Cents", ("30",), ()),
        ("some", "1999", (), ("1999",)),
        ("3.14", "314", ("3.14",), ("314",)),
        ("see 1", "siehe 11", ("1",), ("11",)),
        ("20 and 20", "20", ("20",), ()),
        ("5:3获胜", "5:30", ("5.3",), ("5.30",)),
        ("They won 5:3.", "Sie gewannen um 5:30 Uhr.", ("5.3",), ("5.30",)),
    ],
)
def test_lost_and_changed_numbers_are_told(
    source: str, target: str, missing: tuple[str, ...], added: tuple[str, ...]
) -> None:
    assert differing_numbers(source, target) == Difference(missing, added)


@pytest.mark.parametrize(
    ("source", "target", "day"),
    [
        ("on May 5, 2024", "Mai 2024", Difference(("5",), ())),
        ("on May 3, but", "auf 3ai, aber", Difference(("3",), ("3",))),
        ("on May 3, but", "am 3. Mai, aber", Difference((), ())),
        ("on May 3 it was 3D", "am 3. Mai war es 3D", Difference((), ())),
        ("on 5/6", "am 5. Juni", Difference((), ())),
    ],
)
def test_the_name_of_a_month_is_no_day_of_it(source: str, target: str, day: Difference) -> None:
    assert differing_numbers(source, target, ("en", "de")) == day


@pytest.mark.parametrize(
    ("source", "target", "languages"),
    [
        ("15 people", "fünfzehn Leute", "en-de"),
        ("80 people of 99", "achtzig Leute von neunundneunzig", "en-de"),
        ("forty-two", "42", "en-de"),
        ("15 million", "fünfzehn Millionen", "en-de"),
        ("15个人", "fifteen people", "zh-en"),
        ("42个人", "forty-two people", "zh-en"),
        ("at 12 pm", "am Mittag", "en-de"),
        ("at noon", "um 12 Uhr", "en-de"),
        ("中午12点", "at noon", "zh-en"),
        ("11 million", "11 Millionen", "en-de"),
        ("£2.8bn", "2,8 Mrd. Pfund", "en-de"),
        ("2 million", "zwei Millionen", "en-de"),
        ("2 to 3 million", "2 bis 3 Millionen", "en-de"),
        ("14 thousand", "14.000", "en-de"),
        ("110亿和1100亿", "11 billion and 110 billion", "zh-en"),
        ("316万，20 万", "200,000 and 3.16 million", "zh-en"),
        ("1万5千", "15,000", "zh-en"),
        ("50万", "half a million", "zh-en"),
        ("2.6 至 3.2 万", "26 to 32 kilobases", "zh-en"),
        ("早上9点", "9: 00 in the morning", "zh-en"),
    ],
)
def test_numbers_with_words_for_zeros_are_the_same_if_they_amount_to_the_same(
    source: str, target: str, languages: str
) -> None:
    first, last = languages.split("-")
    assert not differing_numbers(source, target, (first, last))


@pytest.mark.parametrize(
    ("source", "target", "missing", "added"),
    [
        ("2.4 million", "24 Millionen", ("2.4",), ("24",)),
        ("11 million", "11 Milliarden", ("11 million",), ("11 Milliarden",)),
        ("11 million", "11 Leute", ("11 million",), ("11",)),
        ("2 million", "zwei Leute", ("2",), ()),
        ("10 seconds, 80 million", "1000 Sekunden, 80 Millionen", ("10",), ("1000",)),
    ],
)
def test_those_that_amount_to_something_else_are_not(
    source: str, target: str, missing: tuple[str, ...], added: tuple[str, ...]
) -> None:
    assert differing_numbers(source, target, ("en", "de")) == Difference(missing, added)


def test_what_a_chinese_numeral_amounts_to_is_known_and_excuses_no_other_number() -> None:
    assert differing_numbers("二十四节气", "24 terms", ("zh", "en")) == Difference((), ())
    assert differing_numbers("二十四节气", "200", ("zh", "en")) == Difference((), ("200",))


def test_of_a_language_whose_words_are_not_known_digits_alone_count() -> None:
    assert not differing_numbers("11 million", "11 milliards", ("en", "fr"))


@pytest.mark.parametrize(
    ("source", "target", "missing"),
    [
        ("100 copies", "hundert Kopien", ()),
        ("1,000 men", "Tausend Mann", ()),
        ("100 men", "vierhundert Mann", ("100",)),
        ("100 men", "hundert Millionen Mann", ("100",)),
        ("100 men", "Hunderte von Leuten", ("100",)),
        ("300 men", "hundert Mann", ("300",)),
    ],
)
def test_a_round_number_may_be_a_word_of_its_own(source: str, target: str, missing: tuple[str, ...]) -> None:
    assert differing_numbers(source, target, ("en", "de")).missing == missing


@pytest.mark.parametrize(
    ("source", "target", "missing", "added"),
    [
        ("Closed on Dec. 25 and Jan. 1", "Am 25. Dez und Jan", ("1",), ()),
        ("Twenty-one people, 21 chairs.", "20 Leute, 21 Stühle.", (), ("20",)),
        ("Twenty-one people, 21 chairs.", "21 Leute, 21 Stühle.", (), ()),
        ("two dozen eggs", "24 Eier", (), ()),
    ],
)
def test_a_month_and_a_part_of_a_number_say_no_other(
    source: str, target: str, missing: tuple[str, ...], added: tuple[str, ...]
) -> None:
    difference = differing_numbers(source, target, ("en", "de"))
    assert (difference.missing, difference.added) == (missing, added)
