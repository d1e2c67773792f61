"""A hypothesis as units: the texts of its tokens, with what each comes from in the source.

T target tokens, S source tokens.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from service.engine.events import TokenEvent
from service.runtime.tokenizer import Tokenizer
from service.text.showing import Shown
from service.text.spans import Span

Weights = npt.NDArray[np.float32]

_UNSPACED: Final = re.compile(r"[\u2e80-\u9fff\uff00-\uffef]")


@dataclass(frozen=True, slots=True)
class Unit:
    """Part of a translation, which comes from `start` to `end` of the source most of all.

    `weights` [S] are shares of the source tokens, which stand at `places` of the source, if that is known. With a span,
    the unit is that span's text.
    """

    text: str
    start: int
    end: int
    weights: Weights
    span: Span | None = None
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceMap:
    """The way back from source tokens [S] to the sentence: token i is `text[edges[i]:edges[i + 1]]`.

    What it means stands at `places[i]` to `ends[i]`: behind its space, or where a protected part begins that it stands
    in for.
    """

    text: str
    edges: tuple[int, ...]
    places: tuple[int, ...]
    ends: tuple[int, ...]

    def one_hot(self, start: int) -> Weights:
        """All weight on the last token that begins at `start` or before."""
        weights = np.zeros(len(self.places), np.float32)
        weights[max(0, bisect_right(self.places, start) - 1)] = 1.0
        return weights

    def range_of(self, weights: Weights) -> tuple[int, int]:
        """The part of the sentence that has the most weight, the end token apart."""
        best = int(weights[:-1].argmax()) if len(weights) > 1 else 0
        return self.places[best], max(self.places[best] + 1, self.ends[best])


def token_texts(tokenizer: Tokenizer, ids: Iterable[int]) -> list[str]:
    """The text of each token; joined, they are the whole text. A character belongs to the token that completes it."""
    decoder = tokenizer.incremental()
    texts = [decoder.push(token_id) for token_id in ids]
    if texts:
        texts[-1] += decoder.flush()
    return texts


def source_map(tokenizer: Tokenizer, source_ids: Sequence[int], text: str, shown: Shown) -> SourceMap:
    """For the tokens of what was shown of the sentence `text`."""
    texts = token_texts(tokenizer, source_ids)
    lengths = list(accumulate(map(len, texts), initial=0))
    # Normalisation changes the length in rare cases: then places are near enough.
    scale = len(shown.text) / lengths[-1] if lengths[-1] else 0.0
    starts = [round(length * scale) for length in lengths]
    spaces = [len(token) - len(token.lstrip()) for token in texts]
    edges = (0, *(_place(shown, start, len(text)) for start in starts[1:-1]), len(text))
    places = tuple(_place(shown, start + space, len(text)) for start, space in zip(starts, spaces, strict=False))
    ends = tuple(_place(shown, max(end - 1, 0), len(text)) + 1 for end in starts[1:])
    return SourceMap(text, edges, places, ends)


def _place(shown: Shown, position: int, end: int) -> int:
    """Where a position in the shown text is in the source."""
    if position >= len(shown.text):
        return end
    number = bisect_right(shown.starts, position) - 1
    chunk, offset = shown.chunks[number], position - shown.starts[number]
    return chunk.start if chunk.slot else min(chunk.start + offset, chunk.end)


def make_units(texts: Sequence[str], tokens: Sequence[TokenEvent], source: SourceMap) -> list[Unit]:
    """One unit for each token of a hypothesis; all units of a word come from the same part of the source."""
    rows = [_row(token, source, number * len(source.places) // len(tokens)) for number, token in enumerate(tokens)]
    units = []
    for first, last in words_of(texts):
        start, end = source.range_of(np.sum(rows[first:last], axis=0))
        units += [Unit(texts[number], start, end, rows[number], places=source.places) for number in range(first, last)]
    return units


def _row(token: TokenEvent, source: SourceMap, guess: int) -> Weights:
    """The token's alignment [S]; without one, a `guess` at a source token: from left to right is as good as any."""
    if token.alignment is not None:
        return token.alignment
    weights = np.zeros(len(source.places), np.float32)
    weights[guess] = 1.0
    return weights


def words_of(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The tokens of each word, from and to. Tokens of unfinished characters go with the one that completes it."""
    starts = [0]
    full = [number for number, text in enumerate(texts) if text]
    starts += [before + 1 for before, number in pairwise(full) if _is_break(texts[before], texts[number])]
    return pairwise([*starts, len(texts)])


def _is_break(before: str, behind: str) -> bool:
    last, first = before[-1], behind[0]
    return not (last.isalnum() and first.isalnum()) or bool(_UNSPACED.match(last) or _UNSPACED.match(first))


def spliced(units: Sequence[Unit], start: int, end: int, middle: Sequence[Unit]) -> list[Unit]:
    """The units with `middle` in place of what is at `start` to `end` of their text."""
    before: list[Unit] = []
    behind: list[Unit] = []
    position = 0
    for unit in units:
        last = position + len(unit.text)
        if position < start:
            before.append(replace(unit, text=unit.text[: start - position]))
        if last > end:
            behind.append(replace(unit, text=unit.text[max(0, end - position) :]))
        position = last
    return [*before, *middle, *behind]


def placed(span: Span, source: SourceMap) -> Unit:
    """The unit of a protected part."""
    return Unit(span.target, span.start, span.end, source.one_hot(span.start), span)


def text_of(units: Iterable[Unit]) -> str:
    """The units joined."""
    return "".join(unit.text for unit in units)


def starts_of(units: Sequence[Unit]) -> Iterator[int]:
    """Where in the text each unit begins, and at last where the text ends."""
    return accumulate((len(unit.text) for unit in units), initial=0)
