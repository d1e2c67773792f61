"""Rows: who gets which, and what is copied so that the running ones are always 0 to n-1."""

from typing import Any

import pytest

from tests.fakes import EOS, echo_rule, model_failure
from tests.service.engine.bench import EngineBench, make_request


@pytest.fixture
def bench() -> EngineBench:
    """Eight rows; the model repeats the source, so a source of k tokens takes k+1 steps with its eos."""
    return EngineBench(num_slots=8, rule=echo_rule)


def test_gaps_are_closed_in_one_move_before_the_next_step(bench: EngineBench) -> None:
    """Rows 0, 1 and 3 end in one step: the last two rows close gaps, and the cache of row 3 is copied nowhere."""
    for name, length in zip("abcdef", (1, 1, 2, 1, 2, 2), strict=True):
        bench.submit(make_request(name, *[7] * length))
    bench.run()
    assert bench.runner.moved == [[(4, 0), (5, 1)]]
    assert bench.runner.stepped == [6, 6, 3]


def test_nothing_moves_when_newcomers_fill_the_gaps(bench: EngineBench) -> None:
    for name in "abcdefgh":
        bench.submit(make_request(name, *[7] * (1 if name in "ac" else 4)))
    for name in "xy":
        bench.submit(make_request(name, 9, 9, 9))
    for _ in range(4):
        bench.engine.step()
    assert bench.runner.stepped == [8] * 4
    assert bench.runner.moved == []
    bench.run()
    assert bench.sinks["x"].best == (9, 9, 9, EOS)


def test_a_wide_request_takes_gaps_anywhere(bench: EngineBench) -> None:
    for name in "abcdefgh":
        bench.submit(make_request(name, *[7] * (1 if name in "bdfh" else 4)))
    wide = bench.submit(make_request("wide", 9, 8, num_beams=4))
    bench.run()
    assert wide.best == (9, 8, EOS)
    assert bench.runner.stepped[2] == 8


def test_a_wide_request_waits_for_its_rows_and_those_behind_it_wait_too(bench: EngineBench) -> None:
    for name, length in zip("abcdef", (1, 1, 1, 1, 3, 3), strict=True):
        bench.submit(make_request(name, *[7] * length))
    bench.submit(make_request("wide", 9, num_beams=4))
    bench.submit(make_request("small", 9))
    bench.run()
    assert bench.runner.stepped[:4] == [6, 6, 7, 7]


def test_one_gap_among_many_rows_is_run_rather_than_closed() -> None:
    """A newcomer takes it soon, and until then a row run for nothing costs less than a move."""
    bench = EngineBench(num_slots=9, rule=echo_rule)
    for name in "abcdefghi":
        bench.submit(make_request(name, *[7] * (1 if name == "c" else 6)))
    for _ in range(4):
        bench.engine.step()
    assert bench.runner.stepped == [9, 9, 9, 9]
    assert bench.engine.num_active == 8
    assert bench.runner.moved == []
    bench.run()
    assert all(bench.sinks[name].best == (*[7] * 6, EOS) for name in "abdefghi")


def test_gaps_at_the_end_need_no_move(bench: EngineBench) -> None:
    for name in "abcd":
        bench.submit(make_request(name, *[7] * (4 if name in "ab" else 1)))
    bench.run()
    assert bench.runner.stepped == [4, 4, 2, 2, 2]
    assert bench.runner.moved == []


def test_moved_rows_go_on_where_they_were(bench: EngineBench) -> None:
    """Beams, a prefix that is not over yet and a sampled sequence move while others leave."""
    requests = [
        make_request("a", 7),
        make_request("b", 7),
        make_request("c", 7),
        make_request("prefix", 7, 8, prefix=(5, 5, 5, 5), logprobs=True, alignment=True),
        make_request("sampled", 7, 8, 9, do_sample=True, temperature=3.0, seed=4),
        make_request("beams", 7, 8, 9, 10, num_beams=3, num_return_sequences=3),
    ]
    for request in requests:
        bench.submit(request)
    bench.engine.step()
    for name in "abc":
        bench.engine.cancel(name)
    bench.run()
    assert bench.runner.moved[0] == [(5, 0), (6, 1), (7, 2)]
    for request in requests[3:]:
        alone = EngineBench(num_slots=8, rule=echo_rule).play(request).finished
        together = bench.sinks[request.request_id].finished
        assert [h.token_ids for h in together.hypotheses] == [h.token_ids for h in alone.hypotheses]
        assert [h.score for h in together.hypotheses] == [h.score for h in alone.hypotheses]


def test_a_failed_encoder_run_leaves_no_gap(bench: EngineBench) -> None:
    for name in "ab":
        bench.submit(make_request(name, 7, 8, 9))
    bench.engine.step()
    bench.engine.cancel("a")
    bench.runner.encode_error = model_failure()
    bench.submit(make_request("lost", 7, num_beams=2))
    bench.run()
    assert bench.runner.moved == [[(1, 0)]]
    assert bench.sinks["b"].best == (7, 8, 9, EOS)


@pytest.mark.parametrize(
    ("options", "needs_logits"),
    [
        ({}, False),
        ({"prefix": (8,)}, False),
        ({"alignment": True}, False),
        ({"logprobs": True}, True),
        ({"do_sample": True}, True),
        ({"suppress_tokens": (9,)}, True),
        ({"num_beams": 2}, True),
    ],
)
def test_all_logits_are_asked_for_only_where_a_row_needs_them(options: dict[str, Any], needs_logits: bool) -> None:
    bench = EngineBench(num_slots=4, rule=echo_rule)
    bench.submit(make_request("plain", 7, 7))
    bench.submit(make_request("other", 7, 7, **options))
    bench.engine.step()
    bench.engine.step()
    assert bench.runner.num_best == (0 if needs_logits else 2)
    bench.run()
    assert bench.sinks["plain"].best == (7, 7, EOS)
