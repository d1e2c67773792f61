"""Lines end between words, and in Chinese between any two characters that may stand at an edge."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.text.formats.line_breaks import breaks, choose, evenly, joint, lines, width

TEXT = st.text("ab ,.中文。「」\u00a0\u3000", max_size=40)


@settings(deadline=None)
@given(TEXT)
def test_breaks_leave_out_white_space_alone_and_no_line_is_blank(text: str) -> None:
    parts = lines(text, breaks(text))
    assert all(part.strip() for part in parts) or not text.strip()
    assert "".join("".join(parts).split()) == "".join(text.split())


@settings(deadline=None)
@given(text=TEXT, count=st.integers(0, 5), data=st.data())
def test_as_many_breaks_as_wanted_are_chosen_in_order(text: str, count: int, data: st.DataObject) -> None:
    places = breaks(text)
    wanted = data.draw(st.lists(st.floats(0, 40), min_size=min(count, len(places)), max_size=min(count, len(places))))
    chosen = choose(places, wanted)
    assert len(chosen) == len(wanted)
    assert [place.start for place in chosen] == sorted({place.start for place in chosen})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one two", ["one", "two"]),
        ("no\u00a0break here", ["no\u00a0break", "here"]),
        ("中文。「好」", ["中", "文。", "「好」"]),
        ("用iPhone拍", ["用", "iPhone", "拍"]),
        (" a ", [" a "]),
    ],
)
def test_a_line_may_end_here(text: str, expected: list[str]) -> None:
    assert lines(text, breaks(text)) == expected


def test_the_closest_places_are_chosen_and_a_comma_nearby_is_better() -> None:
    text = "aaa bbb, cccc ddd"
    assert lines(text, choose(breaks(text), [6])) == ["aaa bbb,", "cccc ddd"]
    assert lines(text, choose(breaks(text), [10.5])) == ["aaa bbb,", "cccc ddd"]
    assert lines(text, choose(breaks(text), [13])) == ["aaa bbb, cccc", "ddd"]


@settings(deadline=None)
@given(text=TEXT, num_lines=st.integers(1, 4))
def test_there_are_no_more_lines_than_wanted(text: str, num_lines: int) -> None:
    assert len(lines(text, evenly(text, num_lines, widest=10))) <= num_lines


def test_a_text_that_fits_stays_in_one_line() -> None:
    assert evenly("aaa bbb", 2, widest=7) == []
    assert len(evenly("aaa bbb", 2, widest=6)) == 1


@pytest.mark.parametrize(("before", "after", "between"), [("a", "b", " "), ("中", "文", ""), ("中", "a", " ")])
def test_lines_are_joined_as_their_script_is_written(before: str, after: str, between: str) -> None:
    assert joint(before, after) == between


def test_an_ideograph_is_two_columns_wide() -> None:
    assert width("a中\uff01") == 5
