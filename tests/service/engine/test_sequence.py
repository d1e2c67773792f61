from typing import Any

from service.engine.sequence import SequenceState, TokenSequence, new_sequence
from tests.fakes import EOS, RecordingSink
from tests.service.engine.bench import make_request


def sequence(**options: Any) -> TokenSequence:
    return new_sequence(make_request("r", 5, 6, **options), RecordingSink(), eos=EOS, now=2.0)


def test_a_new_sequence_waits() -> None:
    new = sequence()
    assert new.state is SequenceState.WAITING
    assert (new.request_id, new.num_source_tokens, new.num_rows) == ("r", 3, 1)


def test_it_has_a_draft_for_each_beam_or_sampled_sequence() -> None:
    beams, sampled = sequence(num_beams=4, num_return_sequences=2), sequence(do_sample=True, num_return_sequences=3)
    assert (beams.num_rows, sampled.num_rows) == (4, 3)
    assert (beams.is_beam_search, sampled.is_beam_search, sequence().is_beam_search) == (True, False, False)
    drafts = sampled.new_drafts()
    assert [draft.index for draft in drafts] == [0, 1, 2]
    assert all(draft.sequence is sampled for draft in drafts)


def test_only_sampling_has_samplers_and_a_seed() -> None:
    greedy, beams, sampled = sequence(seed=7), sequence(num_beams=2, seed=7), sequence(do_sample=True, seed=7)
    assert (greedy.seed, beams.seed, sampled.seed) == (None, None, 7)
    assert greedy.new_drafts()[0].sampler is None
    assert beams.new_drafts()[0].sampler is None
    assert sampled.new_drafts()[0].sampler is not None


def test_without_a_seed_each_sequence_draws_its_own() -> None:
    seeds = {sequence(do_sample=True).seed for _ in range(4)}
    assert len(seeds) == 4
    assert None not in seeds


def test_processors_are_made_once() -> None:
    assert sequence().processors == ()
    assert len(sequence(repetition_penalty=1.5, min_new_tokens=2).processors) == 2


def test_more_than_ids_is_kept_when_asked_for() -> None:
    assert not sequence().new_drafts()[0].is_noted
    for wish in ({"logprobs": True}, {"top_logprobs": 1}, {"alignment": True}):
        assert sequence(**wish).new_drafts()[0].is_noted


def test_timings_add_up() -> None:
    new = sequence()
    new.encode_s, new.placed_at, new.first_token_at = 0.5, 3.0, 4.0
    timings = new.timings(now=6.0)
    assert (timings.queue_s, timings.encode_s, timings.decode_s, timings.first_token_s) == (0.5, 0.5, 3.0, 2.0)


def test_without_a_stream_the_first_token_comes_with_the_last() -> None:
    assert sequence().timings(now=6.0).first_token_s == 4.0
