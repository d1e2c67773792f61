"""Completions with terms are translated by models of one pair: for others, the languages would be a guess."""

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest

from service.api.catalog import Catalog
from service.api.loading import LoadedModel
from service.api.openai.translated import start_completion_translation
from service.api.problems import InvalidField
from service.api.schemas.openai import parse_completion
from service.runtime.bundle import LanguagePair
from service.settings import Settings
from tests.service.text.fakes import manifest


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        (
            [("en", "de"), ("en", "fr")],
            "m translates several pairs .*: use /v1/chat/completions with `source`, `target`",
        ),
        ([], "m translates no language, .*: leave them out"),
    ],
)
def test_a_model_of_another_number_of_pairs_is_refused_with_what_to_do(
    pairs: list[tuple[str, str]], words: str
) -> None:
    described = manifest(("en", "de")).model_copy(
        update={"pairs": [LanguagePair(source=source, target=target) for source, target in pairs]}
    )
    model = cast(LoadedModel, SimpleNamespace(name="m", manifest=described))
    request, _ = parse_completion({"model": "m", "prompt": "Hello.", "no_translate": ["x"]})
    started = start_completion_translation(model, request, cast(Catalog, None), Settings())
    with pytest.raises(InvalidField, match=words) as caught:
        asyncio.run(started)
    assert caught.value.field == "model"
