from typing import Any

from service.engine.events import FinishReason
from service.engine.sequence import SequenceState, TokenSequence, new_sequence
from tests.fakes import EOS, RecordingSink
from tests.service.engine.bench import make_request


def sequence(**options: Any) -> TokenSequence:
    return new_sequence(make_request("r", 5, 6, **options), RecordingSink(), decoder_start=1, now=2.0)


def test_a_new_sequence_waits_with_the_decoder_start_as_first_input() -> None:
    new = sequence()
    assert new.state is SequenceState.WAITING
    assert (new.last_token, new.num_tokens, new.num_source_tokens) == (1, 0, 3)


def test_greedy_has_neither_sampler_nor_seed() -> None:
    new = sequence(seed=7)
    assert new.sampler is None
    assert new.seed is None


def test_a_given_seed_is_kept() -> None:
    assert sequence(do_sample=True, seed=7).seed == 7


def test_without_a_seed_each_sequence_draws_its_own() -> None:
    seeds = {sequence(do_sample=True).seed for _ in range(4)}
    assert len(seeds) == 4
    assert None not in seeds


def test_eos_stops_and_the_limit_ends() -> None:
    new = sequence(max_new_tokens=2)
    new.append(9, now=3.0)
    assert new.finish_reason(EOS) is None
    new.append(9, now=4.0)
    assert new.finish_reason(EOS) is FinishReason.LENGTH


def test_eos_as_the_last_allowed_token_is_a_stop() -> None:
    new = sequence(max_new_tokens=1)
    new.append(EOS, now=3.0)
    assert new.finish_reason(EOS) is FinishReason.STOP


def test_timings_add_up() -> None:
    new = sequence()
    new.admitted_at, new.encoded_at = 2.5, 3.0
    new.append(9, now=4.0)
    new.append(9, now=6.0)
    timings = new.timings(now=6.0)
    assert (timings.queue_s, timings.encode_s, timings.decode_s, timings.first_token_s) == (0.5, 0.5, 3.0, 2.0)
