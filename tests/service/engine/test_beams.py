"""Beam search on an engine with a fake model. K is the number of beams."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.errors import GenerationFailed, NoTokenLeft
from service.engine.events import FinishReason, TokenEvent
from service.engine.request import GenerationRequest
from tests.fakes import EOS, Ids, Rule, echo_rule, noise_rule
from tests.service.engine.bench import EngineBench, make_request
from tests.service.engine.slow import SlowDecoder
from tests.service.engine.strategies import BEAMS, VOCAB_SIZE, EndsWith, requests

A, B, C, D = 3, 4, 5, 6


def tree_rule(probabilities: dict[str, dict[int, float]]) -> Rule:
    """A model of a small world: after the tokens spelled in letters come others with these probabilities."""

    def rule(source: Ids, target: Ids, vocab_size: int) -> npt.NDArray[np.float32]:
        spelled = "".join("abcd"[token - A] for token in target[1:])
        shares = np.full(vocab_size, 1e-9, np.float32)
        for token, share in probabilities.get(spelled, {A: 1.0}).items():
            shares[token] = share
        return np.log(shares)

    return rule


def texts(bench: EngineBench, **options: Any) -> list[str]:
    """All hypotheses of a search, spelled; "." is the end token."""
    options = {"num_beams": 2, "num_return_sequences": 2, "max_new_tokens": 4, **options}
    sink = bench.play(make_request("a", 7, **options))
    return [
        "".join("." if token == EOS else "abcd"[token - A] for token in hypothesis.token_ids)
        for hypothesis in sink.finished.hypotheses
    ]


def told(token: TokenEvent) -> list[object]:
    """All that is said of a token, comparable."""
    alignment = None if token.alignment is None else token.alignment.tolist()
    return [token.token_id, token.logprob, token.top, alignment]


# What wins


def test_a_beam_finds_what_greedy_misses() -> None:
    """a is the best first token, but what follows b is far better."""
    rule = tree_rule({"": {A: 0.6, B: 0.4}, "a": {C: 0.4, D: 0.3, EOS: 0.3}, "b": {EOS: 1.0}, "ac": {EOS: 1.0}})
    assert EngineBench(rule=rule).play(make_request("greedy", 7)).best == (A, C, EOS)
    [best, second] = texts(EngineBench(rule=rule), length_penalty=0.0)
    assert (best, second) == ("b.", "ac.")


def test_an_end_below_the_k_best_continuations_ends_nothing() -> None:
    """With two beams, `a.` is only third: it is neither a result nor a beam that goes on."""
    rule = tree_rule({"": {A: 1.0}, "a": {B: 0.4, C: 0.35, EOS: 0.25}, "ab": {EOS: 1.0}, "ac": {EOS: 1.0}})
    assert texts(EngineBench(rule=rule), length_penalty=0.0) == ["ab.", "ac."]


def test_as_many_go_on_as_there_are_beams_though_as_many_end() -> None:
    """Both beams end at once, and both go on: `bd.`, last of four, wins."""
    rule = tree_rule(
        {
            "": {A: 0.6, B: 0.4},
            "a": {EOS: 0.6, C: 0.4},
            "b": {EOS: 0.6, D: 0.4},
            "ac": {A: 0.5, B: 0.5},
            "bd": {EOS: 1.0},
        }
    )
    options: dict[str, Any] = {"early_stopping": "never", "length_penalty": 2.0, "max_new_tokens": 3}
    assert texts(EngineBench(rule=rule), **options)[0] == "bd."


def test_at_the_limit_the_k_best_are_taken_as_they_are() -> None:
    """Ended or not: with two beams, the third, `ac`, is not among them."""
    rule = tree_rule({"": {A: 1.0}, "a": {B: 0.5, EOS: 0.3, C: 0.2}})
    bench = EngineBench(rule=rule)
    assert texts(bench, max_new_tokens=2) == ["ab", "a."]
    reasons = [hypothesis.reason for hypothesis in bench.sinks["a"].finished.hypotheses]
    assert reasons == [FinishReason.LENGTH, FinishReason.STOP]


def test_the_length_penalty_favours_long_or_short_ones() -> None:
    """`a.` has the probability 0.4, `bcd.` 0.36."""
    rule = tree_rule(
        {
            "": {A: 0.5, B: 0.5},
            "a": {EOS: 0.8, C: 0.2},
            "b": {C: 0.8, D: 0.2},
            "bc": {D: 0.9, C: 0.1},
            "bcd": {EOS: 1.0},
        }
    )
    assert texts(EngineBench(rule=rule), length_penalty=0.0)[0] == "a."
    assert texts(EngineBench(rule=rule), length_penalty=1.0)[0] == "bcd."


def test_early_stopping_takes_the_first_k_that_end() -> None:
    """`bccd.` is the best by far, but two end before it does."""
    rule = tree_rule(
        {
            "": {A: 0.7, B: 0.3},
            "a": {EOS: 0.5, C: 0.5},
            "ac": {EOS: 1.0},
            "b": {C: 1.0},
            "bc": {C: 1.0},
            "bcc": {D: 1.0},
        }
        | {"bccd": {EOS: 1.0}}
    )
    assert texts(EngineBench(rule=rule), early_stopping=True, max_new_tokens=9) == ["ac.", "a."]
    assert texts(EngineBench(rule=rule), early_stopping="never", max_new_tokens=9) == ["bccd.", "ac."]


def test_hypotheses_come_best_first_with_their_scores() -> None:
    best, *others = EngineBench().play(make_request("a", 7, num_beams=4, num_return_sequences=4)).finished.hypotheses
    assert len({best.token_ids, *(other.token_ids for other in others)}) == 4
    scores = [hypothesis.score for hypothesis in (best, *others)]
    assert None not in scores
    assert scores == sorted(scores, key=lambda score: -(score or 0))


@pytest.mark.parametrize("num_beams", [2, 4])
def test_the_main_result_is_the_same_for_any_number_of_alternatives(num_beams: int) -> None:
    answers = [
        EngineBench().play(make_request("a", 7, 8, num_beams=num_beams, num_return_sequences=count)).finished.hypotheses
        for count in range(1, num_beams + 1)
    ]
    assert [len(hypotheses) for hypotheses in answers] == list(range(1, num_beams + 1))
    assert all(hypotheses == answers[-1][: len(hypotheses)] for hypotheses in answers)


def test_a_vocabulary_with_fewer_continuations_than_beams_gives_what_there_is() -> None:
    sink = EngineBench(vocab_size=5, num_slots=8).play(
        make_request("a", 3, num_beams=8, num_return_sequences=8, max_new_tokens=1)
    )
    assert len({hypothesis.token_ids for hypothesis in sink.finished.hypotheses}) == 5


@settings(max_examples=200, deadline=None)
@given(requests(BEAMS))
def test_a_search_finds_what_one_would_find_by_hand(request: GenerationRequest) -> None:
    bench = EngineBench(vocab_size=VOCAB_SIZE, num_slots=5)
    sink = bench.play(request)
    expected = SlowDecoder(noise_rule, request, VOCAB_SIZE).beams()
    hypotheses = sink.finished.hypotheses
    assert [(found.token_ids, found.reason) for found in hypotheses] == [
        (slow.tokens, slow.reason) for slow in expected
    ]
    assert [found.score for found in hypotheses] == pytest.approx([slow.score(request.options) for slow in expected])
    assert list(map(told, sink.streamed)) == (list(map(told, hypotheses[0].tokens)) if request.stream else [])


# What ends a hypothesis besides the end token


def test_a_stop_condition_ends_a_hypothesis_among_the_k_best() -> None:
    rule = tree_rule({"": {A: 0.6, B: 0.4}, "a": {C: 1.0}, "b": {D: 1.0}, "bd": {EOS: 1.0}})
    bench = EngineBench(rule=rule)
    assert texts(bench, stop=EndsWith(frozenset({C})), length_penalty=0.0) == ["ac", "bd."]
    reasons = [hypothesis.reason for hypothesis in bench.sinks["a"].finished.hypotheses]
    assert reasons == [FinishReason.STOP_SEQUENCE, FinishReason.STOP]


def test_a_search_whose_beams_all_meet_their_stop_condition_is_over() -> None:
    rule = tree_rule({"": {A: 0.6, B: 0.4}})
    bench = EngineBench(rule=rule)
    every_token = EndsWith(frozenset(range(24)))
    assert texts(bench, stop=every_token, max_new_tokens=9) == ["a", "b"]
    assert len(bench.runner.stepped) == 1


def test_a_stop_condition_is_asked_for_as_many_as_go_on_and_never_sees_the_prefix() -> None:
    seen: list[list[int]] = []

    class Recording:
        def is_met(self, token_ids: Sequence[int]) -> bool:
            seen.append(list(token_ids))
            return False

    EngineBench().play(make_request("a", 7, num_beams=2, prefix=(A, B), stop=Recording(), max_new_tokens=2))
    assert [len(ids) for ids in seen] == [1, 1, 2, 2]


def test_a_beam_that_goes_round_in_a_loop_is_ended_and_the_other_goes_on() -> None:
    def rule(source: Ids, target: Ids, vocab_size: int) -> npt.NDArray[np.float32]:
        """One beam says a for ever; the other, a little worse, something else every time, and ends late."""
        logits = np.full(vocab_size, -20.0, np.float32)
        varied = 4 + len(target) % 20 if len(target) < 30 else EOS
        if len(target) == 1:
            logits[A], logits[varied] = 1.0, 0.9
        else:
            logits[A if target[-1] == A else varied] = 5.0
        return logits

    bench = EngineBench(rule=rule, max_target_tokens=64)
    sink = bench.play(make_request("a", 7, num_beams=2, num_return_sequences=2, max_new_tokens=60, stream=True))
    by_reason = {hypothesis.reason: hypothesis for hypothesis in sink.finished.hypotheses}
    assert by_reason[FinishReason.REPETITION].token_ids == (A,) * 21
    assert len(by_reason[FinishReason.STOP].tokens) == 30
    assert sink.streamed == list(sink.finished.best.tokens)


def test_a_loop_is_found_in_a_row_that_it_was_forked_to() -> None:
    """Row 0 says a, row 1 goes other ways and ends after ten tokens. Then a has two heirs: the better one keeps the
    row and goes other ways too, the other one goes on with a in row 1."""

    def rule(source: Ids, target: Ids, vocab_size: int) -> npt.NDArray[np.float32]:
        logits = np.full(vocab_size, -np.inf, np.float32)
        if set(target[1:]) <= {A}:
            logits[A] = 5.0
            logits[B] = {1: 4.9, 11: 5.1}.get(len(target), -np.inf)
        else:
            logits[EOS if len(target) == 11 else 5 + len(target) % 19] = 5.0
        return logits

    bench = EngineBench(rule=rule, max_target_tokens=64)
    sink = bench.play(make_request("a", 7, num_beams=2, num_return_sequences=2, max_new_tokens=60, early_stopping=True))
    assert bench.runner.forked == [[(0, 1)]]
    lengths = {hypothesis.reason: len(hypothesis.tokens) for hypothesis in sink.finished.hypotheses}
    assert lengths == {FinishReason.STOP: 11, FinishReason.REPETITION: 21}


def test_a_search_that_only_goes_round_in_loops_is_over() -> None:
    def rule(source: Ids, target: Ids, vocab_size: int) -> npt.NDArray[np.float32]:
        logits = np.full(vocab_size, -np.inf, np.float32)
        logits[[A, B]] = (1.0, 0.9) if len(target) == 1 else 0.0
        if len(target) > 1:
            logits[A if target[-1] == B else B] = -np.inf
        return logits

    sink = EngineBench(rule=rule, max_target_tokens=64).play(
        make_request("a", 7, num_beams=2, num_return_sequences=2, max_new_tokens=60)
    )
    assert [set(hypothesis.token_ids) for hypothesis in sink.finished.hypotheses] == [{A}, {B}]
    assert {hypothesis.reason for hypothesis in sink.finished.hypotheses} == {FinishReason.REPETITION}


# Streaming


class Watched:
    """The tokens that were sent by the end of each step."""

    def __init__(self, bench: EngineBench, request: GenerationRequest) -> None:
        sink = bench.submit(request)
        self.sent: list[Ids] = []
        while bench.engine.has_work:
            bench.engine.step()
            self.sent.append(tuple(sink.tokens))
        self.final = sink.best


def test_a_stream_shows_what_all_beams_agree_on_before_the_search_is_over() -> None:
    rule = tree_rule({"": {A: 1.0}, "a": {B: 1.0}, "ab": {C: 0.6, D: 0.4}, "abc": {EOS: 1.0}, "abd": {EOS: 1.0}})
    watched = Watched(EngineBench(rule=rule), make_request("a", 7, num_beams=2, stream=True))
    assert watched.final == (A, B, C, EOS)
    assert (A, B) in watched.sent
    assert watched.sent[-1] == watched.final


def test_a_stream_shows_nothing_of_which_a_beam_may_still_think_otherwise() -> None:
    """a leads for long, and b wins in the end."""
    rule = tree_rule(
        {
            "": {A: 0.55, B: 0.45},
            "a": {C: 1.0},
            "ac": {C: 0.5, D: 0.5},
            "b": {C: 1.0},
            "bc": {D: 1.0},
            "bcd": {EOS: 1.0},
        }
    )
    watched = Watched(EngineBench(rule=rule), make_request("a", 7, num_beams=2, stream=True, length_penalty=0.0))
    assert watched.final == (B, C, D, EOS)
    assert watched.sent[0] == ()


def test_each_stream_shows_its_own_search_when_another_one_is_over() -> None:
    """The first search ends early, and the last one takes its place."""
    bench = EngineBench(rule=echo_rule, num_slots=6)
    sinks = [
        bench.submit(make_request(name, *source, num_beams=2, stream=stream, early_stopping=True, max_new_tokens=6))
        for name, source, stream in (("plain", (7,), False), ("b", (8, 9, 10, 11), True), ("c", (12, 13, 14, 15), True))
    ]
    steps: list[list[Ids]] = []
    while bench.engine.has_work:
        bench.engine.step()
        steps.append([tuple(sink.tokens) for sink in sinks])
    assert [len(sink.streamed) for sink in sinks] == [0, 5, 5]
    assert [tuple(sink.tokens) for sink in sinks[1:]] == [(8, 9, 10, 11, EOS), (12, 13, 14, 15, EOS)]
    assert steps[-2][2], "something is certain before the end"


@settings(max_examples=100, deadline=None)
@given(requests(BEAMS), st.integers(0, 9))
def test_what_was_sent_is_never_taken_back(request: GenerationRequest, num_before: int) -> None:
    streamed = make_request("r", *request.source_ids[:-1], stream=True, **_fields(request))
    bench = EngineBench(vocab_size=VOCAB_SIZE, num_slots=8)
    for number in range(num_before):
        bench.submit(make_request(f"stranger {number}", 3 + number))
    watched = Watched(bench, streamed)
    assert all(watched.final[: len(sent)] == sent for sent in watched.sent)
    assert watched.sent[-1] == watched.final


def _fields(request: GenerationRequest) -> dict[str, Any]:
    return {name: getattr(request.options, name) for name in request.options.__slots__}


# Rows and caches


def test_a_search_that_begins_copies_nothing_and_later_only_second_heirs_are_copied() -> None:
    rule = tree_rule({"": {A: 0.6, B: 0.4}, "b": {EOS: 1.0}, "a": {C: 0.6, D: 0.4}, "ac": {EOS: 1.0}, "ad": {EOS: 1.0}})
    bench = EngineBench(rule=rule)
    texts(bench)
    assert bench.runner.forked == [[(0, 1)]]  # `b` ended, and `a` has two heirs


def test_all_searches_of_a_step_are_forked_in_one_call() -> None:
    bench = EngineBench(num_slots=9)
    for number, num_beams in enumerate((2, 3, 4)):
        bench.submit(make_request(str(number), 7 + number, num_beams=num_beams))
    bench.run()
    assert len(bench.runner.forked) <= len(bench.runner.stepped)
    assert max(map(len, bench.runner.forked)) > 2


def test_searches_of_any_width_run_together_and_apart_from_singles() -> None:
    """The model's fake complains when a row holds another cache than the engine thinks."""
    requested = [make_request(f"{k}", 7, 8, num_beams=k, num_return_sequences=k) for k in (1, 2, 3, 4, 5)]
    bench = EngineBench(num_slots=15)
    for request in requested:
        bench.submit(request)
    bench.run()
    assert bench.runner.stepped[0] == 15
    for request in requested:
        alone = EngineBench(num_slots=5).play(request).finished
        assert bench.sinks[request.request_id].finished.hypotheses == alone.hypotheses


# What fails


def poison(when: Callable[[Ids, Ids], bool]) -> Rule:
    """Noise, and no numbers where `when` says so of source and target."""

    def rule(source: Ids, target: Ids, vocab_size: int) -> npt.NDArray[np.float32]:
        factor = np.nan if when(source, target) else 1
        return noise_rule(source, target, vocab_size) * np.float32(factor)

    return rule


@pytest.mark.parametrize("options", [{}, {"prefix": (A, B)}, {"min_new_tokens": 5}, {"logprobs": True}])
def test_scores_that_are_no_numbers_fail_that_search_alone(options: dict[str, Any]) -> None:
    bench = EngineBench(rule=poison(lambda source, target: source[0] == 13 and len(target) == 4), num_slots=8)
    options = {"num_beams": 3, "suppress_tokens": (EOS,), "stream": True, **options}
    bad = bench.submit(make_request("bad", 13, **options))
    good = [bench.submit(make_request(str(source), source, num_beams=2)) for source in (7, 8)]
    bench.run()
    assert isinstance(bad.error, GenerationFailed)
    for source, sink in zip((7, 8), good, strict=True):
        assert (
            sink.finished.hypotheses == EngineBench().play(make_request("x", source, num_beams=2)).finished.hypotheses
        )


def test_options_that_forbid_everything_are_to_blame_themselves() -> None:
    sink = EngineBench(vocab_size=8).play(make_request("a", 7, num_beams=2, no_repeat_ngram_size=1, min_new_tokens=12))
    assert isinstance(sink.error, NoTokenLeft)


@pytest.mark.parametrize("penalty", [0.01, 100.0])
def test_an_extreme_repetition_penalty_harms_nobody_else(penalty: float) -> None:
    """The model is certain: a log-probability of 0 is divided by the penalty."""
    bench = EngineBench(rule=tree_rule({}), num_slots=6)
    with np.errstate(all="ignore"):
        bench.submit(make_request("absurd", 7, num_beams=2, prefix=(A,), repetition_penalty=penalty))
        good = bench.submit(make_request("good", 8, num_beams=2))
        bench.run()
    assert len(bench.sinks["absurd"].endings) == 1
    assert good.best == (A,) * 12


def test_a_cancelled_search_leaves_at_once_and_the_others_go_on() -> None:
    bench = EngineBench(rule=echo_rule, num_slots=6)
    sinks = [bench.submit(make_request(name, 7, 8, 9, num_beams=2)) for name in "abc"]
    bench.engine.step()
    bench.engine.step()
    bench.engine.cancel("a")
    bench.run()
    assert len(sinks[0].endings) == 1
    assert bench.runner.stepped[:3] == [6, 6, 4]
    assert [sink.best for sink in sinks[1:]] == [(7, 8, 9, EOS)] * 2
