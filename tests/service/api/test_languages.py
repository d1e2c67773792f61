import pytest

from service.api.languages import Language, by_name, find_language, language_of


@pytest.mark.parametrize(
    ("text", "wire"),
    [
        ("en", "en"),
        ("EN", "en"),
        ("en-GB", "en"),
        ("en_us", "en"),
        ("zh", "zh-Hans"),
        ("zh-Hans", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("ZH-HANT", "zh-Hant"),
        ("zt", "zh-Hant"),
        ("zh-TW", "zh-Hant"),
        ("zh_Hant_TW", "zh-Hant"),
        ("zh-Hant-CN", "zh-Hant"),
        ("zh-Hans-HK", "zh-Hans"),
        ("de-HK", "de"),
        ("de-DE-1996", "de"),
        ("eng", "en"),
        ("GER", "de"),
        ("deu_Latn", "de"),
        ("cmn", "zh-Hans"),
        ("zho_Hans", "zh-Hans"),
        ("zho_Hant", "zh-Hant"),
        ("cmn-Hant-TW", "zh-Hant"),
    ],
)
def test_any_usual_way_to_write_a_language_is_understood(text: str, wire: str) -> None:
    language = find_language(text, ["de", "en", "zh"])
    assert language is not None
    assert language.wire == wire


@pytest.mark.parametrize(("text", "code"), [("nb", "no"), ("nb-NO", "no"), ("nob", "no"), ("pb", "pt"), ("iw", "he")])
def test_other_codes_of_a_language_are_understood(text: str, code: str) -> None:
    assert find_language(text, ["he", "no", "pt"]) == language_of(code)


def test_a_code_that_a_bundle_uses_comes_before_what_it_may_stand_for() -> None:
    assert find_language("deu", ["de", "deu"]) == language_of("deu")
    assert find_language("nb", ["nb", "no"]) == language_of("nb")


@pytest.mark.parametrize("text", ["yue", "zh-yue", "zho_Latn", "nan"])
def test_another_chinese_language_is_not_taken_for_mandarin(text: str) -> None:
    assert find_language(text, ["en", "zh"]) is None


@pytest.mark.parametrize("text", ["zz", "", "-", "english", "deutsch", "zh-hant-x", "\N{SNOWMAN}"])
def test_what_is_no_known_language_is_none(text: str) -> None:
    assert find_language(text, ["de", "en"]) is None


def test_traditional_chinese_is_not_there_without_chinese() -> None:
    assert find_language("zh-Hant", ["en"]) is None


def test_both_scripts_of_chinese_have_the_same_code_inside() -> None:
    assert [find_language(text, ["zh"]) for text in ("zh", "zt")] == [
        Language("zh-Hans", "zh"),
        Language("zh-Hant", "zh"),
    ]


def test_a_language_is_shown_with_name_and_code() -> None:
    assert [str(language_of(code)) for code in ("de", "zh", "xx")] == ["German (de)", "Chinese (zh-Hans)", "xx (xx)"]


def test_lists_start_with_english_and_go_on_by_name() -> None:
    assert [language.code for language in by_name(map(language_of, ["zh", "de", "xx", "en"]))] == [
        "en",
        "zh",
        "de",
        "xx",
    ]
