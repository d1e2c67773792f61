"""A hypothesis for a sentence, with its protected parts put back, and what is wrong with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from service.engine.events import FinishReason, Hypothesis
from service.runtime.tokenizer import Tokenizer
from service.text.bracketing import Bracketed, bracketed
from service.text.copying import is_copy
from service.text.finishing import capitalised, emphasised, trimmed, with_ampersands, with_end_of
from service.text.marks import MarkedText
from service.text.numbers import DIGIT, Difference, differing_numbers
from service.text.projection import project
from service.text.restoring import restore
from service.text.result import Alignment
from service.text.scripts import base_language, wrongly_written
from service.text.sentence import Sentence
from service.text.showing import AND, Shown
from service.text.spans import Span
from service.text.stuttering import stutters
from service.text.target import SourceMap, Unit, make_units, placed, source_map, text_of, token_texts


@dataclass(frozen=True, slots=True)
class Attempt:
    """A sentence as it was shown to the model."""

    sentence: Sentence
    shown: Shown
    source_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """One possible translation."""

    sentence: Sentence
    hypothesis: Hypothesis
    source: SourceMap
    source_texts: tuple[str, ...]
    units: tuple[Unit, ...]
    guessed: tuple[Span, ...]
    pairs: Bracketed
    numbers: Difference
    foreign: str  # the first part of it that cannot be in its language
    is_copied: bool
    is_stuttering: bool

    @property
    def is_in_loop(self) -> bool:
        """Whether it says the same again and again."""
        return self.is_stuttering or self.hypothesis.reason is FinishReason.REPETITION

    @property
    def has_failed(self) -> bool:
        """Whether it is no translation at all."""
        return self.is_copied or self.is_in_loop or bool(self.foreign)

    @property
    def num_faults(self) -> int:
        """How much was lost, doubled or changed of what has to stay."""
        num_pairs = len(self.pairs.repaired) + len(self.pairs.lost)
        return len(self.guessed) + num_pairs + len(self.numbers.missing) + len(self.numbers.added)

    @property
    def rank(self) -> tuple[bool, int, int]:
        """Less is better. What is in a doubtful place can be put right, what is missing is not there to be seen."""
        return self.has_failed, self.num_faults, len(self.numbers.missing)

    @property
    def text(self) -> str:
        """The translation."""
        return text_of(self.units)

    @property
    def score(self) -> float | None:
        """As the engine ranks hypotheses; for a greedy one from its tokens' log-probabilities, if they are known."""
        return score_of(self.hypothesis)

    def marked(self) -> MarkedText:
        """The translation with the marks of its source."""
        return project(self.units, self.sentence.marks, self.sentence.text)

    def alignment(self) -> Alignment:
        """What each part of the translation was made of."""
        rows = [unit.weights for unit in self.units]
        weights = np.stack(rows) if rows else np.zeros((0, len(self.source_texts)), np.float32)
        return Alignment(self.source_texts, tuple(unit.text for unit in self.units), weights)


def score_of(hypothesis: Hypothesis) -> float | None:
    """The score of a candidate with this hypothesis."""
    logprobs = [token.logprob for token in hypothesis.tokens if token.logprob is not None]
    if hypothesis.score is not None or not logprobs:
        return hypothesis.score
    return sum(logprobs) / len(logprobs)


def judge(hypothesis: Hypothesis, attempt: Attempt, tokenizer: Tokenizer) -> Candidate:
    """What a hypothesis amounts to."""
    sentence, shown = attempt.sentence, attempt.shown
    source = source_map(tokenizer, attempt.source_ids, sentence.text, shown)
    texts = token_texts(tokenizer, hypothesis.token_ids)
    restored = restore(make_units(texts, hypothesis.tokens, source), shown, source)
    units = trimmed(restored.units) if sentence.is_open else with_end_of(restored.units, sentence.text)
    if sentence.has_ampersand:
        units = with_ampersands(units, sentence.text, AND.get(sentence.look.target, "&"))
    look = sentence.look
    pairs = bracketed(units, look.pairs, shown.hidden, source, look.target)
    units = pairs.units
    if look.loud:
        units = emphasised(units, look.loud, sentence.text)
    free = "".join(unit.text if unit.span is None else " " for unit in units)
    return Candidate(
        sentence=sentence,
        hypothesis=hypothesis,
        source=source,
        source_texts=_texts_between(sentence.text, source.edges),
        units=tuple(capitalised(units) if look.is_in_capitals else units),
        guessed=restored.guessed,
        pairs=pairs,
        numbers=_difference(sentence, free),
        foreign=wrongly_written(free, look.target),
        is_copied=is_copy(shown.text, "".join(texts)),
        is_stuttering=stutters(free, sentence.text),
    )


def _difference(sentence: Sentence, free: str) -> Difference:
    """Of the numbers that are not protected, if there are any on either side."""
    if not sentence.has_digits and DIGIT.search(free) is None:
        return Difference((), ())
    look = sentence.look
    return differing_numbers(sentence.unprotected, free, (base_language(look.source), base_language(look.target)))


def verbatim_units(sentence: Sentence) -> list[Unit]:
    """The units of a sentence in which there is nothing for a model: what is protected, and the text between."""
    source = SourceMap(sentence.text, (0, len(sentence.text)), (0,), (len(sentence.text),))
    units: list[Unit] = []
    position = 0
    for span in sentence.spans:
        units += [_plain_unit(source, position, span.start), placed(span, source)]
        position = span.end
    units.append(_plain_unit(source, position, len(sentence.text)))
    return [unit for unit in units if unit.text]


def _plain_unit(source: SourceMap, start: int, end: int) -> Unit:
    return Unit(source.text[start:end], start, end, source.one_hot(start))


def _texts_between(text: str, edges: Sequence[int]) -> tuple[str, ...]:
    return tuple(text[start:end] for start, end in pairwise(edges))
