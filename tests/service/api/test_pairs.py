from types import SimpleNamespace
from typing import cast

import pytest

from service.api.catalog import Catalog, build_catalog
from service.api.loading import LoadedModel
from service.api.pairs import generating_model, only_pair
from service.api.problems import BadRequest, InvalidInput, UnknownModel
from service.api.schemas.generate import GenerateParameters, GenerateRequest
from service.runtime.bundle import LanguagePair
from tests.service.text.fakes import manifest


def model(*pairs: tuple[str, str], name: str = "m") -> LoadedModel:
    return cast(LoadedModel, SimpleNamespace(name=name, manifest=manifest(*pairs)))


SEVERAL = model(("en", "de"), ("en", "zh"), ("zh", "de"))


def test_one_pair_needs_no_names() -> None:
    assert only_pair(model(("en", "de"))) == LanguagePair(source="en", target="de")


def test_names_choose_among_several() -> None:
    assert only_pair(SEVERAL, target="zh") == LanguagePair(source="en", target="zh")
    assert only_pair(SEVERAL, "zh") == LanguagePair(source="zh", target="de")


@pytest.mark.parametrize(("source", "target"), [(None, None), ("en", None), (None, "de"), ("de", "en")])
def test_none_or_several_are_refused_with_those_that_there_are(source: str | None, target: str | None) -> None:
    with pytest.raises(BadRequest, match="one of the pairs of m: en-de, en-zh, zh-de"):
        only_pair(SEVERAL, source, target)


def catalog(*models: LoadedModel, default: str | None = None) -> Catalog:
    return build_catalog(models, default)


CATALOG = catalog(model(("zh", "en"), name="zh-en"), model(("en", "de"), name="a"), model(("en", "de"), name="b"))


def generating(name: str | None = None, **parameters: str) -> str:
    request = GenerateRequest(inputs="Hi.", model=name, parameters=GenerateParameters.model_validate(parameters))
    return generating_model(request, CATALOG).name


def test_languages_choose_the_bundle_that_has_them() -> None:
    assert generating(src_lang="zh_CN", tgt_lang="en_XX") == "zh-en"
    assert generating(src_lang="en", tgt_lang="de") == "a"


def test_a_named_bundle_is_used_if_it_has_them() -> None:
    assert generating("b") == "b"
    assert generating("b", src_lang="en", tgt_lang="de") == "b"
    with pytest.raises(InvalidInput, match=r"German \(de\) is not available as a target language from English \(en\)"):
        generating("zh-en", src_lang="en", tgt_lang="de")


def test_without_languages_the_bundle_has_to_be_named() -> None:
    with pytest.raises(UnknownModel, match="several are loaded: zh-en, a, b"):
        generating()


@pytest.mark.parametrize("given", [{"src_lang": "en"}, {"tgt_lang": "de"}])
def test_one_language_is_not_enough(given: dict[str, str]) -> None:
    with pytest.raises(InvalidInput, match="`src_lang` and `tgt_lang` are required together"):
        generating(**given)


def test_a_language_that_no_bundle_has_is_refused() -> None:
    with pytest.raises(InvalidInput, match="xx is not supported"):
        generating(src_lang="xx", tgt_lang="de")
