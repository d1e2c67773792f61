from types import SimpleNamespace
from typing import Any

import pytest

from service.api.catalog import Catalog, build_catalog
from service.api.languages import Language, find_language
from service.api.problems import UnknownModel
from service.runtime.bundle import BundleError, LanguagePair


def model(name: str, *pairs: str, steps: tuple[str, ...] = ("nfc",)) -> Any:
    """As much of a loaded model as a catalog looks at; a pair is written `zh-en`."""
    found = tuple(LanguagePair(source=pair.split("-")[0], target=pair.split("-")[1]) for pair in pairs)
    return SimpleNamespace(name=name, manifest=SimpleNamespace(pairs=found, source_normalization=steps))


MODELS = [model("zh-en", "zh-en", steps=("nfc", "t2s")), model("en-de", "en-de"), model("more", "en-de", "en-fr")]


def language(text: str, catalog: Catalog) -> Language:
    found = find_language(text, catalog.codes)
    assert found is not None
    return found


def test_models_are_found_by_name() -> None:
    catalog = build_catalog(MODELS, None)
    assert catalog.model("more") is MODELS[2]


def test_one_model_needs_no_name() -> None:
    assert build_catalog(MODELS[:1], None).model(None) is MODELS[0]


def test_several_models_need_a_name_or_a_default() -> None:
    with pytest.raises(UnknownModel, match="several are loaded: zh-en, en-de, more"):
        build_catalog(MODELS, None).model(None)
    assert build_catalog(MODELS, "en-de").model(None) is MODELS[1]


def test_an_unknown_name_is_refused_with_those_that_are_there() -> None:
    with pytest.raises(UnknownModel, match="'x' is not loaded; loaded are zh-en, en-de, more"):
        build_catalog(MODELS, "en-de").model("x")


def test_the_first_model_of_a_pair_translates_it() -> None:
    catalog = build_catalog(MODELS, None)
    english, german, chinese = (language(code, catalog) for code in ("en", "de", "zh-Hant"))
    assert catalog.translator_of(english, german) is MODELS[1]
    assert catalog.translator_of(chinese, english) is MODELS[0]
    assert catalog.translator_of(german, english) is None


def test_any_model_of_a_pair_can_be_asked_for_by_its_name() -> None:
    catalog = build_catalog(MODELS, None)
    english, german = language("en", catalog), language("de", catalog)
    assert catalog.translator_of(english, german, "more") is MODELS[2]
    assert catalog.translator_of(english, german, "zh-en") is None
    assert catalog.translator_of(english, german, "nothing") is None


def test_targets_are_sorted_and_include_the_language_itself() -> None:
    catalog = build_catalog(MODELS, None)
    assert catalog.targets_of(language("en", catalog)) == ["de", "en", "fr"]
    assert catalog.targets_of(language("fr", catalog)) == ["fr"]
    assert catalog.targets_of(language("zt", catalog)) == ["en", "zh-Hant"]


def test_traditional_chinese_is_listed_only_where_it_is_converted() -> None:
    def listed(models: list[Any]) -> set[str]:
        return {language.wire for language in build_catalog(models, None).languages()}

    assert listed(MODELS[:1]) == {"en", "zh-Hans", "zh-Hant"}
    assert listed([model("plain", "zh-en")]) == {"en", "zh-Hans"}


def test_what_writes_simplified_chinese_is_not_offered_for_traditional() -> None:
    """Simplified text came as an answer to a request for traditional."""
    catalog = build_catalog([model("en-zh", "en-zh", "zh-en")], None)
    english, simplified, traditional = (language(code, catalog) for code in ("en", "zh-CN", "zh-TW"))
    assert catalog.translator_of(english, simplified) is catalog.models["en-zh"]
    assert catalog.translator_of(english, traditional) is None
    assert catalog.translator_of(traditional, english) is catalog.models["en-zh"]


def test_detection_knows_the_languages_of_the_models_only() -> None:
    catalog = build_catalog(MODELS, None)
    assert catalog.detect("Heute Abend findet der Bauer fünf Fische.").language == "de"
    assert catalog.detect("123").language == "en"


def test_models_that_do_not_translate_detect_nothing() -> None:
    with pytest.raises(UnknownModel, match="no translation model"):
        build_catalog([model("writer")], None).detect("Hello.")


@pytest.mark.parametrize(
    ("models", "default", "complaint"),
    [
        ([MODELS[0], MODELS[0]], None, "2 bundles are named zh-en"),
        (MODELS, "x", "DRAGOMAN_DEFAULT_MODEL is 'x', but the bundles are zh-en, en-de, more"),
    ],
)
def test_names_that_clash_or_are_missing_are_refused(models: list[Any], default: str | None, complaint: str) -> None:
    with pytest.raises(BundleError, match=complaint):
        build_catalog(models, default)
