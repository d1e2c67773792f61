"""Messages quote the beginnings of long texts."""

from service.text.excerpts import excerpt, quoted


def test_a_text_of_forty_characters_is_whole_and_a_longer_one_is_not() -> None:
    assert excerpt("x" * 40) == "x" * 40
    assert excerpt("x" * 41) == "x" * 40 + "…"


def test_several_are_told_in_quotation_marks() -> None:
    assert quoted(["{a}", "y" * 41]) == f"'{{a}}', '{'y' * 40}…'"
