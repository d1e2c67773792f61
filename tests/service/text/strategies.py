"""Texts with marks, and models that say anything."""

import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import numpy as np
from hypothesis import strategies as st

from service.engine.events import Event, Finished, TokenEvent
from service.text.marks import Mark, MarkedText
from tests.service.text.fakes import Script, token_events

PARTS = (
    "{name}", "%1$s", "{0}", "{/0}", "https://a.example/b?c=1", "user@example.org", "`x = 1`", "😆",
    "👩‍👩‍👧‍👦", "🇩🇪", "1234567", "3,5", "<b>", "&amp;", "&nbsp;", "&#8217;", "&eacute;",
    "Tom", "Boston", "the", "cat", " and ", "Sat", "VERY LOUD", "中文",
    "。", ".", ", ", " ", "  ", "\n", "\n\n", "-", "(", ")",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(PARTS), max_size=14).map("".join)
# Every kind of white space that texts have, and what a sentence may begin with before its words.
SPACES = st.text(
    alphabet=" \t\n\r\x0b\x0c\x85\u00a0\u2003\u2009\u2028\u202f\u3000\u200b\u2060\ufeff", min_size=1, max_size=3
)
FIRST_SIGNS = st.sampled_from([*"-–—…•·=~;,#&:_+/*、，", "--", "..."])
REPLIES = (
    "{source}",
    "",
    "ok.",
    "Tom Tom Boston 47",
    "X-5 is 1947",
    "{half}",
    "{twice}",
    "Paris, Texas. 15!",
    "我们 Tom",
)


@st.composite
def marked_texts(draw: st.DrawFn) -> MarkedText:
    """A text with properly nested marks in document order, some of them empty, some fixed."""
    text = draw(TEXTS)
    marks: list[Mark] = []

    def fill(start: int, end: int, depth: int) -> None:
        position = start
        for _ in range(draw(st.integers(0, 3 if depth < 3 else 0))):
            first = draw(st.integers(position, end))
            last = draw(st.integers(first, end))
            marks.append(Mark(first, last, len(marks), is_fixed=draw(st.integers(0, 3)) == 0))
            fill(first, last, depth + 1)
            position = last

    fill(0, len(text), 0)
    return MarkedText(text, tuple(marks))


def wild_model(seed: int) -> Script:
    """A model whose answer and attention depend on its source and on `seed` alone."""

    def script(source: str) -> Sequence[Event]:
        random = np.random.default_rng([seed, zlib.crc32(source.encode())])
        reply = REPLIES[random.integers(len(REPLIES))]
        text = reply.format(source=source, half=source[: len(source) // 2], twice=f"{source} {source}")
        return [aligned(event, len(source.encode()) + 1, random) for event in token_events(text.encode())]

    return script


def aligned(event: Event, num_source_tokens: int, random: np.random.Generator) -> Event:
    """The same event with attention that says nothing."""
    if isinstance(event, TokenEvent):
        weights = random.random(num_source_tokens, np.float32)
        return replace(event, alignment=weights / weights.sum())
    if isinstance(event, Finished):
        best = event.best
        tokens = [cast(TokenEvent, aligned(token, num_source_tokens, random)) for token in best.tokens]
        return replace(event, hypotheses=(replace(best, tokens=tuple(tokens)),))
    return event
