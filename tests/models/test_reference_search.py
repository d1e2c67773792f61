"""The oracle of beam search against exhaustive search, and on numbers small enough to follow by hand."""

import math
import random
from collections.abc import Sequence
from itertools import product
from typing import Literal

import pytest
import torch

from models.reference import Reference
from models.reference_search import (
    Ids,
    LogProbabilities,
    ReferenceOptions,
    Scores,
    model_log_probabilities,
    reference_search,
)
from tests.models.toys import BOS, random_sources, toy_model

END, A, B, C = range(4)
ALL = 200  # more beams than there are targets: nothing is lost

EarlyStopping = bool | Literal["never"]


def from_table(table: dict[Ids, tuple[float, ...]]) -> LogProbabilities:
    """Probabilities of what follows each target. A target that is not there must never be asked for."""

    def next_token(targets: Sequence[Ids]) -> list[Scores]:
        return [[math.log(p) if p else -math.inf for p in table[target]] for target in targets]

    return next_token


def from_dice(target: Ids) -> Scores:
    """Log-probabilities of END, A, B and C behind a target: random ones, always the same."""
    chance = random.Random(repr(target))
    weights = [chance.uniform(0.05, 1.0) for _ in range(4)]
    return [math.log(weight / sum(weights)) for weight in weights]


def dice(targets: Sequence[Ids]) -> list[Scores]:
    return [from_dice(target) for target in targets]


# Exhaustive search


def is_allowed(target: Ids, options: ReferenceOptions) -> bool:
    """Whether a complete target keeps to what the options forbid."""
    size, new = options.no_repeat_ngram_size, target[len(options.prefix) :]
    ngrams = [target[start : start + size] for start in range(len(target) - size + 1)] if size else []
    too_short = END in new[: options.min_new_tokens]
    return not too_short and len(set(ngrams)) == len(ngrams) and not set(new) & set(options.suppress_tokens)


def score(target: Ids, options: ReferenceOptions) -> float:
    """Its new tokens' log-probabilities, those of repeated ones penalised, over their number."""
    begin = len(options.prefix)
    parts = [
        from_dice(target[:n])[target[n]] * (options.repetition_penalty if target[n] in target[:n] else 1)
        for n in range(begin, len(target))
    ]
    return sum(parts) / len(parts) ** options.length_penalty


def exhaustive_search(options: ReferenceOptions) -> list[tuple[Ids, float]]:
    longest = options.max_new_tokens
    bodies = [body for length in range(longest) for body in product((A, B, C), repeat=length)]
    new = [(*body, END) for body in bodies] + list(product((A, B, C), repeat=longest))
    targets = [options.prefix + tokens for tokens in new]
    found = [(target, score(target, options)) for target in targets if is_allowed(target, options)]
    return sorted(found, key=lambda pair: -pair[1])


@pytest.mark.parametrize(
    "options",
    [
        ReferenceOptions(num_beams=ALL, max_new_tokens=1),
        ReferenceOptions(num_beams=ALL, max_new_tokens=4),
        ReferenceOptions(num_beams=ALL, max_new_tokens=4, length_penalty=0.0, early_stopping=True),
        ReferenceOptions(num_beams=ALL, max_new_tokens=4, length_penalty=2.5, early_stopping="never"),
        ReferenceOptions(num_beams=ALL, max_new_tokens=4, length_penalty=-1.0),
        ReferenceOptions(num_beams=ALL, max_new_tokens=4, prefix=(B, C, B)),
        ReferenceOptions(num_beams=ALL, max_new_tokens=4, min_new_tokens=2, prefix=(A,)),
        ReferenceOptions(num_beams=ALL, max_new_tokens=3, min_new_tokens=3),
        ReferenceOptions(num_beams=ALL, max_new_tokens=4, suppress_tokens=(B,)),
        ReferenceOptions(num_beams=ALL, max_new_tokens=3, suppress_tokens=(END, A)),
        ReferenceOptions(num_beams=ALL, max_new_tokens=4, repetition_penalty=1.7, prefix=(C, A)),
        ReferenceOptions(num_beams=ALL, max_new_tokens=4, repetition_penalty=0.5),
        ReferenceOptions(num_beams=ALL, max_new_tokens=4, no_repeat_ngram_size=1, prefix=(C,)),
        ReferenceOptions(num_beams=ALL, max_new_tokens=4, no_repeat_ngram_size=2, prefix=(A, A, B)),
        ReferenceOptions(
            num_beams=ALL,
            max_new_tokens=4,
            min_new_tokens=1,
            length_penalty=0.6,
            no_repeat_ngram_size=3,
            repetition_penalty=1.2,
            prefix=(A, B, A),
        ),
    ],
    ids=str,
)
def test_with_beams_for_all_targets_nothing_is_missed(options: ReferenceOptions) -> None:
    everything = exhaustive_search(options)
    for count in (1, len(everything)):
        wanted = {name: getattr(options, name) for name in ReferenceOptions.__slots__}
        found = reference_search(dice, ReferenceOptions(**wanted | {"num_return_sequences": count}), END)
        assert [one.tokens for one in found] == [target for target, _ in everything[:count]]
        assert [one.score for one in found] == pytest.approx([score for _, score in everything[:count]])


# When a search ends: two beams, and a table in which every rule gives another answer.

BRANCHES: dict[Ids, tuple[float, ...]] = {
    (): (0.3, 0.45, 0.25),
    (A,): (0.5, 0.45, 0.05),
    (B,): (0.1, 0.1, 0.8),
    # Two have ended: A END with log(0.45 * 0.5) / 2 = -0.746, and END with log 0.3 = -1.204.
    (A, A): (0.9, 0.05, 0.05),
    (B, B): (0.4, 0.1, 0.5),
    # A A END with -0.567 has taken END's place. Live: B B B with log 0.1 = -2.303, that is -0.768 over 3 tokens.
    (B, B, B): (0.99, 0.005, 0.005),
    (B, B, A): (0.2, 0.41, 0.39),
    # B B B END with -0.578 has taken A END's place. Live: B B A A with log 0.0082, that is -0.800 over all 6 tokens.
}


@pytest.mark.parametrize(
    ("rule", "best", "second"),
    [
        (True, (A, END), (END,)),
        (False, (A, A, END), (A, END)),
        ("never", (A, A, END), (B, B, B, END)),
    ],
)
def test_each_rule_of_early_stopping(rule: EarlyStopping, best: Ids, second: Ids) -> None:
    """True: K have ended. False: no better one at its present length. Never: no better one at any length."""
    options = ReferenceOptions(num_beams=2, max_new_tokens=6, num_return_sequences=2, early_stopping=rule)
    found = reference_search(from_table(BRANCHES), options, END)
    assert [one.tokens for one in found] == [best, second]


def test_never_looks_at_the_present_length_when_length_costs() -> None:
    """With a penalty below 0 a longer target is worse: the most that A A can reach is log 0.385 * 2 ** 0.5 = -1.35."""
    table: dict[Ids, tuple[float, ...]] = {
        (): (0.2, 0.7, 0.1),
        (A,): (0.4, 0.55, 0.05),
        (B,): (0.1, 0.5, 0.4),
        (A, A): (0.96, 0.02, 0.02),
        (B, A): (0.2, 0.4, 0.4),
    }
    options = ReferenceOptions(
        num_beams=2, max_new_tokens=6, num_return_sequences=2, length_penalty=-0.5, early_stopping="never"
    )
    found = reference_search(from_table(table), options, END)
    assert [one.tokens for one in found] == [(END,), (A, A, END)]
    assert [one.score for one in found] == pytest.approx([math.log(0.2), math.log(0.7 * 0.55 * 0.96) * math.sqrt(3)])


# What a step keeps


def test_an_end_below_the_best_k_does_not_count() -> None:
    table: dict[Ids, tuple[float, ...]] = {
        (): (0.2, 0.5, 0.3),
        (A,): (0.3, 0.4, 0.3),
        (B,): (0.3, 0.4, 0.3),
    }
    options = ReferenceOptions(num_beams=2, max_new_tokens=2, num_return_sequences=2, length_penalty=-9.0)
    found = reference_search(from_table(table), options, END)
    # END alone would have the best score by far: all others are multiplied by 2 ** 9.
    assert [one.tokens for one in found] == [(A, A), (A, END)]


def test_at_the_limit_the_best_k_end_as_they_are() -> None:
    table: dict[Ids, tuple[float, ...]] = {(): (0.1, 0.2, 0.3, 0.4)}
    options = ReferenceOptions(num_beams=3, max_new_tokens=1, num_return_sequences=3)
    found = reference_search(from_table(table), options, END)
    assert [one.tokens for one in found] == [(C,), (B,), (A,)]


def test_of_equals_the_lower_token_is_first() -> None:
    table: dict[Ids, tuple[float, ...]] = {(): (0.1, 0.3, 0.3, 0.3)}
    options = ReferenceOptions(num_beams=2, max_new_tokens=1, num_return_sequences=2)
    found = reference_search(from_table(table), options, END)
    assert [one.tokens for one in found] == [(A,), (B,)]


def test_a_search_that_can_go_nowhere_returns_what_has_ended() -> None:
    table: dict[Ids, tuple[float, ...]] = {(): (0.5, 0.5), (A,): (1.0, 0.0)}
    options = ReferenceOptions(num_beams=3, max_new_tokens=9, num_return_sequences=3)
    found = reference_search(from_table(table), options, END)
    assert [one.tokens for one in found] == [(A, END), (END,)]


# The model behind it


def test_a_models_log_probabilities_are_those_of_the_papers_formulas() -> None:
    model = toy_model().double()
    oracle = Reference(model)
    targets: list[Ids] = [(9, 4, 17), (4, 4, 9)]
    for source in random_sources(3):
        found = model_log_probabilities(model, source)(targets)
        expected = [oracle.logits(source, (BOS, *target))[-1].log_softmax(dim=0) for target in targets]
        torch.testing.assert_close(torch.tensor(found, dtype=torch.float64), torch.stack(expected))


def test_the_first_token_follows_the_start_token() -> None:
    model = toy_model().double()
    [found] = model_log_probabilities(model, [5, 6, 2])([()])
    expected = Reference(model).logits([5, 6, 2], [BOS])[-1].log_softmax(dim=0)
    torch.testing.assert_close(torch.tensor(found, dtype=torch.float64), expected)
