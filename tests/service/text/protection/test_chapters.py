"""Numbers of chapters that stand alone are written as the target language has them."""

import pytest

from service.text.protection.chapters import chapter_spans


@pytest.mark.parametrize(
    ("text", "target", "expected"),
    [
        ("第3章", "en", ["Chapter 3"]),
        ("第3章：结局", "en", ["Chapter 3"]),
        ("第12节\n第1步: 打开", "en-GB", ["Section 12", "Step 1"]),
        ("第3章", "de", ["Kapitel 3"]),
        ("第3章", "fr", []),
        ("第3章很长", "en", []),
        ("第1页，共10页", "en", ["Page 1 of 10"]),
        ("第3页/共12页", "de", ["Seite 3 von 12"]),
        ("第五章 数据分析\n第十二条 甲方", "en", ["Chapter 5", "Article 12"]),
        ("第一部分：听力", "de", ["Teil 1"]),
        ("图3：销售额\n表2-1 人口\n附录B", "en", ["Figure 3", "Table 2-1", "Appendix B"]),
        ("第几章 结局", "en", []),
        ("看第3章", "en", []),
    ],
)
def test_a_chapter_alone_is_one_of_the_target_language(text: str, target: str, expected: list[str]) -> None:
    assert [span.target for span in chapter_spans(text, "zh", target)] == expected
    assert not [*chapter_spans(text, "ja", target)]
