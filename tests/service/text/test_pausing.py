"""Words beside an image or an emoji that a translation lacks are asked for once more, with a comma there."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from service.engine.errors import EngineError, QueueFull
from service.engine.events import Event, Finished
from service.engine.request import GenerationRequest
from service.runtime.bundle import LanguagePair
from service.text.marks import Mark, MarkedText
from tests.service.text.fakes import NO_TIME, FakeClient, FakeGeneration, Script, hypothesis
from tests.service.text.test_revising import translate

ZH_EN = LanguagePair(source="zh", target="en")


class SideBySide(FakeClient):
    """Tells that each character comes from the one at the same place."""

    def __init__(self, script: Script, refusals: Sequence[EngineError | None] = ()) -> None:
        super().__init__(script, refusals)

    def submit(self, request: GenerationRequest) -> FakeGeneration:
        generation = super().submit(request)
        [finished] = [event for event in self._script(generation.source) if isinstance(event, Finished)]
        num_source = len(request.source_ids)
        rows = np.eye(num_source, dtype=np.float32)
        tokens = tuple(
            replace(token, alignment=rows[min(number, num_source - 1)])
            for number, token in enumerate(finished.best.tokens)
        )
        generation.__init__(request, generation.source)  # type: ignore[misc]
        generation.push(Finished((replace(finished.best, tokens=tokens),), NO_TIME))
        return generation


def says(answers: dict[str, str]) -> Script:
    """A model that knows a few sentences, by what they are shown as."""

    def script(source: str) -> list[Event]:
        return [Finished((hypothesis(answers[source].encode()),), NO_TIME)]

    return script


FORGETFUL = says(  # without a pause between two phrases it says the first one alone
    {
        "Good morning my dear friend": "Guten Morgen",
        "Good morning, my dear friend": "Guten Morgen, lieber Freund",
    }
)


def with_image(before: str, behind: str) -> MarkedText:
    return MarkedText(before + behind, (Mark(len(before), len(before), 0, is_fixed=True),))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Good morning 😀 my dear friend", "Guten Morgen 😀 lieber Freund"),
        ("Good morning 😀😀 my dear friend", "Guten Morgen 😀😀 lieber Freund"),
        ("Good morning 😀 <br> my dear friend", "Guten Morgen 😀 <br> lieber Freund"),
    ],
)
def test_words_behind_an_emoji_are_asked_for_with_a_comma_that_goes_again(text: str, expected: str) -> None:
    client = SideBySide(FORGETFUL)
    translation = translate(client, text)
    assert client.sources == ["Good morning my dear friend", "Good morning, my dear friend"]
    assert (translation.text, translation.warnings) == (expected, ())


def test_words_behind_an_image_are_asked_for_with_a_comma_that_goes_again() -> None:
    client = SideBySide(FORGETFUL)
    translation = translate(client, with_image("Good morning ", "my dear friend"))
    assert client.sources == ["Good morning my dear friend", "Good morning, my dear friend"]
    assert translation.text == "Guten Morgen lieber Freund"
    assert translation.marks == (Mark(13, 13, 0, is_fixed=True),)


def test_the_comma_of_a_chinese_sentence_is_a_wide_one() -> None:
    client = SideBySide(says({"早上好我的朋友": "Good", "早上好，我的朋友": "Good morning, my friend"}))
    translate(client, with_image("早上好", "我的朋友"), ZH_EN)
    assert client.sources == ["早上好我的朋友", "早上好，我的朋友"]


@pytest.mark.parametrize("text", ["Good morning my dear friend 😀", "😀 Good morning my dear friend"])
def test_where_words_are_on_one_side_only_nothing_is_asked_again(text: str) -> None:
    client = SideBySide(FORGETFUL)
    translate(client, text)
    assert len(client.sources) == 1


def test_where_there_is_a_pause_already_nothing_is_asked_again() -> None:
    client = SideBySide(says({"Good morning, my dear friend": "Guten Morgen"}))
    translate(client, "Good morning, 😀 my dear friend")
    assert len(client.sources) == 1


def test_words_that_stand_elsewhere_are_not_lost() -> None:
    """In another order none of them is behind the image, and a comma would only tear the sentence apart."""
    client = SideBySide(says({"I have seen the two dogs": "Hunde sah ich zwei davon"}))
    assert translate(client, with_image("I have seen ", "the two dogs")).text.startswith("Hunde sah ich")
    assert len(client.sources) == 1


def test_what_the_comma_does_not_bring_back_is_left_as_it_was() -> None:
    client = SideBySide(says({"Good morning my dear friend": "Guten", "Good morning, my dear friend": "Gutes"}))
    assert translate(client, "Good morning 😀 my dear friend").text == "Guten 😀"
    assert len(client.sources) == 2


def test_where_asking_again_is_refused_there_is_the_first_translation() -> None:
    client = SideBySide(FORGETFUL, refusals=[None, QueueFull(5, 1.0)])
    assert translate(client, "Good morning 😀 my dear friend").text == "Guten Morgen 😀"
