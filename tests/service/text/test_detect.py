"""Language detection among the loaded languages, with an honest confidence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.text.detect import Detection, LanguageDetector


@pytest.fixture(scope="module")
def detector() -> LanguageDetector:
    return LanguageDetector(["en", "zh", "de"])


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Hello, how are you today?", "en"),
        ("Where is the library?", "en"),
        ("HELLO WORLD", "en"),
        ("你好", "zh"),
        ("我", "zh"),
        ("今天天气很好。", "zh"),
        ("這是繁體中文", "zh"),
        ("我在用Python写代码", "zh"),
        ("Wo ist die Bibliothek?", "de"),
        ("Straße", "de"),
    ],
)
def test_short_texts_are_told_apart(detector: LanguageDetector, text: str, language: str) -> None:
    assert detector.detect(text).language == language


@pytest.mark.parametrize("text", ["你好", "今天天气很好。", "我们去图书馆吧\uff01", "他是医生。"])
def test_chinese_is_sure(detector: LanguageDetector, text: str) -> None:
    assert detector.detect(text).confidence > 90


def test_a_sentence_is_surer_than_a_word_of_two_languages(detector: LanguageDetector) -> None:
    assert detector.detect("OK").confidence <= 50
    assert detector.detect("The cat sat on the mat because it was tired.").confidence > 70


@pytest.mark.parametrize("text", ["", " \n", "😆👍", "12:30", "?!…", "\x00"])
def test_text_without_letters_has_no_confidence(detector: LanguageDetector, text: str) -> None:
    assert detector.detect(text) == Detection("en", 0.0)


@pytest.mark.parametrize("text", ["Привет, как дела?", "안녕하세요", "שלום"])
def test_a_script_of_no_loaded_language_has_no_confidence(detector: LanguageDetector, text: str) -> None:
    assert detector.detect(text) == Detection("en", 0.0)


@pytest.mark.parametrize("text", ["a", "x", "A4", " I ", "3 m"])
def test_a_single_letter_is_a_guess(detector: LanguageDetector, text: str) -> None:
    """It used to be as sure as a sentence: "A4" was English, 96 of 100."""
    assert detector.detect(text).confidence <= 50


@pytest.mark.parametrize("text", ["これ", "犬は大きな家で寝ています。", "ｶﾀｶﾅ"])
def test_japanese_is_not_chinese_for_sure(detector: LanguageDetector, text: str) -> None:
    assert detector.detect(text).confidence < 30


def test_japanese_is_told_from_chinese_where_both_are_there() -> None:
    found = LanguageDetector(["zh", "ja"]).detect("犬は大きな家で寝ています。")
    assert found.language == "ja"
    assert found.confidence > 50


def test_a_kana_in_chinese_changes_little(detector: LanguageDetector) -> None:
    assert detector.detect("我在鲜の每日买了两斤苹果和一些蔬菜。").confidence > 80


def test_only_the_given_languages_are_answered() -> None:
    text = "Bonjour, comment allez-vous aujourd'hui ?"
    assert LanguageDetector(["en", "fr"]).detect(text).language == "fr"
    assert LanguageDetector(["en", "zh"]).detect(text).language == "en"


def test_detectors_do_not_share_their_languages() -> None:
    french, german = LanguageDetector(["fr"]), LanguageDetector(["de"])
    assert french.detect("Bonjour le monde").language == "fr"
    assert german.detect("Guten Tag, liebe Welt").language == "de"


def test_a_language_that_the_detector_does_not_know_is_never_the_answer() -> None:
    assert LanguageDetector(["tlh", "en"]).detect("Hello, how are you?").language == "en"
    assert LanguageDetector(["tlh"]).detect("Hello, how are you?") == Detection("tlh", 0.0)


def test_detection_without_languages_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one language"):
        LanguageDetector([])


@given(text=st.text())
def test_any_text_gets_an_answer(detector: LanguageDetector, text: str) -> None:
    found = detector.detect(text)
    assert found.language in {"en", "zh", "de"}
    assert 0 <= found.confidence <= 100
