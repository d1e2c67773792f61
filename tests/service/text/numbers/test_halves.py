"""A time that became one of the other half of the day, though its figures are the same."""

import pytest

from service.text.numbers.comparing import Difference, differing_numbers
from service.text.numbers.halves import halved, wrong_halves


def righted(source: str, target: str, languages: tuple[str, str]) -> str:
    pairs = wrong_halves(source, target, languages)
    for edit in sorted(halved(pairs, target, languages[1]), key=lambda edit: edit.start, reverse=True):
        target = target[: edit.start] + edit.text + target[edit.end :]
    return target


@pytest.mark.parametrize(
    ("source", "target", "languages", "expected"),
    [
        ("at 8 p.m. here", "um 8 Uhr morgens hier", ("en", "de"), "um 20 Uhr hier"),
        ("at 8:30 pm", "um 8:30 Uhr vorm. da", ("en", "de"), "um 20:30 Uhr da"),
        ("at 8 am", "um 8 Uhr nachm. da", ("en", "de"), "um 8 Uhr da"),
        ("at 12 am", "um 12 Uhr nachmittags", ("en", "de"), "um 0 Uhr"),
        ("下午3点开会", "meeting at 3 am", ("zh", "en"), "meeting at 3 pm"),
        ("上午3点开会", "meeting at 3 P.M.", ("zh", "en"), "meeting at 3 A.M."),
        ("at 5 pm", "上午5点", ("en", "zh"), "下午5点"),
        ("at 5:00 pm", "5:00 AM", ("en", "zh"), "5:00 PM"),
        ("from 9 am to 5 pm", "von 9 Uhr bis 5 Uhr morgens", ("en", "de"), "von 9 Uhr bis 17 Uhr"),
    ],
)
def test_it_is_told_and_becomes_the_other_half_as_its_language_writes_that(
    source: str, target: str, languages: tuple[str, str], expected: str
) -> None:
    assert differing_numbers(source, target, languages)
    assert righted(source, target, languages) == expected
    assert not differing_numbers(source, expected, languages)


@pytest.mark.parametrize(
    ("source", "target", "languages"),
    [
        ("at 8 pm", "um 8 Uhr", ("en", "de")),  # it may be meant
        ("at 8 pm", "um 20 Uhr", ("en", "de")),
        ("at 8", "um 8 Uhr morgens", ("en", "de")),
        ("8 am, 8 pm", "8 Uhr abends, 8 Uhr morgens", ("en", "de")),
        ("晚上12点", "at 12 am", ("zh", "en")),
        ("晚上12点", "at 12 pm", ("zh", "en")),
        ("at 8 pm", "à 8 h du matin", ("en", "fr")),
    ],
)
def test_what_is_right_or_may_be_is_no_difference(source: str, target: str, languages: tuple[str, str]) -> None:
    assert wrong_halves(source, target, languages) == []


def test_it_is_told_with_its_half() -> None:
    found = differing_numbers("at 8 p.m. or 9", "um 8 Uhr morgens oder 9", ("en", "de"))
    assert found == Difference(("8 p.m.",), ("8 Uhr morgens",))
