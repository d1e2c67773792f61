"""Numbers of two texts find each other."""

from service.text.numbers.figures import figures_in
from service.text.numbers.pairing import Placed, became, kept, numbers_of_source, told


def placed(text: str, *origins: tuple[int, int]) -> list[Placed]:
    """The numbers of a translation, with from and to of what they come from."""
    return [Placed(figure, *origin) for figure, origin in zip(figures_in(text), origins, strict=True)]


def values(pairs: list[tuple[Placed, Placed]]) -> list[tuple[str, str]]:
    return [(one.value, other.value) for one, other in pairs]


def test_of_equal_numbers_the_nearest_is_the_same() -> None:
    given = numbers_of_source("20 and then 20")
    [(one, _)] = kept(given, placed("20", (11, 13)))
    assert one is given[1]


def test_a_value_that_is_told_fewer_times_is_in_doubt() -> None:
    numbers = numbers_of_source("20 and 20 and 7")
    assert [number.value for number in told(numbers, ["20", "7"])] == ["7"]
    assert [number.value for number in told(numbers, ["20", "20"])] == ["20", "20"]


def test_numbers_that_come_from_each_other_belong_together_then_similar_ones_then_the_next() -> None:
    lost = numbers_of_source("41 57 36")
    assert values(became(lost, placed("99 88", (3, 5), (0, 2)), [], is_aligned=True)) == [("41", "88"), ("57", "99")]
    assert values(became(lost, placed("99, 360", (3, 5), (0, 2)), [], is_aligned=False)) == [
        ("41", "99"),
        ("36", "360"),
    ]
    assert values(became(lost, placed("99 88", (0, 0), (0, 0)), [], is_aligned=False)) == [("41", "99"), ("57", "88")]


def test_what_is_doubtful_counts_only_where_it_comes_from_the_number() -> None:
    lost = numbers_of_source("41 57")
    doubtful = placed("1 5", (0, 2), (7, 9))
    assert values(became(lost, [], doubtful, is_aligned=True)) == [("41", "1")]
    assert became(lost, [], doubtful, is_aligned=False) == []


def test_of_very_many_numbers_the_order_counts() -> None:
    lost, new = numbers_of_source("41, 57, " * 15), placed("57, 41, " * 15, *[(0, 0)] * 30)
    assert values(became(lost, new, [], is_aligned=False))[:2] == [("41", "57"), ("57", "41")]
