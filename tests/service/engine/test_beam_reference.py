"""Beam search in the continuous batch against the slow oracle: by a made-up rule, and on real graphs in float32.

More rows are asked for than there are, so that searches of every kind join while others run.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch

from loadtest.beam_parity import Job, search_with_engine, search_with_reference
from models.reference_search import Ids, LogProbabilities, ReferenceOptions, Scored, Scores, reference_search
from service.engine.engine import Engine, EngineConfig
from tests.fakes import DECODER_START, EOS, FakeRunner, Rule, noise_rule
from tests.service.engine.reference_model import CONFIG, ExportedModel, export_talking_model

NUM_SLOTS = 20
NUM_JOBS = 120
NUM_BATCHES = 5
LONGEST = 24
TOLERANCE = 1e-4  # of a score in float32 against one in float64
CHOICES: dict[str, tuple[Any, ...]] = {
    "num_beams": (2, 3, 4, 5, 8),
    "max_new_tokens": (1, 7, LONGEST, LONGEST, LONGEST),
    "length_penalty": (1.0, 1.0, 0.0, 0.6, 2.0, -0.4),
    "early_stopping": (True, False, "never"),
}
# Each is asked for by one job in four.
PROCESSING: dict[str, tuple[Any, ...]] = {
    "min_new_tokens": (1, 4),
    "prefix": ((9,), (5, 6, 5)),
    "repetition_penalty": (1.3, 0.8),
    "no_repeat_ngram_size": (1, 2, 3),
}


def random_options(dice: random.Random, tokens: Sequence[int]) -> ReferenceOptions:
    wanted = {name: dice.choice(values) for name, values in CHOICES.items()}
    wanted |= {name: dice.choice(values) for name, values in PROCESSING.items() if dice.random() < 1 / 4}
    wanted["min_new_tokens"] = min(wanted.get("min_new_tokens", 0), wanted["max_new_tokens"])
    wanted["suppress_tokens"] = tuple(dice.sample(tokens, dice.choice((0, 0, 0, 1, 4))))
    return ReferenceOptions(num_return_sequences=dice.randint(1, wanted["num_beams"]), **wanted)


def random_jobs(seed: int, vocab_size: int, tokens: Sequence[int]) -> list[Job]:
    """Different sources and options; some of `tokens` are suppressed in some."""
    dice = random.Random(seed)
    jobs = []
    for number in range(NUM_JOBS):
        source = [dice.randrange(EOS + 1, vocab_size) for _ in range(dice.randrange(12))]
        jobs.append(Job(f"job {number}", (*source, EOS), random_options(dice, tokens)))
    return jobs


def assert_same(jobs: Sequence[Job], found: Sequence[Sequence[Scored]], expected: Sequence[Sequence[Scored]]) -> None:
    for job, hypotheses, wanted in zip(jobs, found, expected, strict=True):
        assert [one.tokens for one in hypotheses] == [one.tokens for one in wanted], job
        assert [one.score for one in hypotheses] == pytest.approx([one.score for one in wanted], abs=TOLERANCE), job


# By a rule: many searches of all kinds


def sharp_rule(source: Ids, target: Ids, vocab_size: int) -> npt.NDArray[np.float32]:
    """Of few tokens is one likely: searches end later, and by other rules."""
    return 4 * noise_rule(source, target, vocab_size)


def log_probabilities(rule: Rule, source: Ids, vocab_size: int) -> LogProbabilities:
    """What the fake model says, in float64."""

    def next_token(targets: Sequence[Ids]) -> list[Scores]:
        logits = [rule(source, (DECODER_START, *target), vocab_size) for target in targets]
        return [(row - np.log(np.exp(row).sum())).tolist() for row in np.asarray(logits, np.float64)]

    return next_token


@pytest.mark.parametrize("rule", [noise_rule, sharp_rule])
@pytest.mark.parametrize("seed", range(NUM_BATCHES))
def test_by_a_rule_the_engine_finds_what_the_oracle_finds(seed: int, rule: Rule) -> None:
    runner = FakeRunner(rule=rule, num_slots=NUM_SLOTS, max_target_tokens=LONGEST + 3)
    jobs = random_jobs(seed, runner.vocab_size, range(EOS + 1, runner.vocab_size))
    models = [log_probabilities(rule, job.source, runner.vocab_size) for job in jobs]
    expected = [reference_search(model, job.options, EOS) for model, job in zip(models, jobs, strict=True)]
    engine = Engine(runner, EngineConfig(decoder_start=DECODER_START, eos=EOS))
    assert_same(jobs, search_with_engine(engine, jobs), expected)


# How likely A, B and the end token are behind each target; none that is missing may be asked for.
A, B = 0, 1
TABLE: dict[Ids, tuple[float, float, float]] = {
    (): (0.7, 0.1, 0.2),
    (A,): (0.55, 0.05, 0.4),
    (B,): (0.5, 0.4, 0.1),
    (A, A): (0.02, 0.02, 0.96),
    (B, A): (0.4, 0.4, 0.2),
}


def test_never_looks_at_the_present_length_when_length_costs() -> None:
    """The engine must go on after two steps: A A can reach log 0.385 * 2 ** 0.5 = -1.35, the worst ended has -1.80."""

    def rule(source: Ids, target: Ids, vocab_size: int) -> npt.NDArray[np.float32]:
        return np.log(TABLE[target[1:]]).astype(np.float32)

    runner = FakeRunner(rule=rule, num_slots=2, vocab_size=3)
    engine = Engine(runner, EngineConfig(decoder_start=DECODER_START, eos=EOS))
    options = ReferenceOptions(
        num_beams=2, max_new_tokens=6, num_return_sequences=2, length_penalty=-0.5, early_stopping="never"
    )
    [found] = search_with_engine(engine, [Job("costly", (EOS,), options)])
    assert [one.tokens for one in found] == [(EOS,), (A, A, EOS)]


# On real graphs: the same searches through caches that are forked and moved


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    """On models this small, several only wait for each other."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> ExportedModel:
    return export_talking_model(tmp_path_factory.mktemp("talking"), NUM_SLOTS)


@pytest.fixture(scope="module")
def jobs() -> list[Job]:
    return random_jobs(3, CONFIG.vocab_size, (286, 448, 283, 97, 369, 225))


@pytest.fixture(scope="module")
def expected(exported: ExportedModel, jobs: list[Job]) -> list[list[Scored]]:
    return search_with_reference(exported.model.double(), jobs)


def test_on_real_graphs_the_engine_finds_what_the_oracle_finds(
    exported: ExportedModel, jobs: list[Job], expected: list[list[Scored]]
) -> None:
    assert_same(jobs, search_with_engine(exported.engine, jobs), expected)


def test_the_searches_on_real_graphs_are_worth_comparing(expected: list[list[Scored]]) -> None:
    """Ended and cut hypotheses of many lengths; or the comparison above would prove little."""
    targets = [one.tokens for hypotheses in expected for one in hypotheses]
    ended = [target for target in targets if target[-1] == EOS]
    assert len(targets) / 4 < len(ended) < len(targets) * 3 / 4
    assert len({len(target) for target in ended}) > 10
    assert len({token for target in targets for token in target}) > 15
