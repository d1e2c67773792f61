"""Commas that are left where what stood behind them is gone, those before brackets, and signs before all words."""

import pytest

from service.text.faults.needless_pauses import without_needless_pauses
from service.text.spans import Kind, Span
from service.text.target import SourceMap, Unit, text_of

SOURCE = "Eggs (2), butter, salt."


def cleared(target: str, protected: str = "", source: str = SOURCE) -> str:
    """The translation, of which `protected` is a part that stays."""
    weights = SourceMap(source, (0, len(source)), (0,), (len(source),)).one_hot(0)
    span = Span(0, 1, Kind.WORD, protected)
    parts = target.partition(protected) if protected else (target,)
    units = [Unit(part, 0, 1, weights, span if part == protected else None) for part in parts if part]
    return text_of(without_needless_pauses(units, source))


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("Eier (2),, Butter, Salz.", "Eier (2), Butter, Salz."),
        ("Eier, , Butter", "Eier, Butter"),
        ("Eier (2),;, Butter", "Eier (2), Butter"),
        ("Eier, Salz,.", "Eier, Salz."),
        ("蛋，，盐。", "蛋，盐。"),
        ("Eier, Salz.", "Eier, Salz."),
        ("Eier,.5", "Eier,.5"),
    ],
)
def test_of_several_one_stays(target: str, expected: str) -> None:
    assert cleared(target) == expected


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("Eier:(2), Salz", "Eier (2), Salz"),
        ("Eier, (2), Salz", "Eier (2), Salz"),
        ("Eier;(2), Salz", "Eier (2), Salz"),
        ("Eier (2), (3) Salz", "Eier (2), (3) Salz"),
    ],
)
def test_none_is_before_a_bracket(target: str, expected: str) -> None:
    assert cleared(target) == expected
    assert cleared(target, source="Eggs, (2), salt: (3)") == target


def test_none_is_between_square_brackets() -> None:
    assert cleared("[Ja], [nein]", source="[Yes] [No]") == "[Ja] [nein]"
    assert cleared("[Ja], [nein]", source="[Yes], [No]") == "[Ja], [nein]"


def test_what_is_protected_stays_and_is_something() -> None:
    assert cleared("Eier a,,b, Salz", "a,,b") == "Eier a,,b, Salz"
    assert cleared("Eier, {a}, Salz", "{a}") == "Eier, {a}, Salz"


def test_a_source_that_does_so_itself_is_followed() -> None:
    assert cleared("Eier,, Salz", source="Eggs,, salt") == "Eier,, Salz"


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("共1页", ".1", "1"),
        ("共1页", " . 1", "1"),
        ("It is 5.", ", es ist 5.", "es ist 5."),
        ("5 of them", ":: 5 davon", "5 davon"),
        ("共1页", "。1", "1"),
        # The source has them, too.
        (".5 of it", ".5 davon", ".5 davon"),
        ("0.5 of it", ".5 davon", ".5 davon"),
        ("In .NET 8", ".NET 8", ".NET 8"),
        ("... and 5", "...und 5", "...und 5"),
        ("…and 5", "...und 5", "...und 5"),
        ("“... 5”", "... 5", "... 5"),
        # There is nothing else.
        ("5 files", ".", "."),
    ],
)
def test_none_is_before_all_words(source: str, target: str, expected: str) -> None:
    assert cleared(target, source=source) == expected


def test_what_is_protected_is_a_word() -> None:
    assert cleared(".1", "1", source="共1页") == "1"
    assert cleared(".env 5", "env", source="5 of .env") == ".env 5"
    assert cleared(", {a} 5", "{a}", source="5 of {a}") == "{a} 5"
    assert cleared(".env 5", ".env", source="5 of .env") == ".env 5"


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("1 pinch of salt", "1. Salz", "1 Salz"),
        ("2 more", "2.Mehr", "2 Mehr"),
        ("1. Salt it", "1. Salze es", "1. Salze es"),
        ("1st of May", "1. Mai", "1. Mai"),
        ("3 men", "2. Mann", "2. Mann"),
    ],
)
def test_a_number_of_things_is_no_ordinal(source: str, target: str, expected: str) -> None:
    assert cleared(target, source=source) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("Chop 3 cloves and 1 pineapple.", "Die 3oosen und 1ddämle.", "Die 3 oosen und 1 ddämle."),
        ("It is 100 percent.", "Es ist 100prozentig.", "Es ist 100prozentig."),
        ("The 5th man is 5 miles away.", "Der 5th Mann ist 5meilen weit.", "Der 5th Mann ist 5meilen weit."),
        ("a 5-year plan", "ein 5jahresplan", "ein 5jahresplan"),
    ],
)
def test_a_word_is_apart_from_its_number(source: str, target: str, expected: str) -> None:
    assert cleared(target, source=source) == expected
