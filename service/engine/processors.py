"""What a request forbids or discourages: each processor changes one row's scores before a token is chosen.

Scores [V] are logits, or log-probabilities in a beam search. A forbidden token gets minus infinity.
"""

from typing import Protocol

import numpy as np
import numpy.typing as npt

from service.engine.arrays import TokenIds
from service.engine.options import DecodingOptions

Scores = npt.NDArray[np.float32]


class Processor(Protocol):
    """Changes scores [V] in place, knowing the prefix and what was generated behind it."""

    def __call__(self, token_ids: TokenIds, scores: Scores) -> None: ...


class RepetitionPenalty:
    """Lowers the score of every token that is there already; a penalty below 1 raises it (Keskar et al. 2019)."""

    def __init__(self, penalty: float) -> None:
        self._penalty = np.float32(penalty)

    def __call__(self, token_ids: TokenIds, scores: Scores) -> None:
        # A token that is there twice is written twice, with the same value.
        found = scores[token_ids]
        scores[token_ids] = np.where(found < 0, found * self._penalty, found / self._penalty)


class NoRepeatNgram:
    """Forbids tokens that would complete a sequence of `size` tokens for the second time."""

    def __init__(self, size: int) -> None:
        self._size = size

    def __call__(self, token_ids: TokenIds, scores: Scores) -> None:
        if len(token_ids) < self._size:
            return
        ngrams = np.lib.stride_tricks.sliding_window_view(token_ids, self._size)
        begun = token_ids[len(token_ids) - self._size + 1 :]
        scores[ngrams[(ngrams[:, :-1] == begun).all(axis=1), -1]] = -np.inf


class MinNewTokens:
    """Forbids the end token until `min_new_tokens` others stand behind the prefix."""

    def __init__(self, min_new_tokens: int, *, num_prefix_tokens: int, eos: int) -> None:
        self._min_tokens = num_prefix_tokens + min_new_tokens
        self._eos = eos

    def __call__(self, token_ids: TokenIds, scores: Scores) -> None:
        if len(token_ids) < self._min_tokens:
            scores[self._eos] = -np.inf


class SuppressTokens:
    """Forbids some tokens everywhere."""

    def __init__(self, token_ids: tuple[int, ...]) -> None:
        self._token_ids = np.array(token_ids, np.intp)

    def __call__(self, token_ids: TokenIds, scores: Scores) -> None:
        scores[self._token_ids] = -np.inf


def make_processors(options: DecodingOptions, *, eos: int) -> tuple[Processor, ...]:
    """What `options` ask for, in the order in which it is applied; nothing for most requests."""
    processors: list[Processor] = []
    if options.repetition_penalty != 1:
        processors.append(RepetitionPenalty(options.repetition_penalty))
    if options.no_repeat_ngram_size:
        processors.append(NoRepeatNgram(options.no_repeat_ngram_size))
    if options.min_new_tokens:
        processors.append(MinNewTokens(options.min_new_tokens, num_prefix_tokens=len(options.prefix), eos=eos))
    if options.suppress_tokens:
        processors.append(SuppressTokens(options.suppress_tokens))
    return tuple(processors)
