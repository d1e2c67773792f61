"""What is written in the other kind of script: in a source it stays, in a translation it has no place."""

import pytest

from service.text.scripts import foreign_runs, wrongly_written


def runs(text: str, language: str) -> list[str]:
    return [text[start:end] for start, end in foreign_runs(text, language)]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("I said 你好 to 小明.", "en", ["你好", "小明"]),
        ("Schön – ひらがな und 한국어", "de", ["ひらがな", "한국어"]),
        ("Schön, naïve, Привет", "en", []),
        ("他说hello world了。", "zh", ["hello world"]),
        ("我用iPhone 15拍照", "zh-Hans", ["iPhone 15"]),
        ("卡拉OK，T恤，X光", "zh", []),
    ],
)
def test_what_a_source_has_of_the_other_script(text: str, language: str, expected: list[str]) -> None:
    assert runs(text, language) == expected


@pytest.mark.parametrize(
    ("translation", "language", "part"),
    [
        ("This is 北京 and 上海.", "en", "北京"),
        ("Schön ist es", "de", ""),
        ("他在Google工作", "zh", ""),
        ("Google", "zh", ""),
        ("the cat is here", "zh", "the cat is here"),
    ],
)
def test_what_a_translation_cannot_have(translation: str, language: str, part: str) -> None:
    assert wrongly_written(translation, language) == part
