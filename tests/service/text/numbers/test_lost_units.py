"""A unit beside a number that a translation has lost is told; what is said otherwise, or left out as usual, is not."""

import pytest

from service.text.numbers.lost_units import lost_units, unit_spans, with_units
from service.text.spans import Kind, Span

EN_DE = ("en", "de")
ZH_EN = ("zh", "en")


@pytest.mark.parametrize(
    ("source", "target", "languages", "lost"),
    [
        ("Tom is 6 feet tall.", "Tom ist 6 groß.", EN_DE, ("6 feet",)),
        ("It weighs 5 ounces.", "Es wiegt fünf Röscher.", EN_DE, ("5 ounces",)),
        ("a 6-foot board", "ein 6 Brett", EN_DE, ("6-foot",)),
        ("It is 2.5 miles to go.", "Es sind 2,5 Kilometer.", EN_DE, ("2.5 miles",)),
        ("I waited 45 minutes.", "Ich wartete 45.", EN_DE, ("45 minutes",)),
        ("after 3 weeks and 20 days", "nach 3 und 20", EN_DE, ("3 weeks", "20 days")),
        ("It costs 20 dollars.", "Es kostet 20.", EN_DE, ("20 dollars",)),
        ("About 3 million dollars.", "Etwa 3 Millionen.", EN_DE, ("3 million dollars",)),
        ("我等了20分钟。", "I waited 20.", ZH_EN, ("20分钟",)),
        ("他们工作了 8 个小时。", "They worked for 8.", ZH_EN, ("8 个小时",)),
        ("他在这里住了5年。", "He has lived here for 5.", ZH_EN, ("5年",)),
        ("还有10多天。", "There are 10 more.", ZH_EN, ("10多天",)),
        ("-3度的冰", "ice of -3", ZH_EN, ("-3度",)),
        ("5-6 feet", "5-6", EN_DE, ("6 feet",)),
        ("--3英寸的盲盒", "a box of 3", ZH_EN, ("3英寸",)),
        ("每次1片", "Time 1", ZH_EN, ("1片",)),
        ("每天2瓶。", "A day 2.", ZH_EN, ("2瓶",)),
    ],
)
def test_it_is_told_with_its_number(
    source: str, target: str, languages: tuple[str, str], lost: tuple[str, ...]
) -> None:
    assert lost_units(source, target, languages) == lost


@pytest.mark.parametrize(
    ("source", "target", "languages"),
    [
        ("a 6-foot board", "ein 6-Fuß-Brett", EN_DE),
        ("6 feet tall", "sechs Fuß groß", EN_DE),
        ("He is 6 feet 2 inches tall.", "Er ist 6 Fuß 2 Zoll groß.", EN_DE),
        ("a 5-year-old girl", "ein fünfjähriges Mädchen", EN_DE),
        ("She is 30 years old.", "Sie ist 30.", EN_DE),
        ("I waited 30 minutes.", "Ich wartete eine halbe Stunde.", EN_DE),
        ("15 minutes ago", "vor einer Viertelstunde", EN_DE),
        ("It costs 5 dollars.", "Es kostet 5 USD.", EN_DE),
        ("It costs 5 dollars.", "Es kostet $5.", EN_DE),
        ("5 percent of them", "5% davon", EN_DE),
        ("20 degrees outside", "20 °C draußen", EN_DE),
        ("open 24 hours", "24 Stunden geöffnet", EN_DE),
        ("10 miles away", "16 Kilometer entfernt", EN_DE),
        ("6 miles away", "10 km entfernt", EN_DE),
        ("the 2 second hand cars", "die 2 Gebrauchtwagen", EN_DE),
        ("at 7 o'clock", "um 7", EN_DE),
        ("我等了3个小时。", "I waited 3 hrs.", ZH_EN),
        ("2008年", "2008", ZH_EN),
        ("95年出生", "born in 95", ZH_EN),
        ("公元42年", "42 AD", ZH_EN),
        ("第 28 天", "28", ZH_EN),
        ("3年级", "grade 3", ZH_EN),
        ("他今年30岁。", "He is 30.", ZH_EN),
        ("转180度", "do a 180", ZH_EN),
        ("20分钟后上台。", "We're on stage in 20.", ZH_EN),
        ("5周年", "5 years", ZH_EN),
        ("每次1片", "1 tablet each time", ZH_EN),
        ("共有3瓶酒", "3", ZH_EN),
        ("6 feet tall", "6 pieds", ("en", "fr")),
        ("6 pieds", "6", ("fr", "en")),
    ],
)
def test_another_way_to_say_it_is_not_told(source: str, target: str, languages: tuple[str, str]) -> None:
    assert lost_units(source, target, languages) == ()


@pytest.mark.parametrize(
    ("text", "lost", "languages", "expected"),
    [
        ("Tom is 6 feet tall.", ("6 feet",), EN_DE, [Span(7, 13, Kind.FIGURE, "6 Fuß")]),
        ("等20分钟", ("20分钟",), ZH_EN, [Span(1, 5, Kind.FIGURE, "20 minutes")]),
        ("in 20 days", ("20 days",), EN_DE, [Span(3, 10, Kind.FIGURE, "20 Tagen")]),
        ("It took 20 days", ("20 days",), EN_DE, [Span(8, 15, Kind.FIGURE, "20 Tage")]),
        ("-3度的冰", ("-3度",), ZH_EN, [Span(0, 3, Kind.FIGURE, "-3 degrees")]),
        ("a 6-foot board", ("6-foot",), EN_DE, [Span(2, 8, Kind.FIGURE, "6-Fuß")]),
        ("in a 5-year plan", ("5-year",), EN_DE, [Span(5, 11, Kind.FIGURE, "5-Jahre")]),
        ("in 20 days", ("20",), EN_DE, [Span(3, 10, Kind.FIGURE, "20 Tagen")]),
        # How these are written depends on the sentence.
        ("1-foot", ("1-foot",), EN_DE, []),
        ("1 foot", ("1 foot",), EN_DE, []),
        ("3 million miles", ("3 million miles",), EN_DE, []),
        ("6 feet", (), EN_DE, []),
        ("6 feet", ("6 feet",), ("en", "fr"), []),
    ],
)
def test_it_can_be_kept_where_its_word_is_always_the_same(
    text: str, lost: tuple[str, ...], languages: tuple[str, str], expected: list[Span]
) -> None:
    source, target = languages
    assert [*unit_spans(text, lost, target, source)] == expected


def test_it_takes_the_place_of_its_number_and_of_nothing_else() -> None:
    unit, other = Span(4, 10, Kind.FIGURE, "6 Fuß"), Span(12, 13, Kind.FIGURE, "9")
    assert with_units([Span(4, 5, Kind.FIGURE, "6"), other], [unit]) == [unit, other]
    for span in (
        Span(2, 5, Kind.FIGURE, "5-6"),
        Span(4, 5, Kind.WORD, "6"),
        Span(4, 5, Kind.FIGURE, "6", is_marked=True),
    ):
        assert with_units([span, other], [unit]) == [span, other]
