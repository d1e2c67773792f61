from types import SimpleNamespace
from typing import cast

import pytest

from service.api.languages import language_of
from service.api.loading import LoadedModel
from service.api.pairs import check_served_by, only_pair
from service.api.problems import BadRequest
from service.api.translation import Job
from service.runtime.bundle import LanguagePair
from tests.service.text.fakes import manifest


def model(*pairs: tuple[str, str]) -> LoadedModel:
    return cast(LoadedModel, SimpleNamespace(name="m", manifest=manifest(*pairs)))


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


class FakeJob:
    """Of one text, translated by the model `name`."""

    def __init__(self, name: str) -> None:
        self.items = [
            SimpleNamespace(model=SimpleNamespace(name=name), source=language_of("en"), target=language_of("de"))
        ]
        self.was_cancelled = False

    def cancel(self) -> None:
        self.was_cancelled = True


def test_the_bundle_that_was_asked_for_has_to_be_the_one_that_translates() -> None:
    """Where two serve the same pair, the first is used, whatever the request names."""
    right, wrong = FakeJob("m"), FakeJob("other")
    check_served_by(cast(Job, right), "m")
    with pytest.raises(BadRequest, match="en-de is translated by other, not by m: ask for that model"):
        check_served_by(cast(Job, wrong), "m")
    assert (right.was_cancelled, wrong.was_cancelled) == (False, True)
