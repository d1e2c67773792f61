"""Whole texts through a scripted engine: batching, order, white space, warnings, refusals, leaving early."""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from typing import cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.engine.client import EngineClient
from service.engine.errors import EngineStopped, GenerationFailed, QueueFull, SourceTooLong
from service.engine.events import Cancelled, Event, Failed, Finished, FinishReason, TokenEvent
from service.runtime.bundle import BundleManifest, LanguagePair
from service.text.marks import MarkedText
from service.text.normalize import Normalizer, Step
from service.text.options import TranslationOptions
from service.text.result import Translation
from service.text.run import TranslationRun
from service.text.translator import Translator
from service.text.warnings import LongSentence, Repetition, Truncation
from tests.service.text.fakes import NO_TIME, FakeClient, byte_tokenizer, hypothesis, manifest, token_events

pytestmark = pytest.mark.anyio

EN_DE = LanguagePair(source="en", target="de")
ZH_EN = LanguagePair(source="zh", target="en")
EN_ZH = LanguagePair(source="en", target="zh")
STREAMED = TranslationOptions(is_streamed=True)
WAYS = pytest.mark.parametrize("mode", [TranslationOptions(), STREAMED], ids=["whole", "streamed"])
TEXT = st.text(alphabet=" \t\n\u3000.!?。\uff01…😆abé中", max_size=40)  # no odd letter case


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def echo(source: str) -> list[Event]:
    """A model that answers with the source."""
    return token_events(source.encode())


def upper(source: str) -> list[Event]:
    """A model that answers in capitals."""
    return token_events(source.upper().encode())


def translator(client: FakeClient, bundle: BundleManifest | None = None, *, steps: Sequence[Step] = ()) -> Translator:
    bundle = bundle or manifest(("en", "de"), ("zh", "en"), ("en", "zh"))
    return Translator(bundle, byte_tokenizer(), cast(EngineClient, client), Normalizer(steps))


def start(
    subject: Translator, texts: Sequence[str], pair: LanguagePair = EN_DE, mode: TranslationOptions = STREAMED
) -> list[TranslationRun]:
    return subject.submit([subject.plan(MarkedText(text), pair, mode) for text in texts], mode)


async def translate_all(
    subject: Translator, texts: Sequence[str], pair: LanguagePair = EN_DE, mode: TranslationOptions = STREAMED
) -> list[Translation]:
    """All texts submitted together and read to their ends; whatever happens, nothing is left running."""
    runs = start(subject, texts, pair, mode)
    try:
        return [await run.result() for run in runs]
    finally:
        for run in runs:
            run.cancel()


async def translate(
    client: FakeClient, text: str, pair: LanguagePair = EN_DE, mode: TranslationOptions = STREAMED
) -> Translation:
    [translation] = await translate_all(translator(client), [text], pair, mode)
    return translation


async def all_deltas(run: TranslationRun) -> list[str]:
    return [delta async for delta in run.deltas()]


# Texts


async def test_each_sentence_is_a_request_and_ends_with_the_end_token() -> None:
    client = FakeClient(upper)
    assert (await translate(client, "One. Two!")).text == "ONE. TWO!"
    assert client.sources == ["One.", "Two!"]
    assert all(generation.request.source_ids[-1] == 2 for generation in client.generations)


@WAYS
async def test_a_request_streams_when_its_text_is_wanted_as_it_comes(mode: TranslationOptions) -> None:
    client = FakeClient(upper)
    await translate(client, "One. Two!", mode=mode)
    assert [generation.request.stream for generation in client.generations] == [mode.is_streamed] * 2


async def test_the_number_of_beams_reaches_the_engine() -> None:
    client = FakeClient(upper)
    await translate(client, "One. Two!", mode=TranslationOptions(num_beams=4))
    assert {generation.request.options.num_beams for generation in client.generations} == {4}
    await translate(client, "Three.")
    assert client.generations[-1].request.options.num_beams == 1


async def test_request_ids_are_unique() -> None:
    client = FakeClient(upper)
    await translate_all(translator(client), ["One. Two.", "One."])
    await translate_all(translator(client), ["One."])
    assert len({generation.request.request_id for generation in client.generations}) == 4


async def test_a_list_is_submitted_whole_before_anything_is_read() -> None:
    client = FakeClient()
    runs = start(translator(client), ["One. Two.", "Three."])
    assert client.sources == ["One.", "Two.", "Three."]
    assert len(runs) == 2


async def test_a_list_is_answered_in_its_order() -> None:
    translations = await translate_all(translator(FakeClient(upper)), ["b. c.", "", "a"])
    assert [translation.text for translation in translations] == ["B. C.", "", "A"]


async def test_white_space_and_line_breaks_come_back_as_they_were() -> None:
    text = "  Hello\n\n\t world. Next.  \r\n\u3000last\n"
    assert (await translate(FakeClient(upper), text)).text == text.upper()


@pytest.mark.parametrize("text", ["😆", " \n", "…!?", "😆\n—\n"])
async def test_text_without_letters_passes_through_without_the_model(text: str) -> None:
    client = FakeClient(upper)
    assert await translate(client, text) == Translation(text, (), 0, 0)
    assert client.generations == []


async def test_untouched_pieces_stay_in_their_places() -> None:
    assert (await translate(FakeClient(upper), "one\n😆 👍\ntwo\n***\n")).text == "ONE\n😆 👍\nTWO\n***\n"


async def test_chinese_sentences_are_spaced_for_english_and_lines_stay() -> None:
    text = "你好。再见。\n谢谢。"
    assert (await translate(FakeClient(echo), text, ZH_EN)).text == "你好。 再见。\n谢谢。"


async def test_english_sentences_close_up_for_chinese_and_lines_stay() -> None:
    text = "Hello. Bye.\nThanks."
    assert (await translate(FakeClient(echo), text, EN_ZH)).text == "Hello.Bye.\nThanks."


async def test_the_source_is_normalised_and_white_space_is_not() -> None:
    client = FakeClient(echo)
    [translation] = await translate_all(translator(client, steps=["t2s"]), [" 漢字。\u3000\n"], ZH_EN)
    assert set(client.sources) == {"汉字。"}
    assert translation.text == " 汉字。\u3000\n"


async def test_a_pair_that_the_bundle_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="fake does not translate from fr to de"):
        translator(FakeClient()).plan(MarkedText("Bonjour"), LanguagePair(source="fr", target="de"), STREAMED)


# Streams


@given(text=TEXT, pair=st.sampled_from([EN_DE, ZH_EN, EN_ZH]))
async def test_deltas_joined_are_the_translated_text(text: str, pair: LanguagePair) -> None:
    [run] = start(translator(FakeClient(upper)), [text], pair)
    deltas = await all_deltas(run)
    assert "".join(deltas) == (await translate(FakeClient(upper), text, pair)).text
    assert "" not in deltas


@WAYS
@given(text=TEXT)
# The white space that was shown instead of an unusual one is before the last punctuation, not in it.
@example(text="a\u3000? ?")
@example(text="a 😆??a")
async def test_a_model_that_repeats_its_source_returns_the_text(text: str, mode: TranslationOptions) -> None:
    assert (await translate(FakeClient(echo), text, mode=mode)).text == text


@given(text=TEXT, pair=st.sampled_from([EN_DE, ZH_EN, EN_ZH]))
async def test_streamed_or_not_the_translation_is_the_same(text: str, pair: LanguagePair) -> None:
    streamed = await translate(FakeClient(upper), text, pair)
    assert await translate(FakeClient(upper), text, pair, TranslationOptions()) == streamed


async def test_what_is_not_streamed_comes_sentence_by_sentence() -> None:
    [run] = start(translator(FakeClient(upper)), [" One. Two!\n"], mode=TranslationOptions())
    assert await all_deltas(run) == [" ONE.", " TWO!", "\n"]


async def test_a_delta_comes_before_the_next_token_is_decoded() -> None:
    client = FakeClient()
    [run] = start(translator(client), ["One."])
    async with aclosing(run.deltas()) as deltas:
        client.generations[0].push(TokenEvent(3 + ord("E"), 0.0))
        assert await anext(deltas) == "E"
        client.generations[0].push(TokenEvent(3 + ord("i"), 0.0))
        assert await anext(deltas) == "i"


async def test_later_sentences_wait_for_earlier_ones() -> None:
    client = FakeClient()
    [run] = start(translator(client), ["One. Two."])
    first, second = client.generations
    second.push(*token_events(b"Zwei."))
    reading = asyncio.create_task(all_deltas(run))
    await asyncio.sleep(0)
    assert not reading.done()
    first.push(*token_events(b"Eins."))
    assert "".join(await reading) == "Eins. Zwei."


async def test_a_character_of_several_tokens_is_one_delta() -> None:
    [run] = start(translator(FakeClient(lambda _: token_events("é😆".encode()))), ["One"])
    assert await all_deltas(run) == ["é", "😆"]


# Numbers and warnings


@WAYS
async def test_tokens_are_counted_with_the_end_tokens(mode: TranslationOptions) -> None:
    translation = await translate(FakeClient(lambda _: token_events(b"abc")), "One. 😆 Two", mode=mode)
    assert translation.source_tokens == len("One.") + 1 + len("Two") + 1
    assert translation.target_tokens == 2 * (len("abc") + 1)


@pytest.mark.parametrize(("length", "expected"), [(1, 16 + 3 * 2), (20, 16 + 3 * 21), (90, 100)])
async def test_the_target_may_be_longer_than_the_source_but_not_without_end(length: int, expected: int) -> None:
    client = FakeClient(upper)
    await translate(client, "a" * length)
    assert client.generations[0].request.options.max_new_tokens == expected


@WAYS
async def test_the_best_hypothesis_is_the_translation_and_the_others_are_not_counted(mode: TranslationOptions) -> None:
    best = hypothesis(b"best")
    finished = Finished((best, hypothesis(b"second", FinishReason.LENGTH)), NO_TIME)
    translation = await translate(FakeClient(lambda _: [*best.tokens, finished]), "One", mode=mode)
    assert translation == Translation("best", (), len("One") + 1, len("best") + 1)


@WAYS
async def test_sentences_that_came_to_no_good_end_are_told_with_the_reason(mode: TranslationOptions) -> None:
    reasons = {"Two.": FinishReason.LENGTH, "Three.": FinishReason.REPETITION}

    def script(source: str) -> list[Event]:
        return token_events(b"ha ha ha", reasons.get(source, FinishReason.STOP))

    translation = await translate(FakeClient(script), "One. Two.\nThree.", mode=mode)
    assert translation.warnings == (Truncation(2, "Two.", 8), Repetition(3, "Three.", 8))


@WAYS
async def test_half_a_character_at_a_cut_shows(mode: TranslationOptions) -> None:
    script = token_events("aé".encode()[:2], FinishReason.LENGTH)
    assert (await translate(FakeClient(lambda _: script), "One", mode=mode)).text == "a\ufffd"


async def test_a_stream_knows_its_numbers_and_warnings_at_the_end() -> None:
    [run] = start(translator(FakeClient(lambda _: token_events(b"ab", FinishReason.LENGTH))), ["One"])
    await all_deltas(run)
    assert run.translation == Translation("ab", (Truncation(1, "One", 2),), 4, 2)


# Refusals and failures


async def test_a_sentence_that_is_too_long_is_translated_in_parts_that_fit() -> None:
    client = FakeClient(upper)
    limited = manifest(("en", "de"), max_source_tokens=10)
    [translation] = await translate_all(translator(client, limited), ["Fine. But this is too long."])
    assert translation.text == "FINE. BUT THIS IS TOO LONG."
    assert client.sources == ["Fine.", "But this", "is too", "long."]
    assert translation.warnings == (LongSentence(2, "But this is too long.", 22, 10, 3),)


async def test_what_cannot_be_cut_into_parts_that_fit_is_refused_with_both_numbers() -> None:
    client = FakeClient(upper)
    with pytest.raises(SourceTooLong) as caught:
        translator(client, manifest(("en", "de"), max_source_tokens=2)).plan(MarkedText("é"), EN_DE, STREAMED)
    assert (caught.value.given, caught.value.limit) == (3, 2)
    assert client.generations == []


async def test_the_longest_sentence_that_fits_is_taken() -> None:
    limited = manifest(("en", "de"), max_source_tokens=10)
    [translation] = await translate_all(translator(FakeClient(upper), limited), ["a" * 9])
    assert translation.text == "A" * 9


@pytest.mark.parametrize("refusal", [QueueFull(5, 1.0), EngineStopped("it was stopped")])
async def test_a_refusal_halfway_cancels_what_was_submitted(refusal: QueueFull | EngineStopped) -> None:
    client = FakeClient(refusals=[None, None, refusal])
    with pytest.raises(type(refusal)):
        start(translator(client), ["One. Two.", "Three. Four."])
    assert client.sources == ["One.", "Two."]
    assert client.num_running == 0


async def test_a_failed_sentence_fails_the_call_and_cancels_the_rest() -> None:
    def script(source: str) -> list[Event]:
        return [Failed(GenerationFailed("the model broke"))] if source == "One." else []

    client = FakeClient(script)
    with pytest.raises(GenerationFailed, match="the model broke"):
        await translate_all(translator(client), ["One. Two.", "Three."])
    assert client.num_running == 0


async def test_a_sentence_that_somebody_else_cancelled_is_an_error() -> None:
    with pytest.raises(EngineStopped, match="sentence 1 was cancelled"):
        await translate(FakeClient(lambda _: [Cancelled()]), "One.")


# Leaving early


async def test_closing_a_stream_cancels_every_sentence_at_once() -> None:
    client = FakeClient()
    [run] = start(translator(client), ["One. Two. Three."])
    client.generations[0].push(TokenEvent(3 + ord("E"), 0.0))
    deltas = run.deltas()
    await anext(deltas)
    assert client.num_running == 3
    await deltas.aclose()
    assert client.num_running == 0


async def test_cancelling_the_task_cancels_every_text() -> None:
    client = FakeClient()
    task = asyncio.create_task(translate_all(translator(client), ["One. Two.", "Three."]))
    await asyncio.sleep(0)
    assert client.num_running == 3
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert client.num_running == 0


async def test_a_run_that_is_never_read_can_be_cancelled_without_waiting() -> None:
    client = FakeClient()
    [run] = start(translator(client), ["One. Two."])
    run.cancel()
    run.cancel()
    assert client.num_running == 0


async def test_nothing_is_cancelled_that_has_ended() -> None:
    client = FakeClient(upper)
    await translate(client, "One. Two.")
    assert not any(generation.was_cancelled for generation in client.generations)
