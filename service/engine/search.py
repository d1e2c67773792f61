"""One request's beam search: what has ended, and whether anything better can come.

The rules are those of Hugging Face transformers' `generate`. A hypothesis' score is its log-probability over
length ** length_penalty, the length counted behind the prefix, end token included.
"""

import bisect
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from service.engine.events import FinishReason, Hypothesis, TokenEvent
from service.engine.sequence import TokenSequence

_SMALLEST = 1e-300  # in place of a zero that an extreme length penalty makes of a length


@dataclass(frozen=True, slots=True)
class EndedBeam:
    """A complete hypothesis; `notes` are its tokens' events if the request wants more than their ids."""

    score: float
    token_ids: list[int]
    reason: FinishReason
    notes: Sequence[TokenEvent]

    def hypothesis(self, plain: Mapping[int, TokenEvent]) -> Hypothesis:
        """The same for the world; `plain` has the events of tokens without notes."""
        tokens = self.notes or [plain[token_id] for token_id in self.token_ids]
        return Hypothesis(tuple(tokens), self.reason, self.score)


class BeamSearch:
    """The best ended hypotheses of one request, at most as many as it has beams."""

    def __init__(self, sequence: TokenSequence) -> None:
        self.sequence = sequence
        self.options = sequence.options
        self.ended: list[EndedBeam] = []  # best first

    @property
    def is_full(self) -> bool:
        """Whether as many have ended as there are beams."""
        return len(self.ended) == self.options.num_beams

    def keeps(self, log_probability: float, length: int) -> bool:
        """Whether a complete hypothesis of so many tokens behind the prefix is among the best."""
        return not self.is_full or self._score(log_probability, length) > self.ended[-1].score

    def end(
        self, token_ids: list[int], log_probability: float, reason: FinishReason, notes: Sequence[TokenEvent]
    ) -> None:
        """Take in a complete hypothesis, prefix included; the worst one is dropped when there are too many."""
        score = self._score(log_probability, len(token_ids) - len(self.options.prefix))
        beam = EndedBeam(score, token_ids, reason, notes)
        bisect.insort(self.ended, beam, key=lambda other: -other.score)
        del self.ended[self.options.num_beams :]

    def is_over(self, best_total: float, num_new_tokens: int) -> bool:
        """Whether to stop, with live beams of so many new tokens whose best log-probability is `best_total`."""
        if best_total == -math.inf:
            return True
        if not self.is_full:
            return False
        if self.options.early_stopping is True:
            return True
        is_longest_best = self.options.early_stopping == "never" and self.options.length_penalty > 0
        length = self.options.max_new_tokens if is_longest_best else num_new_tokens
        return self._score(best_total, length) <= self.ended[-1].score

    def hypotheses(self, plain: Mapping[int, TokenEvent]) -> tuple[Hypothesis, ...]:
        """What the request gets, best first. Fewer than it asked for where the vocabulary has no more."""
        return tuple(beam.hypothesis(plain) for beam in self.ended[: self.options.num_return_sequences])

    def _score(self, log_probability: float, length: int) -> float:
        return log_probability / length_weight(length, self.options.length_penalty)


def length_weight(length: int, penalty: float) -> float:
    """What the log-probability of so many tokens is divided by."""
    try:
        weight: float = float(length) ** penalty
    except (OverflowError, ZeroDivisionError):
        return math.inf
    return max(weight, _SMALLEST)
