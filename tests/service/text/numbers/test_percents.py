"""Percent signs at the numbers that have one in the source."""

import pytest

from service.text.numbers.comparing import differing_numbers
from service.text.numbers.percents import may_say_percent, with_percents
from service.text.spans import Kind, Span
from service.text.target import SourceMap, Unit, text_of


def signed(source: str, target: str, protected: str = "") -> str:
    """The translation, of which `protected` is a part that stays."""
    edges = SourceMap(
        source, tuple(range(len(source) + 1)), tuple(range(len(source))), tuple(range(1, len(source) + 1))
    )
    start = source.find(protected) if protected else 0
    spans = [Span(start, start + len(protected), Kind.WORD, protected)] if protected else []
    parts = target.partition(protected) if protected else (target,)
    units = [Unit(part, 0, 1, edges.one_hot(0), spans[0] if part == protected else None) for part in parts if part]
    return text_of(with_percents(units, spans, edges))


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("up by 40%.", "um 40.", "um 40%."),
        ("up by 40 %.", "um 40.", "um 40 %."),
        ("涨了20％", "up 20", "up 20%"),
        ("5% of 7%", "5 % von 7", "5 % von 7%"),
        ("1.5% in 2020", "2020 um 1,5 mehr", "2020 um 1,5% mehr"),
    ],
)
def test_a_lost_one_is_put_at_its_number(source: str, target: str, expected: str) -> None:
    assert signed(source, target) == expected


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("up by 40%", "um 40 %"),
        ("up by 40%", "um 40 Prozent"),
        ("up by 40%", "Prozent: 40"),
        ("up by 40%", "um vierzig"),
        ("5% and 5%", "5 und 5"),  # nobody can tell which of them
        ("the 40 of them", "die 40"),
        ("40% of 40", "40 von 40"),
    ],
)
def test_what_is_there_or_has_no_place_is_left(source: str, target: str) -> None:
    assert signed(source, target) == target


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("75% of your 15 GB used.", "75 % von 15 GB % benutzt.", "75 % von 15 GB benutzt."),
        ("75 percent of 15 GB", "75 % von 15 GB %", "75 % von 15 GB"),
        ("the % of 75%", "das % von 75 %", "das % von 75 %"),
        ("75% of it", "75 % davon", "75 % davon"),
        ("of 66 the rate is 2%.", "66 Prozent davon mit 2, %.", "66 Prozent davon mit 2%,."),
        ("it is so", "es ist %s so", "es ist %s so"),
    ],
)
def test_one_of_no_number_is_not_invented(source: str, target: str, expected: str) -> None:
    assert signed(source, target) == expected


def test_what_is_protected_is_no_number() -> None:
    assert signed("a%20b is 20 here", "a%20b ist 20", "a%20b") == "a%20b ist 20"


@pytest.mark.parametrize(
    ("number", "source", "target", "expected"),
    [
        ("1", "only 1% of us", "nur ein paar von uns", False),
        ("1", "6% and 1%", "6% von einem", False),
        ("1", "only 1% of us", "nur ein Prozent von uns", True),
        ("1", "only 1 of us", "nur einer von uns", True),
        ("1", "1 of us, 1% of them", "einer von uns", True),
    ],
)
def test_an_article_is_no_percentage(number: str, source: str, target: str, expected: bool) -> None:
    assert may_say_percent(number, source, target) is expected
    assert bool(differing_numbers(source, target, ("en", "de")).missing) is (not expected)


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("They won 3 to 2.", "Sie haben 3 2% gewonnen.", "Sie haben 3 2 gewonnen."),
        ("40 of them", "40 % davon", "40 davon"),
        # It may be one.
        ("40 percent of them", "40 % davon", "40 % davon"),
        ("涨了3成", "up 30%", "up 30%"),
        ("打8折", "8% off", "8% off"),
        ("half of them", "50% davon", "50% davon"),
        ("4 of them", "40% davon", "40% davon"),
    ],
)
def test_one_of_the_model_alone_goes(source: str, target: str, expected: str) -> None:
    assert signed(source, target) == expected


def test_a_score_is_no_time_of_day() -> None:
    assert signed("The ratio is 3:1.", "Es ist 3:1 Uhr.") == "Es ist 3:1."
    assert signed("At 3:10 it was 3:1.", "Um 3:10 Uhr stand es 3:1 Uhr.") == "Um 3:10 Uhr stand es 3:1 Uhr."


def test_one_beside_another_goes() -> None:
    assert signed("top 3%", "3 %%") == "3 %"
    assert signed("5%% of it", "5%% davon") == "5%% davon"
