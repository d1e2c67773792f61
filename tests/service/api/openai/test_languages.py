from types import SimpleNamespace
from typing import Any, cast

import pytest

from service.api.catalog import Catalog, build_catalog
from service.api.loading import LoadedModel
from service.api.openai.languages import languages_of
from service.api.problems import InvalidField, UnknownModel
from service.api.schemas.openai import ChatRequest
from tests.service.text.fakes import manifest


def catalog(**models: list[tuple[str, str]]) -> Catalog:
    fakes = [SimpleNamespace(name=name.replace("_", "-"), manifest=manifest(*pairs)) for name, pairs in models.items()]
    return build_catalog(cast(list[LoadedModel], fakes), None)


CATALOG = catalog(en_de=[("en", "de")], big=[("zh", "en"), ("en", "zh"), ("en", "de")])


def found(model: str, **fields: Any) -> tuple[str | None, str]:
    messages = [{"role": "user", "content": "Hi."}]
    return languages_of(ChatRequest.model_validate({"model": model, "messages": messages} | fields), CATALOG)


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("en-de", ("en", "de")),
        ("zh-en", ("zh-Hans", "en")),
        ("zh-Hans-en", ("zh-Hans", "en")),
        ("zh-Hant-en-GB", ("zh-Hant", "en")),
        ("en-zh-CN", ("en", "zh-Hans")),
        ("auto-de", (None, "de")),
    ],
)
def test_a_name_stands_for_languages(model: str, expected: tuple[str | None, str]) -> None:
    assert found(model) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"target": "de"}, (None, "de")),
        ({"source": "auto", "target": "de"}, (None, "de")),
        ({"source": "en", "target": "zh"}, ("en", "zh")),
    ],
)
def test_fields_say_it_for_a_bundle_with_several_pairs(
    fields: dict[str, str], expected: tuple[str | None, str]
) -> None:
    assert found("big", **fields) == expected


@pytest.mark.parametrize("fields", [{}, {"source": "en"}])
def test_a_bundle_with_several_pairs_needs_them(fields: dict[str, str]) -> None:
    with pytest.raises(InvalidField, match="target"):
        found("big", **fields)


@pytest.mark.parametrize("model", ["gpt-5", "de-en", "en", "-", "en-", "auto-xx", "x" * 1000])
def test_a_name_that_stands_for_nothing_is_refused_with_what_there_is(model: str) -> None:
    with pytest.raises(UnknownModel, match=r"there are en-de, big, zh-en, en-zh$") as caught:
        found(model)
    assert len(str(caught.value)) < 200
