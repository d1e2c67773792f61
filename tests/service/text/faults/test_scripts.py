"""What is written in another script than its language is: in a source it stays, in a translation it has no place."""

import time

import pytest

from service.text.faults.scripts import foreign_runs, may_be_name, wrongly_written


def runs(text: str, language: str) -> list[str]:
    return [text[start:end] for start, end in foreign_runs(text, language)]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("I said 你好 to 小明.", "en", ["你好", "小明"]),
        ("Schön – ひらがな und 한국어", "de", ["ひらがな", "한국어"]),
        ("Schön, naïve, Привет", "en", ["Привет"]),
        ("Привет, мир! — Γειά σου", "de", ["Привет", "мир", "Γειά σου"]),
        ("مرحبا بالعالم and שלום", "en", ["مرحبا بالعالم", "שלום"]),
        ("नमस्ते दुनिया, สวัสดี", "en-GB", ["नमस्ते दुनिया", "สวัสดี"]),
        ("The value of π is 3.14", "en", ["π"]),
        ("He met Dvořák, Wałęsa and Ștefan at Müller's café", "en", ["Dvořák", "Wałęsa", "Ștefan"]),
        ("Daß ICH GROẞ in Œuvres", "de", []),
        ("Žižek říká", "cs", []),
        ("Привет, Google и 你好", "ru", ["你好"]),
        ("Привіт і Γειά", "uk", ["Γειά"]),
        ("Γειά σου Google", "el", []),
        ("Здраво Γειά 你好", "xx", ["你好"]),
        ("他说こんにちは和안녕和привет", "zh", ["こんにちは", "안녕", "привет"]),
        ("こんにちは世界안녕", "ja", ["안녕"]),
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
        ("Das ist мир", "de", "мир"),
        (".l-main-section :marked In 4", "en", ".l-main-section"),
        ("It is :marked now: well-made", "en", ":marked"),
        ("He said: no, well-made", "en", ""),
        ("Das ist Łódź", "de", ""),
    ],
)
def test_what_a_translation_cannot_have(translation: str, language: str, part: str) -> None:
    assert wrongly_written(translation, language) == part


@pytest.mark.parametrize(
    ("text", "expected"), [("Roger Stone", True), ("hello you", False), ("Привет", False), ("小明", False)]
)
def test_names_are_in_latin_letters(text: str, *, expected: bool) -> None:
    assert may_be_name(text) is expected


@pytest.mark.parametrize("text", ["ü" * 50_000, "a" * 50_000, "ő" * 50_000, "üő" * 25_000])
def test_a_word_of_any_length_takes_no_visible_time(text: str) -> None:
    """20,000 letters took four seconds when a name was looked for from each of them."""
    started = time.process_time()
    list(foreign_runs(text, "de"))
    assert time.process_time() - started < 0.5
