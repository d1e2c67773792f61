"""The slow oracle of beam search: one source at a time, plain lists, every prefix computed anew.

The rules are those of Hugging Face's `generate` with `num_beams` above 1 and `do_sample` off. It shares nothing with
the engine; tests hold the engine to it.
"""

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import torch

from models.transformer import Transformer, padding_mask

Ids = tuple[int, ...]
Scores = list[float]
LogProbabilities = Callable[[Sequence[Ids]], list[Scores]]
"""From targets of one length, without the start token, to the log-probabilities [V] of each one's next token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceOptions:
    """What a search is asked for; the names and their meaning are those of the engine's options."""

    num_beams: int
    max_new_tokens: int
    min_new_tokens: int = 0
    length_penalty: float = 1.0
    early_stopping: bool | Literal["never"] = False
    num_return_sequences: int = 1
    prefix: Ids = ()
    repetition_penalty: float = 1.0
    no_repeat_ngram_size: int = 0
    suppress_tokens: Ids = ()


@dataclass(frozen=True, slots=True)
class Scored:
    """A target, its prefix included. `score` is a sum of log-probabilities while it lives, that over length after."""

    tokens: Ids
    score: float


def reference_search(log_probabilities: LogProbabilities, options: ReferenceOptions, eos: int) -> list[Scored]:
    """The best hypotheses, best first, their end tokens included.

    Fewer than `num_return_sequences` come back only when no more are possible.
    """
    live = [Scored(options.prefix, 0.0)]
    ended: list[Scored] = []
    for length in range(1, options.max_new_tokens + 1):
        ranked = _continuations(live, log_probabilities, options, eos)
        is_last = length == options.max_new_tokens
        ending = [one for one in ranked[: options.num_beams] if one.tokens[-1] == eos or is_last]
        ended += [Scored(one.tokens, one.score / length**options.length_penalty) for one in ending]
        ended = _best(ended, options.num_beams)
        live = [one for one in ranked if one.tokens[-1] != eos][: options.num_beams]
        if not live or _is_over(live, ended, length, options):
            break
    return ended[: options.num_return_sequences]


def _continuations(
    live: Sequence[Scored], log_probabilities: LogProbabilities, options: ReferenceOptions, eos: int
) -> list[Scored]:
    """The 2K best continuations of all live targets, best first. Each has one end token: K others are left."""
    count = 2 * options.num_beams
    found = []
    for one, scores in zip(live, log_probabilities([one.tokens for one in live]), strict=True):
        _process(scores, one.tokens, options, eos)
        best = heapq.nlargest(count, range(len(scores)), key=scores.__getitem__)
        found += [Scored((*one.tokens, i), one.score + scores[i]) for i in best if scores[i] > -math.inf]
    return _best(found, count)


def _best(found: Sequence[Scored], count: int) -> list[Scored]:
    """The `count` best, best first; of equals the earlier one."""
    return sorted(found, key=lambda one: -one.score)[:count]


def _is_over(live: Sequence[Scored], ended: Sequence[Scored], length: int, options: ReferenceOptions) -> bool:
    """Whether K have ended and, as far as the chosen rule looks, no live one can become better than the worst."""
    if len(ended) < options.num_beams:
        return False
    if options.early_stopping is True:
        return True
    looks_ahead = options.early_stopping == "never" and options.length_penalty > 0
    reached = options.max_new_tokens if looks_ahead else length
    return live[0].score / reached**options.length_penalty <= ended[-1].score


def _process(scores: Scores, tokens: Ids, options: ReferenceOptions, eos: int) -> None:
    """Change the log-probabilities [V] of what follows `tokens`, in place."""
    for token in set(tokens):
        # A log-probability is never above 0: times the penalty, it is further from it.
        scores[token] *= options.repetition_penalty
    for token in _repeating(tokens, options.no_repeat_ngram_size):
        scores[token] = -math.inf
    if len(tokens) - len(options.prefix) < options.min_new_tokens:
        scores[eos] = -math.inf
    for token in options.suppress_tokens:
        scores[token] = -math.inf


def _repeating(tokens: Ids, size: int) -> list[int]:
    """Tokens that would complete a run of `size` tokens that is there already; none when `size` is 0."""
    if size == 0:
        return []
    runs = [tokens[start : start + size] for start in range(len(tokens) - size + 1)]
    return [run[-1] for run in runs if run[:-1] == tokens[len(tokens) - size + 1 :]]


def model_log_probabilities(model: Transformer, source: Sequence[int]) -> LogProbabilities:
    """What `model` says after a target for `source`, which ends in eos. The model's own precision is used."""
    ids = torch.tensor([source])
    mask = padding_mask(ids, model.config.pad_id)
    with torch.inference_mode():
        memory = model.encode(ids, mask)

    def next_token(targets: Sequence[Ids]) -> list[Scores]:
        rows = torch.tensor([(model.config.bos_id, *target) for target in targets])
        with torch.inference_mode():
            logits, _ = model.decode(rows, memory.expand(len(rows), -1, -1), mask.expand(len(rows), -1))
            scores: list[Scores] = logits[:, -1].log_softmax(dim=-1).tolist()
        return scores

    return next_token
