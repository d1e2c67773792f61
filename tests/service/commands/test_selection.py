from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from service.commands.selection import Selection, SelectionError, select
from service.runtime.bundle import LanguagePair


def bundle(name: str, *pairs: str) -> tuple[Path, Any]:
    """A folder and as much of a manifest as is looked at; a pair is written `zh-en`."""
    found = tuple(LanguagePair(source=pair.split("-")[0], target=pair.split("-")[1]) for pair in pairs)
    return Path(name), SimpleNamespace(name=name, pairs=found)


BUNDLES = [bundle("one", "zh-en"), bundle("two", "en-de"), bundle("three", "en-fr")]


def chosen(bundles: list[tuple[Path, Any]], **wanted: str) -> tuple[list[str], str | None, str]:
    selection: Selection = select(bundles, **{"model": None, "source": None, "target": None, **wanted})
    return [str(folder) for folder in selection.folders], selection.source, selection.target


def test_a_model_with_one_pair_needs_nothing_else() -> None:
    assert chosen(BUNDLES, model="one") == (["one"], "zh", "en")


def test_a_pair_finds_its_model() -> None:
    assert chosen(BUNDLES, source="EN", target="de") == (["two"], "EN", "de")


def test_a_target_alone_is_enough_where_one_language_leads_to_it() -> None:
    assert chosen(BUNDLES, target="en") == (["one"], "zh", "en")


def test_a_source_alone_is_enough_where_it_leads_to_one_language() -> None:
    assert chosen(BUNDLES, source="zh-CN") == (["one"], "zh-CN", "en")


def test_the_source_is_detected_where_it_could_be_several() -> None:
    assert chosen([*BUNDLES[:1], bundle("four", "fr-en")], target="en") == (["one", "four"], None, "en")
    assert chosen(BUNDLES, source="auto", target="de") == (["two"], None, "de")


@pytest.mark.parametrize(
    ("wanted", "complaint"),
    [
        ({"model": "nine"}, "no bundle is named 'nine'; there are one, two, three"),
        ({}, "--target is needed; it can be de or en or fr"),
        ({"source": "en"}, "--target is needed; it can be de or fr"),
        ({"source": "de"}, "no bundle translates from de; there are Chinese (zh-Hans) to English (en), "),
        ({"source": "zh", "target": "de"}, "no bundle translates from zh to de; there are "),
        ({"model": "one", "target": "de"}, "no bundle translates to de; there are Chinese (zh-Hans) to English (en)"),
    ],
)
def test_what_is_not_there_or_not_clear_is_said_with_what_there_is(wanted: dict[str, str], complaint: str) -> None:
    with pytest.raises(SelectionError) as caught:
        chosen(BUNDLES, **wanted)
    assert str(caught.value).startswith(complaint)
