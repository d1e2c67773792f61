"""Tenths, centuries, ranges and prices in Chinese numerals."""

import pytest

from service.text.numbers.shares import spoken_numerals


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("从六成提高到八成五，一成不变，变成，9成新", ["60%", "85%", "90%"]),
        ("二十一世纪是信息时代，19世纪，十一世纪，上世纪", ["21st century", "11th century"]),
        ("二十世纪八十年代，几世纪", []),
        ("六十到七十度，三十至四十人，五到十公里，三到两个", ["60–70 degrees", "30–40", "5–10 km"]),
        ("400多块，20余公里，零点五，零点二五秒，零点五分", ["400+ yuan", "20+ km", "0.5", "0.25"]),
        ("零下三到五度，负三到负一度", ["-3 to -5 °C", "-3 to -1 °C"]),
        ("每斤八块，三元一个，十块钱。八块石头，几块", ["8 yuan", "3 yuan", "10 yuan"]),
    ],
)
def test_numerals_become_figures(text: str, written: list[str]) -> None:
    assert [figure for *_, figure in sorted(spoken_numerals(text, "en"))] == written


def test_words_are_only_english() -> None:
    assert [figure for *_, figure in spoken_numerals("二十一世纪，六十到七十度，六成", "de")] == ["60%"]
