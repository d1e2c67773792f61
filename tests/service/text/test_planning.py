"""What becomes of long sentences before anything is submitted."""

from typing import cast

import pytest
from hypothesis import given

from service.engine.client import EngineClient
from service.runtime.bundle import LanguagePair
from service.text.marks import Mark, MarkedText
from service.text.normalize import Normalizer
from service.text.options import Split, TranslationOptions
from service.text.planned import Planned
from service.text.planning import Plan
from service.text.translator import Translator
from service.text.warnings import LongSentence
from tests.service.text.fakes import FakeClient, byte_tokenizer, manifest
from tests.service.text.strategies import TEXTS

EN_DE = LanguagePair(source="en", target="de")
ZH_EN = LanguagePair(source="zh", target="en")


def plan(
    text: str,
    *marks: Mark,
    pair: LanguagePair = EN_DE,
    limit: int = 400,
    comfortable: int | None = 30,
    options: TranslationOptions = TranslationOptions(),  # noqa: B008
) -> Plan:
    """For a model whose tokens are bytes."""
    bundle = manifest(("en", "de"), ("zh", "en"), max_source_tokens=limit, comfortable_source_tokens=comfortable)
    translator = Translator(bundle, byte_tokenizer(), cast(EngineClient, FakeClient()), Normalizer([]))
    return translator.plan(MarkedText(text, marks), pair, options)


def parts(plan: Plan) -> list[str]:
    return [part.piece.text for part in plan.parts if isinstance(part, Planned)]


def warnings(plan: Plan) -> list[object]:
    return [warning for part in plan.parts if isinstance(part, Planned) for warning in part.warnings]


LONG = "They came home very late, and they went to bed."


def test_a_sentence_that_is_longer_than_comfortable_is_divided_between_its_clauses_and_told() -> None:
    found = plan(LONG)
    assert parts(found) == ["They came home very late,", "and they went to bed."]
    assert warnings(found) == [LongSentence(0, LONG, 48, 400, 2, 30)]


def test_without_a_comfortable_length_only_what_does_not_fit_is_divided() -> None:
    assert parts(plan(LONG, comfortable=None)) == [LONG]
    assert warnings(plan(LONG, comfortable=None, limit=40)) == [LongSentence(0, LONG, 48, 40, 2)]


@pytest.mark.parametrize(
    "text",
    [
        "The big old house behind the park was sold again last week.",
        "Now, the big old house behind the park was sold last week.",  # the first part would be tiny
        "The old house (large, cold, and rather dark) was sold.",
        "See {{one, and two, and three, and four, and five}}.",
    ],
)
def test_a_sentence_without_a_good_place_stays_whole_and_nothing_is_told(text: str) -> None:
    whole = plan(text, comfortable=None)
    assert plan(text) == whole


def test_what_does_not_fit_is_divided_at_any_place_but_first_between_its_clauses() -> None:
    text = "They came home very late, and then they all went straight to the old house."
    found = plan(text, limit=40)
    assert parts(found) == ["They came home very late,", "and then they all went", "straight to the old house."]
    assert warnings(found) == [LongSentence(0, text, len(text) + 1, 40, 3, 30)]


def test_chinese_is_divided_behind_its_commas_and_a_space_comes_between_the_translations() -> None:
    found = plan("他没有时间去，她有时间但是不想去。", pair=ZH_EN)
    assert parts(found) == ["他没有时间去，", "她有时间但是不想去。"]
    assert [part.piece.trailing for part in found.parts if isinstance(part, Planned)] == [" ", ""]


def test_texts_that_are_not_to_be_split_are_divided_where_they_are_too_long_for_comfort() -> None:
    found = plan("He came. She came. They all went home again.", options=TranslationOptions(split=Split.NONE))
    assert parts(found) == ["He came. She came.", "They all went home again."]


def test_parts_of_a_special_sentence_have_their_own_protected_parts_and_marks() -> None:
    text = "They came to {a} very late, and they went to {b}."
    found = [part for part in plan(text, Mark(10, 16, 1), Mark(32, 36, 2)).parts if isinstance(part, Planned)]
    assert [part.piece.text for part in found] == ["They came to {a} very late,", "and they went to {b}."]
    sentences = [part.sentence for part in found if part.sentence]
    assert [[span.target for span in sentence.spans] for sentence in sentences] == [["{a}"], ["{b}"]]
    assert [sentence.marks for sentence in sentences] == [(Mark(10, 16, 1),), (Mark(4, 8, 2),)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The [old] house", ["The [old] house"]),
        ("[The old house]", ["[The old house]"]),
        ("The house]", ["The house"]),
        ("The [house] 😆", ["The [house]"]),
    ],
)
def test_square_brackets_stay_with_what_is_between_them(text: str, expected: list[str]) -> None:
    assert parts(plan(text)) == expected


@pytest.mark.parametrize(
    ("text", "pair", "expected"),
    [
        ("你好。😆再见😆", ZH_EN, ["你好。 ", "😆 ", "再见 ", "😆"]),
        ("Hello. 😆Bye😆", EN_DE, ["Hello. ", "😆Bye😆"]),
    ],
)
def test_from_characters_into_an_alphabet_pictures_at_the_edges_get_spaces(
    text: str, pair: LanguagePair, expected: list[str]
) -> None:
    found = plan(text, pair=pair).parts
    assert [str(part.piece if isinstance(part, Planned) else part) for part in found] == expected


@given(text=TEXTS)
def test_nothing_is_lost_or_added(text: str) -> None:
    found = plan(text)
    pieces = [part.piece if isinstance(part, Planned) else part for part in found.parts]
    assert "".join(map(str, pieces)) == text


def test_a_part_knows_that_it_begins_inside_a_sentence_but_not_behind_a_whole_one() -> None:
    def are_continued(text: str) -> list[bool]:
        sentences = [part.sentence for part in plan(text).parts if isinstance(part, Planned)]
        return [bool(sentence and sentence.look.is_continued) for sentence in sentences]

    assert are_continued(LONG) == [False, True]
    assert are_continued("They came home. They went to bed.") == [False, False]
