"""Whatever a model says to a plain sentence, and when asked again: a stream says it as the whole answer does."""

import asyncio
import random
import zlib
from collections.abc import Sequence
from typing import Final, cast

from hypothesis import example, given, settings
from hypothesis import strategies as st

from service.engine.client import EngineClient
from service.engine.events import Event, Finished, FinishReason, Hypothesis, TokenEvent
from service.engine.request import GenerationRequest
from service.runtime.bundle import LanguagePair
from service.text.marks import MarkedText
from service.text.normalize import Normalizer
from service.text.options import TranslationOptions
from service.text.result import Translation
from service.text.translator import Translator
from tests.service.text.fakes import EOS, NO_TIME, FakeClient, FakeGeneration, byte_tokenizer, manifest, token_events

ENGLISH: Final = (
    "the cat is here", "the cat is here.", "is it so?", "no no no no no", "so, and", "oh my:", "come; go;",
    "Tom likes it", "we so!", "hi...", "ha ha", "the dog,", "wait - what", "it's ok.", "so? no", "e.g. so.", "hm?!",
)  # fmt: skip
CHINESE: Final = ("他是老师。", "他是吗？", "好", "好，", "啊啊啊啊啊！", "他说：", "个？？很。")
SAID: Final = (
    "ja", "nein", " ja", ", ja", ",", ".", "?", "!", "...", "…", "。", "？", "，", ":", ";", " ", "  ", "\n", "-",
    "(", ")", '"', "„", "“", "7", " 77", "3,5", "中", "我", "ha", "aaaa", "ä", "😆", "the cat", " Tom", " z.B.", "bzw.",
    "&", "{", "no",
)  # fmt: skip
PARTS: Final = st.lists(st.sampled_from(SAID), max_size=8)
REASONS: Final = st.sampled_from(FinishReason)
PAIRS: Final = {True: LanguagePair(source="en", target="de"), False: LanguagePair(source="zh", target="en")}


class Continuing(FakeClient):
    """Says one thing first; asked for several, it goes on from the prefix with things that depend on the request."""

    def __init__(self, said: str, reason: FinishReason, others: Sequence[tuple[str, FinishReason]]) -> None:
        super().__init__(lambda _: _events(said, reason))
        self._others = others

    def submit(self, request: GenerationRequest) -> FakeGeneration:
        generation = super().submit(request)
        options = request.options
        if options.num_return_sequences > 1:
            generation.__init__(request, generation.source)  # type: ignore[misc]
            chance = random.Random(zlib.crc32(f"{options.prefix} {options.no_repeat_ngram_size}".encode()))
            chosen = chance.sample(self._others, min(2, len(self._others)))
            said = [_hypothesis((*options.prefix, *_ids(text)), reason) for text, reason in chosen]
            generation.push(Finished(tuple(said), NO_TIME))
        return generation


def _ids(text: str) -> list[int]:
    return [3 + byte for byte in text.encode()]


def _hypothesis(token_ids: Sequence[int], reason: FinishReason) -> Hypothesis:
    ids = [*token_ids, EOS] if reason is FinishReason.STOP or not token_ids else token_ids
    return Hypothesis(tuple(map(TokenEvent, ids)), reason)


def _events(said: str, reason: FinishReason) -> list[Event]:
    return token_events(said.encode(), reason if said else FinishReason.STOP)


async def translated(client: Continuing, text: str, *, is_streamed: bool) -> tuple[str, Translation]:
    bundle = manifest(("en", "de"), ("zh", "en"), max_source_tokens=400, max_target_tokens=1000)
    subject = Translator(bundle, byte_tokenizer(), cast(EngineClient, client), Normalizer([]))
    options = TranslationOptions(is_streamed=is_streamed)
    [run] = subject.submit([subject.plan(MarkedText(text), PAIRS[text.isascii()], options)], options)
    if not is_streamed:
        translation = await run.result()
        return translation.text, translation
    return "".join([delta async for delta in run.deltas()]), run.translation


@settings(deadline=None, max_examples=300)
@given(
    text=st.sampled_from(ENGLISH + CHINESE),
    said=PARTS,
    times=st.sampled_from((1, 1, 2, 5)),
    reason=REASONS,
    others=st.lists(st.tuples(PARTS.map("".join), REASONS), max_size=4),
)
# The comma may become a question mark.
@example(text="个？？很。", said=["ja", ","], times=1, reason=FinishReason.STOP, others=[])
@example(text="is it so?", said=["ja", ","], times=1, reason=FinishReason.STOP, others=[])
# Some of the signs at the end may stay, and were sent.
@example(text="the cat is here.", said=["ja", " -", "-"], times=1, reason=FinishReason.STOP, others=[])
@example(text="oh my:", said=["ja", "-", ":", ","], times=1, reason=FinishReason.STOP, others=[])
@example(text="好，", said=["the cat", ".", ",", ":"], times=1, reason=FinishReason.REPETITION, others=[])
# Nothing good goes on from what was sent.
@example(
    text="so, and", said=["ja"], times=5, reason=FinishReason.REPETITION, others=[("ha ha ha ha", FinishReason.STOP)]
)
def test_a_stream_says_what_the_whole_answer_says(
    text: str, said: list[str], times: int, reason: FinishReason, others: list[tuple[str, FinishReason]]
) -> None:
    client = Continuing("".join(said) * times, reason, others)
    deltas, streamed = asyncio.run(translated(client, text, is_streamed=True))
    whole = asyncio.run(translated(client, text, is_streamed=False))
    assert deltas == streamed.text
    assert (deltas, streamed) == whole
