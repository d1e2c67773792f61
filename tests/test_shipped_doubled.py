"""Real sentences in which the shipped models double numbers or invent some, go round in a loop, or take evening for
morning: each number is there once, and a stream says what the whole answer says."""

import re

import pytest

from service.api.loading import LoadedModel
from service.text.marks import MarkedText
from service.text.result import Translation
from tests.shipped import model_for, stream_of, translation_of


def translated(models: dict[str, LoadedModel], text: str) -> Translation:
    """The translation, which is the same whole and streamed."""
    model = model_for(models, text)
    whole = translation_of(model, MarkedText(text))
    deltas, streamed = stream_of(model, text)
    assert ("".join(deltas), streamed) == (whole.text, whole)
    return whole


def codes_of(translation: Translation) -> list[str]:
    return [warning.code for warning in translation.warnings]


@pytest.mark.parametrize(
    "text",
    [
        "I was born on October 10th, 1972.",
        "This plane can fly at 800 miles an hour.",
        "General Montcalm attacked several British forts in 1757.",
        "Our server will be offline on October 20th for scheduled maintenance.",
        "All three indexes ended the week down more than 10%.",
        "Ninety-five percent of orphans are older than 9 years old.",
        "A little boy and 4 turkeys walking",
        "或者是1的一半，我们可以把它变成一个偶数的3。",
        "我的血压为155比105。",
        "8年，最低监禁安全级别。",
    ],
)
def test_of_a_number_too_many_another_translation_is_taken(models: dict[str, LoadedModel], text: str) -> None:
    translation = translated(models, text)
    assert sorted(re.findall(r"\d+", translation.text)) == sorted(re.findall(r"\d+", text))
    assert "numbers_differ" not in codes_of(translation)


def test_a_phrase_that_every_translation_says_twice_goes_and_is_told(models: dict[str, LoadedModel]) -> None:
    translation = translated(models, "一张19世纪下半叶的沙龙桌子。")
    assert translation.text == "A table with a 19th century."
    assert codes_of(translation) == ["numbers_repaired"]


def test_a_number_that_every_hypothesis_makes_up_goes_and_that_is_told(models: dict[str, LoadedModel]) -> None:
    translation = translated(models, "埃文·朗，16岁，全身60%的二级和三级烧伤。")
    assert translation.text == "Egypt, 16, 60% and."
    assert codes_of(translation)[-1] == "numbers_repaired"


def test_a_time_of_the_evening_is_none_of_the_morning(models: dict[str, LoadedModel]) -> None:
    translation = translated(models, "Is it convenient for you if I come at 6 p.m.?")
    assert translation.text == "Ist es dir gut, wenn ich um 18:00 komme?"
    assert codes_of(translation) == []


def test_a_loop_that_only_other_rules_end_is_told(models: dict[str, LoadedModel]) -> None:
    text = "Man playing piano outside, with 3 observers, near lamp post, palm trees and large building."
    assert codes_of(translated(models, text)) == ["loop_repaired"]
