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
        # The half of the day is lost.
        ("at 8 pm", "um 8 Uhr", ("en", "de"), "um 20 Uhr"),
        ("He speaks at 6 p.m.", "Er spricht um 6.", ("en", "de"), "Er spricht um 18."),
        (
            "Dinner is at 7:30 p.m. here.",
            "Das Abendessen ist hier um 7:30 Uhr.",
            ("en", "de"),
            "Das Abendessen ist hier um 19:30 Uhr.",
        ),
        ("tomorrow at 7.30 pm", "morgen um 7.30 Uhr", ("en", "de"), "morgen um 19.30 Uhr"),
        ("at 7:30 pm", "um 7:30", ("en", "de"), "um 19:30"),
        ("at 12 am", "um 12 Uhr", ("en", "de"), "um 0 Uhr"),
        ("at 12:15 am", "um 12:15 Uhr", ("en", "de"), "um 0:15 Uhr"),
        ("from 9 am to 5 pm", "von 9 Uhr bis 5 Uhr", ("en", "de"), "von 9 Uhr bis 17 Uhr"),
        ("from 8 pm to 8 am", "von 8 Uhr bis 8 Uhr", ("en", "de"), "von 20 Uhr bis 8 Uhr"),
        ("at 3 pm or 8 pm", "um 3 Uhr oder 8 Uhr", ("en", "de"), "um 15 Uhr oder 20 Uhr"),
        ("at 3 pm or 8 pm", "um 8 Uhr oder 15 Uhr", ("en", "de"), "um 20 Uhr oder 15 Uhr"),
        ("下午7点开会", "The meeting is at 7:00.", ("zh", "en"), "The meeting is at 7:00 pm."),
        ("晚上8点开会", "We meet at 8 o'clock here.", ("zh", "en"), "We meet at 8 pm here."),
        ("下午3点30分开会", "We meet at 3:30 there.", ("zh", "en"), "We meet at 3:30 pm there."),
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
        ("at 8 pm", "um 8 Uhr am Abend", ("en", "de")),
        ("at 8 pm on Friday", "am Freitagabend um 8 Uhr", ("en", "de")),
        ("at 8 pm", "à 8 h", ("en", "fr")),
        ("at 8", "um 8 Uhr", ("en", "de")),
        ("at 8 am", "um 8 Uhr", ("en", "de")),
        ("at 8 am", "um 08:00 Uhr", ("en", "de")),
        ("at 12:15 pm", "um 12:15 Uhr", ("en", "de")),
        ("from 8 pm to 8 am", "bis 8 Uhr, von 20 Uhr an", ("en", "de")),
        ("at 8 or 8 pm", "um 8 Uhr oder 20 Uhr", ("en", "de")),
        ("7 pm", "7 kleine Uhren", ("en", "de")),
        ("下午7点", "at 7:00 in the evening", ("zh", "en")),
        ("下午7点", "tonight at 7:00", ("zh", "en")),
        ("下午7点", "at 19:00", ("zh", "en")),
        ("上午7点", "at 7:00", ("zh", "en")),  # nobody takes it for the evening
        ("7点", "at 7:00", ("zh", "en")),
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
