"""What is shown in place of what must stay."""

from itertools import islice

import pytest

from service.text.protection.standins import is_stand_in, stand_ins
from service.text.spans import Kind


@pytest.mark.parametrize(
    ("kind", "pair", "text", "expected"),
    [
        (Kind.DAY, "en-de", "Born on May 3", [("Monday", "Montag"), ("Sunday", "Sonntag")]),
        (Kind.DAY, "en-de", "Monday, May 3", [("Sunday", "Sonntag"), ("Friday", "Freitag")]),
        (Kind.MONTH, "zh-en", "2006年4月", [("四月", "April"), ("八月", "August")]),
        (Kind.DAY, "en-fr", "Born on May 3", [("15", "15"), ("47", "47")]),
        (Kind.FIGURE, "en-de", "15 men", [("47", "47"), ("11", "11")]),
    ],
)
def test_a_day_a_month_or_a_number_that_the_text_does_not_have(
    kind: Kind, pair: str, text: str, expected: list[tuple[str, str]]
) -> None:
    source, target = pair.split("-")
    found = islice(stand_ins(kind, source, target, text, 1), 2)
    assert [(stand_in.source, stand_in.target) for stand_in in found] == expected


def test_a_number_that_stood_in_for_another_is_known() -> None:
    assert [number for number in ("17", "47", "46", "170") if is_stand_in(number)] == ["17", "47"]
