"""Greedy, sampled and forced targets, on an engine with a fake model."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.errors import GenerationFailed, NoTokenLeft
from service.engine.events import FinishReason
from service.engine.request import GenerationRequest
from tests.fakes import EOS, Ids, echo_rule, noise_rule
from tests.service.engine.bench import EngineBench, make_request
from tests.service.engine.slow import SlowDecoder
from tests.service.engine.strategies import SAMPLED, VOCAB_SIZE, EndsWith, requests


@pytest.fixture
def bench() -> EngineBench:
    """The model repeats the source."""
    return EngineBench(rule=echo_rule, max_target_tokens=64)


def babble(source: Ids, target: Ids, vocab_size: int) -> npt.NDArray[np.float32]:
    """Tokens that repeat with the period that the source names, for ever."""
    logits = np.zeros(vocab_size, np.float32)
    logits[3 + len(target) % source[0]] = 9.0
    return logits


# Why a target ends


def test_the_end_token_is_the_last_token(bench: EngineBench) -> None:
    best = bench.play(make_request("a", 7, 8)).finished.best
    assert (best.token_ids, best.reason, best.score) == ((7, 8, EOS), FinishReason.STOP, None)


def test_the_token_limit_ends(bench: EngineBench) -> None:
    best = bench.play(make_request("a", 7, 8, 9, max_new_tokens=2)).finished.best
    assert (best.token_ids, best.reason) == ((7, 8), FinishReason.LENGTH)


def test_the_end_token_as_the_last_allowed_one_is_a_stop(bench: EngineBench) -> None:
    assert bench.play(make_request("a", 7, max_new_tokens=2)).finished.best.reason is FinishReason.STOP


def test_a_stop_condition_ends_with_the_token_that_meets_it(bench: EngineBench) -> None:
    best = bench.play(make_request("a", 7, 8, 9, stop=EndsWith(frozenset({8})))).finished.best
    assert (best.token_ids, best.reason) == ((7, 8), FinishReason.STOP_SEQUENCE)


def test_a_stop_condition_is_asked_once_for_each_new_token_and_never_sees_the_prefix(bench: EngineBench) -> None:
    asked: list[list[int]] = []

    class Recording:
        def is_met(self, token_ids: Sequence[int]) -> bool:
            asked.append(list(token_ids))
            return False

    bench.play(make_request("a", 7, 8, 9, prefix=(7,), stop=Recording()))
    assert asked == [[8], [8, 9]]


@pytest.mark.parametrize(("period", "length"), [(1, 21), (3, 23), (7, 42)])
def test_a_loop_ends_after_twenty_tokens_or_five_rounds_that_were_there_before(period: int, length: int) -> None:
    bench = EngineBench(rule=babble, max_target_tokens=64)
    best = bench.play(make_request("a", period, max_new_tokens=60)).finished.best
    assert (len(best.tokens), best.reason) == (length, FinishReason.REPETITION)


def test_a_loop_is_found_in_a_row_that_was_moved() -> None:
    bench = EngineBench(rule=babble, max_target_tokens=64)
    first, looping = (bench.submit(make_request(str(period), period, max_new_tokens=60)) for period in (5, 3))
    for _ in range(15):
        bench.engine.step()
    bench.engine.cancel("5")
    bench.run()
    assert bench.runner.moved == [[(1, 0)]]
    assert len(looping.best) == 23
    assert len(first.endings) == 1


def test_who_wants_no_end_of_a_loop_gets_none_beside_one_who_does() -> None:
    bench = EngineBench(rule=babble, max_target_tokens=64)
    endless = bench.submit(make_request("endless", 3, max_new_tokens=30, stop_on_loop=False))
    ended = bench.submit(make_request("ended", 3, max_new_tokens=30))
    bench.run()
    assert (len(endless.best), len(ended.best)) == (30, 23)


def test_a_loop_may_go_on_where_the_request_wants_that() -> None:
    bench = EngineBench(rule=babble, max_target_tokens=64)
    best = bench.play(make_request("a", 3, max_new_tokens=60, stop_on_loop=False)).finished.best
    assert (len(best.tokens), best.reason) == (60, FinishReason.LENGTH)


def test_a_source_that_repeats_itself_may_be_repeated(bench: EngineBench) -> None:
    sink = EngineBench(rule=echo_rule, max_source_tokens=64, max_target_tokens=64).play(
        make_request("a", *[7] * 40, max_new_tokens=60)
    )
    assert sink.best == (*[7] * 40, EOS)


# The prefix


def test_a_target_begins_with_the_prefix_and_goes_on_freely(bench: EngineBench) -> None:
    sink = bench.play(make_request("a", 7, 8, 9, prefix=(5, 6)))
    assert sink.best == (5, 6, 9, EOS)


def test_the_limit_does_not_count_the_prefix(bench: EngineBench) -> None:
    sink = bench.play(make_request("a", 7, 8, 9, 10, prefix=(7,), max_new_tokens=2))
    assert (sink.best, sink.finished.best.reason) == ((7, 8, 9), FinishReason.LENGTH)


def test_end_tokens_in_a_prefix_end_nothing(bench: EngineBench) -> None:
    """mBART's targets begin with its end token."""
    sink = bench.play(make_request("a", 7, 8, 9, prefix=(EOS, 8), stop=EndsWith(frozenset({8}))))
    assert sink.best == (EOS, 8, 9, EOS)


def test_a_prefix_that_goes_round_in_a_loop_is_what_was_asked_for(bench: EngineBench) -> None:
    sink = bench.play(make_request("a", *[8] * 13, 9, prefix=(5,) * 30, max_new_tokens=5))
    assert sink.best[:30] == (5,) * 30
    assert sink.finished.best.reason is FinishReason.STOP


# Sampling


def test_the_seed_is_reported_and_draws_the_same_again() -> None:
    bench = EngineBench()
    first = bench.play(make_request("a", 7, do_sample=True, temperature=5.0))
    assert first.finished.seed is not None
    again = bench.play(make_request("b", 7, do_sample=True, temperature=5.0, seed=first.finished.seed))
    assert again.best == first.best


def test_the_first_sequence_is_the_same_for_any_number_of_them() -> None:
    bench = EngineBench(num_slots=8)
    one, four = (
        bench.play(make_request(name, 7, 8, do_sample=True, temperature=3.0, seed=5, num_return_sequences=count))
        for name, count in (("one", 1), ("four", 4))
    )
    assert four.best == one.best
    assert len(set(hypothesis.token_ids for hypothesis in four.finished.hypotheses)) == 4


def test_a_sequence_that_has_ended_gives_its_row_to_a_stranger_while_the_others_go_on() -> None:
    bench = EngineBench(num_slots=3)
    sink = bench.submit(make_request("three", 7, do_sample=True, temperature=3.0, seed=1, num_return_sequences=3))
    stranger = bench.submit(make_request("stranger", 9))
    bench.run()
    lengths = [len(hypothesis.tokens) for hypothesis in sink.finished.hypotheses]
    assert len(set(lengths)) > 1
    num_left = sum(length > min(lengths) for length in lengths)
    assert bench.runner.stepped[min(lengths)] == num_left + 1, "the stranger should have joined at once"
    assert stranger.best == EngineBench().play(make_request("stranger", 9)).best


# What is told


def test_a_stream_gets_each_token_in_its_step_and_the_prefix_too(bench: EngineBench) -> None:
    sink = bench.play(make_request("a", 7, 8, stream=True, prefix=(5,)))
    assert [len(call) for call in sink.calls] == [1, 1, 2]
    assert tuple(sink.streamed) == sink.finished.best.tokens
    assert sink.best == (5, 8, EOS)


def test_without_a_stream_only_the_ending_is_told(bench: EngineBench) -> None:
    assert len(bench.play(make_request("a", 7, 8)).events) == 1


def test_log_probabilities_are_the_models_own_and_the_score_is_that_of_a_beam_search() -> None:
    """Whatever processors and samplers make of them; the prefix has some as well, but does not count."""

    def even_odds(source: Ids, target: Ids, vocab_size: int) -> npt.NDArray[np.float32]:
        return np.zeros(vocab_size, np.float32)

    wishes: dict[str, Any] = {"logprobs": True, "prefix": (5,), "suppress_tokens": (0, 1, EOS), "max_new_tokens": 3}
    bench = EngineBench(rule=even_odds, vocab_size=8)
    choices: list[tuple[dict[str, Any], float]] = [
        ({}, 3),
        ({"length_penalty": 2.0}, 9),
        ({"length_penalty": 0.0}, 1),
        ({"do_sample": True, "top_k": 2}, 3),
    ]
    for options, weight in choices:
        best = bench.play(make_request("a", 7, **wishes, **options)).finished.best
        assert [token.logprob for token in best.tokens] == pytest.approx([math.log(1 / 8)] * 4)
        assert best.score == pytest.approx(3 * math.log(1 / 8) / weight)


def test_the_likeliest_tokens_and_the_alignment_come_with_each_token() -> None:
    bench = EngineBench()
    best = bench.play(make_request("a", 7, 8, top_logprobs=2, alignment=True)).finished.best
    for token in best.tokens:
        assert token.logprob is None
        assert token.top[0][0] == token.token_id
        assert len(token.top) == 2
        assert token.alignment is not None
        assert token.alignment.sum() == pytest.approx(1)
        assert len(token.alignment) == 3


# What fails


def poisoned(source: Ids, target: Ids, vocab_size: int) -> npt.NDArray[np.float32]:
    """Noise, but no numbers for a source that begins with 13, from its third token on."""
    logits = noise_rule(source, target, vocab_size)
    return logits * np.float32(np.nan) if source[0] == 13 and len(target) == 3 else logits


@pytest.mark.parametrize(
    "options",
    [
        {"suppress_tokens": (EOS,)},
        {"suppress_tokens": (EOS,), "do_sample": True, "seed": 1, "top_p": 0.5, "num_return_sequences": 2},
        {"suppress_tokens": (EOS,), "logprobs": True, "top_logprobs": 2},
        {"prefix": (5, 6), "logprobs": True},
        {"prefix": (5, 6, 7)},
    ],
)
def test_scores_that_are_no_numbers_fail_that_request_alone(options: dict[str, Any]) -> None:
    bench = EngineBench(rule=poisoned, num_slots=6)
    bad = bench.submit(make_request("bad", 13, stream=True, **options))
    good = [bench.submit(make_request(str(source), source)) for source in (7, 8)]
    bench.run()
    assert isinstance(bad.error, GenerationFailed)
    assert "not finite numbers" in str(bad.error)
    assert len(bad.tokens) == 2
    for source, sink in zip((7, 8), good, strict=True):
        assert sink.best == EngineBench().play(make_request("alone", source)).best


def test_a_model_that_starts_with_its_end_token_fails_once() -> None:
    """BART's decoder does: a row that could not even begin must not look as if it had ended."""

    def broken(source: Ids, target: Ids, vocab_size: int) -> npt.NDArray[np.float32]:
        return np.full(vocab_size, np.nan, np.float32)

    bench = EngineBench(rule=broken, decoder_start=EOS)
    assert len(bench.play(make_request("a", 7)).events) == 1
    assert len(bench.play(make_request("b", 7, do_sample=True, num_return_sequences=2)).events) == 1


def test_options_that_forbid_everything_are_to_blame_themselves() -> None:
    """Allowed tokens run out: each of them may come once."""
    bench = EngineBench(vocab_size=8)
    sink = bench.play(make_request("a", 7, no_repeat_ngram_size=1, min_new_tokens=12))
    assert isinstance(sink.error, NoTokenLeft)


# Everything at once


@settings(max_examples=150, deadline=None)
@given(requests(st.just({}), SAMPLED))
def test_the_engine_decodes_as_one_would_by_hand(request: GenerationRequest) -> None:
    options = request.options
    sink = EngineBench(vocab_size=VOCAB_SIZE).play(request)
    slow = SlowDecoder(noise_rule, request, VOCAB_SIZE)
    for index, hypothesis in enumerate(sink.finished.hypotheses):
        expected = slow.single(index)
        assert (hypothesis.token_ids, hypothesis.reason) == (expected.tokens, expected.reason)
        weight = (len(expected.tokens) - len(options.prefix)) ** options.length_penalty
        assert hypothesis.score == (pytest.approx(expected.total / weight, abs=1e-4) if options.logprobs else None)
    assert len(sink.finished.hypotheses) == options.num_return_sequences
    assert list(map(id, sink.streamed)) == (list(map(id, sink.finished.best.tokens)) if request.stream else [])
