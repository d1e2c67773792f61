"""What looks wrong is asked for again, and what nobody doubts is asked for once: whole texts, a scripted engine."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

from service.engine.client import EngineClient
from service.engine.errors import EngineError, QueueFull
from service.engine.events import Event, Finished, FinishReason, Hypothesis, TokenEvent
from service.engine.options import DecodingOptions
from service.engine.request import GenerationRequest
from service.runtime.bundle import LanguagePair
from service.text.cache import CacheStats
from service.text.marks import Mark, MarkedText
from service.text.normalize import Normalizer
from service.text.options import TranslationOptions
from service.text.result import Alternative, Translation
from service.text.translator import Translator
from service.text.warnings import (
    BracketsDiffer,
    Copied,
    LoopRepaired,
    NumbersDiffer,
    NumbersRepaired,
    PlaceholderRepaired,
    Repetition,
    Shortened,
    Untranslated,
)
from tests.service.text.fakes import (
    NO_TIME,
    FakeClient,
    FakeGeneration,
    Script,
    byte_tokenizer,
    hypothesis,
    manifest,
    token_events,
)

EN_DE = LanguagePair(source="en", target="de")


class Beams(FakeClient):
    """Answers requests for several hypotheses from `beams`, best first, others by the script."""

    def __init__(
        self, script: Script, beams: Sequence[bytes | Hypothesis] = (), refusals: Sequence[EngineError | None] = ()
    ) -> None:
        super().__init__(script, refusals)
        self._beams = beams

    def submit(self, request: GenerationRequest) -> FakeGeneration:
        generation = super().submit(request)
        if request.options.num_return_sequences > 1:
            generation.__init__(request, generation.source)  # type: ignore[misc]
            said = [beam if isinstance(beam, Hypothesis) else hypothesis(beam) for beam in self._beams]
            generation.push(Finished(tuple(said), NO_TIME))
        return generation

    @property
    def decodings(self) -> list[DecodingOptions]:
        return [generation.request.options for generation in self.generations]


class Aligned(Beams):
    """Tells an alignment when it is asked for: from left to right."""

    def submit(self, request: GenerationRequest) -> FakeGeneration:
        generation = super().submit(request)
        if request.options.alignment:
            [best] = [event for event in self._script(generation.source) if isinstance(event, Finished)]
            tokens, num_source = best.best.tokens, len(request.source_ids)
            rows = np.eye(num_source, dtype=np.float32)
            aligned = [
                replace(token, alignment=rows[number * num_source // len(tokens)])
                for number, token in enumerate(tokens)
            ]
            generation.__init__(request, generation.source)  # type: ignore[misc]
            generation.push(Finished((replace(best.best, tokens=tuple(aligned)),), NO_TIME))
        return generation


def says(**answers: str) -> Script:
    """A model that knows a few sentences, by what they are shown as."""

    def script(source: str) -> list[Event]:
        return token_events(answers.get(source.replace(" ", "_").strip("."), source.upper()).encode())

    return script


def translate(client: FakeClient, text: str | MarkedText, pair: LanguagePair = EN_DE, **options: Any) -> Translation:
    async def run() -> Translation:
        bundle = manifest(("en", "de"), ("zh", "en"))
        subject = Translator(bundle, byte_tokenizer(), cast(EngineClient, client), Normalizer([]))
        source = text if isinstance(text, MarkedText) else MarkedText(text)
        wanted = TranslationOptions(**options)
        [submitted] = subject.submit([subject.plan(source, pair, wanted)], wanted)
        return await submitted.result()

    return asyncio.run(run())


def test_a_plain_sentence_is_asked_for_once_as_it_is() -> None:
    client = Beams(says())
    assert translate(client, "Good morning to you.").text == "GOOD MORNING TO YOU."
    assert client.sources == ["Good morning to you."]
    assert client.decodings == [DecodingOptions(max_new_tokens=16 + 3 * len("Good morning to you. "))]


# Protected parts


def test_names_stand_in_for_what_must_stay() -> None:
    client = Beams(says(Write_to_Tom_at_Boston="Schreib Tom in Boston."))
    assert translate(client, "Write to {a} at b.com.").text == "Schreib {a} in b.com."
    assert client.sources == ["Write to Tom at Boston."]


def test_names_that_the_text_has_itself_do_not_stand_in() -> None:
    client = Beams(says())
    translate(client, "Tom wrote to {a} in Boston.")
    assert client.sources[0] == "Tom wrote to Paris in Boston."


def test_other_names_are_tried_when_one_is_lost() -> None:
    client = Beams(says(Write_to_Tom="Schreib.", Write_to_Texas="Schreib nach Texas."))
    translation = translate(client, "Write to {a}.")
    assert client.sources == ["Write to Tom.", "Write to Texas."]
    assert (translation.text, translation.warnings) == ("Schreib nach {a}.", ())


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Schreib bitte", "{a} bitte"),
        ("Tom Tom und", "{a} und"),
        ("Toms Brief", "{a} Brief"),
        ("die Tomkarte", "die {a} karte"),
    ],
)
def test_what_is_lost_or_doubled_every_time_is_put_in_once_with_a_warning(answer: str, expected: str) -> None:
    client = Beams(says(Tom_to_write=answer, Texas_to_write=answer.replace("Tom", "Texas")))
    translation = translate(client, "{a} to write")
    assert translation.text == expected
    assert translation.warnings == (PlaceholderRepaired(1, "{a} to write", ("{a}",)),)


def test_a_glossary_term_becomes_what_it_says_and_a_kept_term_stays() -> None:
    client = Beams(says(The_Tom_of_Boston="Das Tom von Boston."))
    translation = translate(client, "The net of Roger.", glossary=(("net", "Netz"),), no_translate=("Roger",))
    assert translation.text == "Das Netz von Roger."


def test_emoji_are_not_shown_and_those_at_the_edge_do_not_even_split() -> None:
    client = Beams(says())
    assert translate(client, "😆 So good 👍🏽").text == "😆 SO GOOD 👍🏽"
    assert client.sources == ["So good"]
    assert translate(client, "so 👩‍👩‍👧‍👦 nice!").text.count("👩‍👩‍👧‍👦") == 1
    assert client.sources[1] == "so nice!"


def test_text_without_a_letter_of_its_own_needs_no_model() -> None:
    client = Beams(says())
    text = "{a}: https://b.c/d\n12,5 %\n👍"
    assert translate(client, text).text == text
    assert client.sources == []


# Numbers


def test_a_changed_number_is_asked_for_again_with_another_in_its_place() -> None:
    client = Beams(says(It_costs_300="Es kostet 30.", It_costs_15="Es kostet 15."))
    translation = translate(client, "It costs 300.")
    assert client.sources == ["It costs 300.", "It costs 15."]
    assert (translation.text, translation.warnings) == ("Es kostet 300.", ())


def test_a_number_that_is_wrong_every_time_is_put_where_it_seems_to_belong() -> None:
    client = Beams(says(It_costs_300="Es kostet 30.", It_costs_15="Es kostet 99."))
    translation = translate(client, "It costs 300.")
    assert translation.text == "Es kostet 300."
    assert translation.warnings == (PlaceholderRepaired(1, "It costs 300.", ("300",)),)


def test_numbers_that_cannot_be_put_in_are_told_when_they_differ() -> None:
    """A number with a word for its zeros has to be translated together with that word, if that is not known."""
    translation = translate(Beams(says(About_31_dozen="Etwa 45 Dutzend")), "About 31 dozen")
    assert translation.text == "Etwa 45 Dutzend"
    assert translation.warnings == (NumbersDiffer(1, "About 31 dozen", ("31",), ("45",)),)


def test_a_number_with_a_word_for_zeros_is_asked_for_again_with_another_in_place_of_both() -> None:
    client = Beams(says(About_31_million="Etwa 45 Millionen", About_15="Etwa 15"))
    translation = translate(client, "About 31 million")
    assert client.sources == ["About 31 million", "About 15"]
    assert (translation.text, translation.warnings) == ("Etwa 31 Millionen", ())


@pytest.mark.parametrize(
    ("source", "shown", "expected"),
    [
        ("Born on May 3, 1998.", "Born on Monday.", "Am 3. Mai 1998 da."),
        ("Born in June 2009.", "Born in April.", "Am Juni 2009 da."),
        ("Come at 3:30 p.m. now.", "Come at 15 now.", "Am 15:30 da."),
        ("See 10–20 men.", "See 15 men.", "Am 10–20 da."),
    ],
)
def test_a_date_a_time_and_a_range_are_asked_for_again_as_a_whole(source: str, shown: str, expected: str) -> None:
    known = {"Monday": b"Am Montag da.", "April": b"Am April da.", "15": b"Am 15 da."}
    client = Beams(lambda text: token_events(next((said for name, said in known.items() if name in text), b"Am da.")))
    translation = translate(client, source)
    assert client.sources[-1] == shown
    assert (translation.text, translation.warnings) == (expected, ())


def test_a_time_that_lost_its_half_of_the_day_gets_it_where_it_is_and_that_is_told() -> None:
    client = Beams(lambda source: token_events(b"Wir gehen um 7:30 Uhr."))
    translation = translate(client, "We go at 7:30 pm.")
    assert client.sources == ["We go at 7:30 pm."]
    assert translation.text == "Wir gehen um 19:30 Uhr."
    assert translation.warnings == (NumbersRepaired(1, "We go at 7:30 pm.", ("7:30 pm",), ()),)


def test_a_number_whose_unit_was_lost_is_asked_for_again_with_another_in_place_of_both() -> None:
    client = Beams(says(He_is_6_feet_tall="Er ist 6 groß.", He_is_15_tall="Er ist 15 groß."))
    translation = translate(client, "He is 6 feet tall.")
    assert client.sources == ["He is 6 feet tall.", "He is 15 tall."]
    assert (translation.text, translation.warnings) == ("Er ist 6 Fuß groß.", ())


def test_a_number_that_is_lost_is_asked_for_with_its_unit() -> None:
    known = {"I am 180 feet tall.": b"Ich bin 18. Jahrhundert."}
    client = Beams(lambda source: token_events(known.get(source, b"Ich bin 15 lang.")))
    translation = translate(client, "I am 180 feet tall.")
    assert client.sources == ["I am 180 feet tall.", "I am 15 tall."]
    assert (translation.text, translation.warnings) == ("Ich bin 180 Fuß lang.", ())


def test_a_unit_that_stays_lost_is_told_with_its_number() -> None:
    translation = translate(Beams(lambda source: token_events(b"Ein 1 Brett.")), "A 1-foot board.")
    assert translation.warnings == (NumbersDiffer(1, "A 1-foot board.", ("1-foot",), ()),)


def test_a_letter_and_its_number_are_told_as_one_part() -> None:
    translation = translate(Beams(lambda source: token_events(b"Es ist da.")), "It is in D02 now.")
    assert translation.text.count("D02") == 1
    assert translation.warnings == (PlaceholderRepaired(1, "It is in D02 now.", ("D02",)),)


@pytest.mark.parametrize(
    ("first", "second"),
    [("Es kostet 157 hier.", "Es kostet 157 hier."), ("Es kostet viel.", "Es kostet die 15th hier.")],
)
def test_a_number_that_the_one_in_its_place_grew_into_becomes_it(first: str, second: str) -> None:
    translation = translate(Beams(says(It_costs_300_here=first, It_costs_15_here=second)), "It costs 300 here.")
    assert translation.text == second.replace("157", "300").replace("15th", "300")
    assert translation.warnings == (PlaceholderRepaired(1, "It costs 300 here.", ("300",)),)


@pytest.mark.parametrize(("number", "expected"), [("4", "Am 4th Tag"), ("3", "Am 3 Tag"), ("1990", "Am 1990 Tag")])
def test_the_ending_of_an_ordinal_stays_where_it_is_right(number: str, expected: str) -> None:
    client = Beams(lambda source: token_events(b"Am 15th Tag" if "15" in source else b"Am Tag"))
    assert translate(client, f"On day {number}").text == expected


def test_a_number_in_place_of_another_may_be_the_first_part_of_a_word() -> None:
    client = Beams(says(A_13_year_old_boy="Ein Junge", A_15_year_old_boy="Ein 15-jähriger Junge"))
    translation = translate(client, "A 13 year old boy.")
    assert (translation.text, translation.warnings) == ("Ein 13-jähriger Junge", ())


def test_a_number_that_became_another_one_every_time_is_put_right_and_told() -> None:
    client = Beams(says(He_has_7_or_5_men="Er hat 77, 5 Leute", He_has_15_or_5_men="Er hat 8 9 6 Leute"))
    translation = translate(client, "He has 7 or 5 men")
    assert translation.text == "Er hat 7, 5 Leute"
    assert translation.warnings == (NumbersRepaired(1, "He has 7 or 5 men", ("7",), ("77",)),)


def test_where_a_lost_number_belongs_is_asked_for_behind_the_whole_of_the_translation() -> None:
    """Only sentences with something in its place have their alignment from the beginning."""
    client = Aligned(says(He_has_7_men="Er hat Leute", He_has_15_men="Er hat 8 9 Leute"))
    translation = translate(client, "He has 7 men")
    assert client.sources == ["He has 7 men", "He has 15 men", "He has 7 men"]
    last = client.decodings[-1]
    assert (bytes(token - 3 for token in last.prefix), last.max_new_tokens) == (b"Er hat Leute", 1)
    assert translation.text == "Er hat 7 Leute"
    assert translation.warnings == (NumbersRepaired(1, "He has 7 men", ("7",), ()),)


def test_where_that_is_refused_a_lost_number_is_told() -> None:
    script = says(He_has_7_men="Er hat Leute", He_has_15_men="Er hat 8 9 Leute")
    translation = translate(Aligned(script, refusals=[None, None, QueueFull(5, 1.0)]), "He has 7 men")
    assert translation.text == "Er hat Leute"
    assert translation.warnings == (NumbersDiffer(1, "He has 7 men", ("7",), ()),)


def test_a_sentence_with_the_right_numbers_is_asked_for_once() -> None:
    client = Beams(says(He_has_7_men="Er hat sieben Leute"))
    assert translate(client, "He has 7 men").text == "Er hat sieben Leute"
    assert len(client.sources) == 1


def test_the_numbers_of_alternatives_are_put_right_too() -> None:
    client = Beams(says(He_has_7_men="Er hat 7 Leute"), [b"Er hat 77 Mann", b"Er hat 7 Mann"])
    translation = translate(client, "He has 7 men", num_alternatives=2)
    assert [alternative.text for alternative in translation.alternatives] == ["Er hat 7 Mann"]


@pytest.mark.parametrize("answer", ["Er hat 77 Leute", "Er hat 7, 7 Leute", "Er hat Leute"])
def test_a_stream_has_the_numbers_of_the_whole_answer(answer: str) -> None:
    script = says(He_has_7_men=answer, He_has_15_men="Er hat 8 9 5 Leute")
    streamed = translate(Aligned(script), "He has 7 men", is_streamed=True)
    assert streamed == translate(Aligned(script), "He has 7 men")
    assert [warning.code for warning in streamed.warnings] == ["numbers_repaired"]


def test_a_number_that_the_source_does_not_have_goes_and_that_is_told() -> None:
    translation = translate(Beams(says(See_Tom="Siehe Tom und 17 mehr")), "See {a}")
    assert translation.text == "Siehe {a} und mehr"
    assert translation.warnings == (NumbersRepaired(1, "See {a}", (), ("17",)),)


@pytest.mark.parametrize("is_streamed", [True, False])
def test_of_a_number_too_many_a_hypothesis_without_it_is_taken_streamed_or_not(*, is_streamed: bool) -> None:
    """With other numbers in place of those of the source: 47 for 7."""
    client = Beams(says(He_has_7_men="Er hat 7 Leute in 1555."), [b"Er hat 15 in 47.", b"Er hat 47 Leute."])
    translation = translate(client, "He has 7 men.", is_streamed=is_streamed)
    assert (translation.text, translation.warnings) == ("Er hat 7 Leute.", ())
    assert client.sources == ["He has 7 men.", "He has 47 men."]


def test_where_no_hypothesis_is_right_the_number_of_the_models_own_goes() -> None:
    client = Beams(says(He_has_7_men="Er hat 7 Leute in 1555."), [b"Er hat 8 in 9."])
    translation = translate(client, "He has 7 men.")
    assert translation.text == "Er hat 7 Leute in."
    assert translation.warnings == (NumbersRepaired(1, "He has 7 men.", (), ("1555",)),)
    assert client.sources == ["He has 7 men.", "He has 47 men.", "He has 15 men.", "He has 7 men."]


def test_a_phrase_that_is_said_twice_in_every_hypothesis_goes_and_that_is_told() -> None:
    said = "Er kam in 2019 in 2019."
    client = Beams(says(He_came_in_2019=said), [said.replace("2019", "47").encode()])
    translation = translate(client, "He came in 2019.")
    assert translation.text == "Er kam in 2019."
    assert translation.warnings == (NumbersRepaired(1, "He came in 2019.", (), ("2019",)),)


def test_a_number_too_many_goes_where_asking_again_is_refused_and_asked_for_the_next_time() -> None:
    client = Beams(says(He_has_7_men="Er hat 7 Leute in 1555."), [], [None, *[QueueFull(1, 1.0)] * 3])
    translation = translate(client, "He has 7 men.")
    assert translation.warnings == (NumbersRepaired(1, "He has 7 men.", (), ("1555",)),)


def test_a_lost_small_number_is_no_word_where_the_words_are_known() -> None:
    client = Beams(says(See_2_men="Siehe Leute", See_15_men="Siehe 15 Leute"))
    assert translate(client, "See 2 men").text == "Siehe 2 Leute"
    assert translate(Beams(says(See_2_men="Siehe zwei Leute")), "See 2 men").text == "Siehe zwei Leute"


@pytest.mark.parametrize("protected", ["", " {a}"])
def test_a_translation_that_is_far_too_short_is_told(protected: str) -> None:
    text = f"We are here and there and everywhere and so on{protected}."
    translation = translate(Beams(lambda _: token_events(f"Hier{protected and ' Tom'}.".encode())), text)
    num_tokens = 10 if protected else 6
    assert translation.warnings == (Shortened(1, text, translation.source_tokens, num_tokens),)
    assert translate(Beams(lambda _: token_events(b"Hier.")), "We are here and there.").warnings == ()


# Letter case and ends


def test_capitals_are_translated_as_an_ordinary_sentence_and_come_back() -> None:
    client = Beams(says(The_meeting_is_today_at_Tom="Die Sitzung ist heute bei Tom."))
    assert translate(client, "THE MEETING IS TODAY AT b@c.de.").text == "DIE SITZUNG IST HEUTE BEI b@c.de."


@pytest.mark.parametrize("form", ["hello", "Hello", "HELLO"])
def test_a_word_means_the_same_in_every_case(form: str) -> None:
    translation = translate(Beams(says(hello="Hallo", Hello="Hallo")), form)
    assert translation.text == ("HALLO" if form == "HELLO" else "Hallo")


def test_small_letters_and_capitals_for_each_other_come_back() -> None:
    client = Beams(says(Good_morning_Tom="Guten Morgen Tom."))
    assert translate(client, "gOOD mORNING b@c.de.").text == "gUTEN mORGEN b@c.de."


def test_a_name_that_is_not_kept_is_asked_for_again_as_what_must_stay() -> None:
    client = Beams(says(I_know_macOS="Ich kenne Makos.", I_know_Texas="Ich kenne Texas."))
    translation = translate(client, "I know macOS.")
    assert client.sources == ["I know macOS.", "I know Texas."]
    assert (translation.text, translation.warnings) == ("Ich kenne macOS.", ())


@pytest.mark.parametrize("spoilt", ["DasmacOS", "macOScOS"])
def test_a_name_that_is_kept_within_a_word_or_with_its_end_twice_is_lost(spoilt: str) -> None:
    client = Beams(says(I_know_macOS=f"Ich kenne {spoilt}.", I_know_Texas="Ich kenne Texas."))
    assert translate(client, "I know macOS.").text == "Ich kenne macOS."


def test_a_heading_is_translated_as_an_ordinary_sentence_and_looks_like_one() -> None:
    client = Beams(says(This_is_it="Das ist es."))
    assert translate(client, "This Is It.").text == "Das ist es."


def test_a_name_that_is_kept_is_asked_for_once() -> None:
    client = Beams(says(I_know_macOS="Ich kenne macOS."))
    assert translate(client, "I know macOS.").text == "Ich kenne macOS."
    assert len(client.sources) == 1


def test_a_name_that_is_lost_every_time_is_put_in_with_a_warning() -> None:
    translation = translate(Beams(lambda _: token_events(b"Ich.")), "I know macOS.")
    assert translation.text.count("macOS") == 1
    assert translation.warnings == (PlaceholderRepaired(1, "I know macOS.", ("macOS",)),)


@pytest.mark.parametrize(
    ("source", "answer", "expected"),
    [
        ("Good", "Gut.", "Gut"),
        ("Good.", "Gut.", "Gut."),
        ("Good", "Gut!", "Gut"),
        ("Good", "z.B.", "z.B."),
        ("Good", "bzw.", "bzw."),
        ("Good {a}", "Gut Tom.", "Gut {a}"),
        ("Good.", "Gut?", "Gut."),
        ("Good {a}!", "Gut Tom?", "Gut {a}!"),
    ],
)
@pytest.mark.parametrize("is_streamed", [True, False])
def test_no_full_stop_is_invented(source: str, answer: str, expected: str, *, is_streamed: bool) -> None:
    client = Beams(lambda _: token_events(answer.encode()))
    assert translate(client, source, is_streamed=is_streamed).text == expected


# Copies and loops


@pytest.mark.parametrize("is_streamed", [True, False])
def test_of_a_copy_the_next_hypothesis_is_taken(*, is_streamed: bool) -> None:
    client = Beams(says(Jack_of_all_trades="Jack of all trades"), [b"Jack of all trades", b"Hans Dampf", b"Jack"])
    translation = translate(client, "Jack of all trades", is_streamed=is_streamed)
    assert (translation.text, translation.warnings) == ("Hans Dampf", ())
    assert [(options.num_beams, options.num_return_sequences) for options in client.decodings] == [(1, 1), (4, 4)]


@pytest.mark.parametrize("is_streamed", [True, False])
def test_a_copy_without_another_hypothesis_is_told(*, is_streamed: bool) -> None:
    client = Beams(says(Jack_of_all_trades="Jack of all trades"), [b"Jack of all trades"])
    translation = translate(client, "Jack of all trades", is_streamed=is_streamed)
    assert translation.text == "Jack of all trades"
    assert translation.warnings == (Copied(1, "Jack of all trades"),)


@pytest.mark.parametrize("is_streamed", [True, False])
@pytest.mark.parametrize("empty", ["", ".", " …"])
def test_of_nothing_the_next_hypothesis_is_taken(empty: str, *, is_streamed: bool) -> None:
    client = Beams(says(undo=empty), [empty.encode(), b"Machen Sie es ungeschehen"])
    translation = translate(client, "undo", is_streamed=is_streamed)
    assert (translation.text, translation.warnings) == ("Machen Sie es ungeschehen", ())


@pytest.mark.parametrize("is_streamed", [True, False])
@pytest.mark.parametrize("text", ["undo", "Undo!", "UNDO", "(undo)", "undo it at a.de"])
def test_where_there_is_never_anything_else_the_source_stands_there_and_that_is_told(
    text: str, *, is_streamed: bool
) -> None:
    def script(_: str) -> list[Event]:
        return token_events(b"")

    translation = translate(Beams(script, [b"", b"."]), text, is_streamed=is_streamed)
    assert (translation.text, translation.warnings) == (text, (Copied(1, text),))


def test_an_alternative_that_is_empty_is_none() -> None:
    client = Beams(says(we="wir"), [b"wir", b"", b".", b"uns"])
    translation = translate(client, "we", num_alternatives=3)
    assert translation.alternatives == (Alternative("uns", None),)


def test_marks_stay_around_a_source_that_nothing_came_of() -> None:
    def script(_: str) -> list[Event]:
        return token_events(b"")

    source = MarkedText("undo it", (Mark(0, 4, 1),))
    assert translate(Beams(script, [b""]), source).marks == source.marks


def test_a_translation_with_characters_of_another_script_is_asked_for_again_and_told() -> None:
    script = says(It_is_here="Es ist 这里.")
    assert translate(Beams(script, ["Es ist 那里.".encode(), b"Es ist hier."]), "It is here").text == "Es ist hier"
    told = translate(Beams(script, ["Es ist 那里.".encode()]), "It is here")
    assert (told.text, told.warnings) == ("Es ist 这里", (Untranslated(1, "It is here", "这里"),))


def test_a_stream_goes_on_from_what_was_sent_before_such_characters() -> None:
    client = Beams(says(It_is_here="Es ist 这里."), ["Es ist 那里.".encode(), b"Es ist hier."])
    streamed = translate(client, "It is here", is_streamed=True)
    assert (streamed.text, streamed.warnings) == ("Es ist hier", ())
    assert [bytes(token - 3 for token in options.prefix) for options in client.decodings] == [b"", b"Es ist"]


def test_of_a_word_that_is_said_four_times_the_next_hypothesis_is_taken() -> None:
    client = Beams(says(never="nie, nie, nie, nie,"), [b"nie, nie, nie, nie", b"nie, niemals"])
    assert translate(client, "never").text == "nie, niemals"


def test_a_sentence_in_another_script_needs_no_model_and_is_told() -> None:
    client = Beams(says())
    translation = translate(client, "我爱你。")
    assert (translation.text, translation.warnings) == ("我爱你。", (Copied(1, "我爱你。"),))
    assert client.sources == []


def test_an_ampersand_is_shown_as_the_word_and_comes_back_where_it_went() -> None:
    client = Beams(says(Tom_and_Boston="unused"))
    translate(client, "salt & pepper")
    assert client.sources == ["salt and pepper"]


def looping(_: str) -> list[Event]:
    return token_events(b"ha ha ha", FinishReason.REPETITION)


@pytest.mark.parametrize("is_streamed", [True, False])
def test_of_a_loop_the_next_hypothesis_is_taken(*, is_streamed: bool) -> None:
    translation = translate(Beams(looping, [b"ha ha", b"ha hier"]), "salad", is_streamed=is_streamed)
    assert (translation.text, translation.warnings) == ("ha ha", ())


@pytest.mark.parametrize("is_streamed", [True, False])
def test_what_was_sent_of_a_loop_stays_and_is_told_streamed_or_not(*, is_streamed: bool) -> None:
    """Where nothing else goes on from its beginning, not even what cannot be a loop."""
    translation = translate(client := Beams(looping, [b"Salat"]), "salad", is_streamed=is_streamed)
    assert (translation.text, translation.warnings) == ("ha ha ha", (Repetition(1, "salad", 8),))
    assert [options.no_repeat_ngram_size for options in client.decodings] == [0, 0, 3]
    assert {bytes(token - 3 for token in options.prefix) for options in client.decodings[1:]} == {b"ha h"}


class Endless(Beams):
    """Goes round in circles for as long as it may."""

    def __init__(self, freed: Hypothesis) -> None:
        super().__init__(looping)
        self._freed = freed

    def submit(self, request: GenerationRequest) -> FakeGeneration:
        self._beams = [self._freed] if request.options.no_repeat_ngram_size else [b"ha ha ha ha", b"ha, ha, ha, ha"]
        return super().submit(request)


@pytest.mark.parametrize("is_streamed", [True, False])
def test_where_all_other_hypotheses_are_loops_others_are_wanted_that_cannot_be(*, is_streamed: bool) -> None:
    translation = translate(client := Endless(hypothesis(b"ha hier")), "salad", is_streamed=is_streamed)
    assert (translation.text, translation.warnings) == ("ha hier", (LoopRepaired(1, "salad"),))
    assert len(client.decodings) == 3


@pytest.mark.parametrize("is_streamed", [True, False])
def test_what_cannot_be_a_loop_but_never_ends_is_no_better(*, is_streamed: bool) -> None:
    client = Endless(hypothesis(b"ha hin her hoch", FinishReason.LENGTH))
    translation = translate(client, "salad", is_streamed=is_streamed)
    assert (translation.text, translation.warnings) == ("ha ha ha", (Repetition(1, "salad", 8),))


@pytest.mark.parametrize("is_streamed", [True, False])
def test_of_other_hypotheses_one_that_comes_to_an_end_is_taken(*, is_streamed: bool) -> None:
    client = Beams(looping, [hypothesis(b"ha hin und", FinishReason.LENGTH), hypothesis(b"ha hier")])
    assert translate(client, "salad", is_streamed=is_streamed).text == "ha hier"


@pytest.mark.parametrize("is_streamed", [True, False])
def test_a_loop_is_left_where_it_begins_streamed_or_not(*, is_streamed: bool) -> None:
    client = Beams(says(salad="gut, ja, ja, ja, ja, ja,"), [b"Salat", b"gut, ja, ja, ja, ja", b"gut, ja, und nein"])
    translation = translate(client, "salad", is_streamed=is_streamed)
    assert (translation.text, translation.warnings) == ("gut, ja, und nein", ())
    first, second = client.decodings
    assert bytes(token - 3 for token in second.prefix) == b"gut, ja"
    assert second.max_new_tokens == first.max_new_tokens - len(second.prefix)


# Brackets and quotation marks


@pytest.mark.parametrize(
    ("source", "shown", "answer", "expected"),
    [
        ("He came (late) here.", "He came, late, here.", "Er kam, spt, her.", "Er kam (spt) her."),
        ("He came (late).", "He came, late.", "Er kam, spt.", "Er kam (spt)."),
        ("He came (late)", "He came, late", "Er kam, spt.", "Er kam (spt)"),
        ("(Late) he came.", "Late, he came.", "Spt, er kam.", "(Spt) er kam."),
        ("(He came late.)", "He came late.", "Er kam spt.", "(Er kam spt.)"),
        ("It (1) is (2).", "It (1) is (2).", "Es (1) ist (2).", "Es (1) ist (2)."),
        ("Say word(s) here.", "Say word(s) here.", "Sag Wort(e) hier.", "Sag Wort(e) hier."),
        ("So it is :)", "So it is", "So ist es", "So ist es :)"),
    ],
)
def test_a_part_in_brackets_is_shown_between_commas_and_gets_them_back(
    source: str, shown: str, answer: str, expected: str
) -> None:
    client = Beams(lambda _: token_events(answer.encode()))
    translation = translate(client, source)
    assert client.sources == [shown]
    assert (translation.text, translation.warnings) == (expected, ())


def test_of_quotation_marks_that_a_model_loses_another_attempt_puts_them_back() -> None:
    client = Beams(lambda source: token_events(source.replace('"', "").upper().encode()))
    assert translate(client, "He said “yes” twice.").text == "HE SAID “YES” TWICE."
    assert client.sources == ['He said "yes" twice.', "He said yes twice."]


def test_what_a_model_keeps_in_marks_of_another_form_stays() -> None:
    answer = "Er sagte „ja“."
    client = Beams(lambda _: token_events(answer.encode()))
    assert translate(client, 'He said "yes".').text == answer
    assert len(client.sources) == 1


def test_of_a_part_in_brackets_that_is_lost_every_time_the_reader_is_told_and_no_bracket_is_there() -> None:
    client = Beams(lambda _: token_events(b"Ja."))
    translation = translate(client, "So it is (late).")
    assert (translation.text, translation.warnings) == ("Ja.", (BracketsDiffer(1, "So it is (late).", ("(late)",)),))


def test_asking_again_may_be_refused_and_what_there_is_is_used() -> None:
    client = Beams(says(Jack_of_all_trades="Jack of all trades"), [], [None, QueueFull(5, 1.0)])
    translation = translate(client, "Jack of all trades")
    assert translation.warnings == (Copied(1, "Jack of all trades"),)


# Alternatives, scores, alignment


def test_alternatives_are_searched_apart_and_do_not_change_the_translation() -> None:
    client = Beams(says(Good="Gut"), [b"Gut", b"Prima", b"Prima", b"Fein"])
    translation = translate(client, "Good", num_alternatives=3)
    assert translation.text == "Gut"
    assert translation.alternatives == (Alternative("Prima", None), Alternative("Fein", None))
    assert [(options.num_beams, options.num_return_sequences) for options in client.decodings] == [(1, 1), (4, 4)]


def test_a_search_that_is_wide_enough_brings_its_alternatives() -> None:
    client = Beams(says(), [b"Gut", b"Fein"])
    translation = translate(client, "Good", num_beams=4, num_alternatives=1)
    assert (translation.text, translation.alternatives) == ("Gut", (Alternative("Fein", None),))
    assert [(options.num_beams, options.num_return_sequences) for options in client.decodings] == [(4, 2)]


def test_alternatives_of_several_sentences_are_joined() -> None:
    client = Beams(says(One="Eins.", Two="Zwei."), [b"Ein.", b"Einer."])
    translation = translate(client, "One.\nTwo.", num_alternatives=1)
    assert [alternative.text for alternative in translation.alternatives] == ["Ein.\nEin."]


def test_the_score_of_a_greedy_translation_is_the_mean_of_its_tokens() -> None:
    tokens = (TokenEvent(3 + ord("a"), -1.0), TokenEvent(2, -2.0))
    best = hypothesis(b"a")
    finished = Finished((type(best)(tokens, FinishReason.STOP),), NO_TIME)
    translation = translate(Beams(lambda _: [finished], [b"b", b"c"]), "Good", num_alternatives=1)
    assert translation.score == -1.5


def test_a_plain_sentence_has_the_score_of_its_search() -> None:
    best = hypothesis(b"Gut")
    finished = Finished((type(best)(best.tokens, FinishReason.STOP, -0.5),), NO_TIME)
    assert translate(Beams(lambda _: [finished]), "Good", num_beams=2).score == -0.5


@pytest.mark.parametrize("text", ["Good morning", "Good {a} morning 😆 there", "GOOD {a}"])
def test_alignment_tells_tokens_that_join_to_the_sentence_and_its_translation(text: str) -> None:
    translation = translate(Beams(says()), text, wants_alignment=True)
    [alignment] = translation.alignments
    assert "".join(alignment.source) == text
    assert "".join(alignment.target) == translation.text
    assert alignment.weights.shape == (len(alignment.target), len(alignment.source))
    assert alignment.weights.sum(axis=1) == pytest.approx(1.0)


def test_alignment_and_alternatives_leave_a_stream_of_a_plain_sentence_a_stream() -> None:
    client = Beams(says(), [b"Fein", b"Prima"])
    translate(client, "Good", is_streamed=True, wants_alignment=True, num_alternatives=1)
    assert [generation.request.stream for generation in client.generations] == [True, False]


# The cache


@pytest.mark.parametrize("is_streamed", [True, False])
def test_a_sentence_that_was_translated_is_not_asked_for_again(*, is_streamed: bool) -> None:
    async def run() -> tuple[list[str], CacheStats]:
        bundle = manifest(("en", "de"))
        translator = Translator(
            bundle, byte_tokenizer(), cast(EngineClient, client), Normalizer([]), cache_bytes=100_000
        )
        texts = []
        for options in (TranslationOptions(), TranslationOptions(is_streamed=is_streamed)):
            [submitted] = translator.submit(
                [translator.plan(MarkedText("Good. Write to {a}."), EN_DE, options)], options
            )
            texts.append("".join([delta async for delta in submitted.deltas()]))
        return texts, translator.cache_stats()

    client = Beams(says(Write_to_Tom="Schreib Tom."))
    texts, stats = asyncio.run(run())
    assert texts == ["GOOD. Schreib {a}."] * 2
    assert client.sources == ["Good.", "Write to Tom."]
    assert (stats.hits, stats.misses) == (2, 2)


@pytest.mark.parametrize("is_streamed", [True, False])
def test_what_went_wrong_is_kept_streamed_or_not(*, is_streamed: bool) -> None:
    """It would go wrong again, and the same would come of it."""

    async def run() -> list[str]:
        bundle = manifest(("en", "de"))
        translator = Translator(
            bundle, byte_tokenizer(), cast(EngineClient, client), Normalizer([]), cache_bytes=100_000
        )
        texts = []
        for options in (TranslationOptions(is_streamed=is_streamed), TranslationOptions(is_streamed=not is_streamed)):
            [submitted] = translator.submit([translator.plan(MarkedText("salad"), EN_DE, options)], options)
            texts.append((await submitted.result()).text)
        return texts

    client = Beams(says(salad="gut, ja, ja, ja, ja, ja,"), [b"Salat"])
    assert asyncio.run(run()) == ["gut, ja, ja, ja, ja, ja"] * 2
    assert client.sources == ["salad"] * 3


# Marks


def test_marks_over_a_whole_sentence_and_over_several_stay_around_them() -> None:
    source = MarkedText("One. Two.", (Mark(0, 9, 0), Mark(5, 9, 1)))
    translation = translate(Beams(says(One="Eins.", Two="Und zwei.")), source)
    assert translation.text == "Eins. Und zwei."
    assert translation.marks == (Mark(0, 15, 0), Mark(6, 15, 1))


def test_what_a_fixed_mark_covers_is_not_shown() -> None:
    source = MarkedText("Run make all now", (Mark(4, 12, 7, is_fixed=True),))
    translation = translate(client := Beams(says(Run_Tom_now="Starte jetzt Tom")), source)
    assert client.sources == ["Run Tom now"]
    assert translation == Translation(
        "Starte jetzt make all", (), len("Run Tom now") + 1, 17, (Mark(13, 21, 7, is_fixed=True),)
    )


# Lines


@pytest.mark.parametrize(
    ("split", "shown", "expected"),
    [
        ("1", ["One two", "three.", "Four", "five."], "ONE TWO\nTHREE. FOUR\nFIVE."),
        ("nonewlines", ["One two three.", "Four five."], "ONE TWO THREE. FOUR FIVE."),
        ("0", ["One two three. Four five."], "ONE TWO THREE. FOUR FIVE."),
    ],
)
def test_hard_wrapped_lines_are_sentences_of_their_own_or_not(split: str, shown: list[str], expected: str) -> None:
    client = Beams(says())
    mode: Callable[[str], Any] = type(TranslationOptions().split)
    found = translate(client, "One two\nthree. Four\nfive.\n\nSix.", split=mode(split))
    assert found.text == f"{expected}\n\nSIX."
    assert client.sources == [*shown, "Six."]


def test_lines_of_chinese_are_joined_without_a_space() -> None:
    client = Beams(says())
    mode = type(TranslationOptions().split)
    translate(client, "我们今天\n去公园。", LanguagePair(source="zh", target="en"), split=mode("nonewlines"))
    assert client.sources[0] == "我们今天去公园。"
