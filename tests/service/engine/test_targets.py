from typing import Any

import numpy as np

from service.engine.sequence import new_sequence
from service.engine.targets import Need, Targets
from tests.fakes import EOS, RecordingSink
from tests.service.engine.bench import make_request


def started(**options: Any) -> Targets:
    """Five rows; in row 2 a target begins."""
    targets = Targets(5, 16)
    start(targets, [2], **options)
    return targets


def start(targets: Targets, rows: list[int], **options: Any) -> None:
    """A request takes these rows."""
    sequence = new_sequence(make_request("r", 5, **options), RecordingSink(), eos=EOS, now=0.0)
    targets.start(rows, sequence, decoder_start=1)


def append(targets: Targets, tokens: dict[int, int]) -> None:
    """By row."""
    targets.append(np.array(list(tokens)), np.array(list(tokens.values())))


def test_a_target_begins_with_the_decoder_start_as_first_input() -> None:
    targets = started(max_new_tokens=7, prefix=(8, 9))
    assert (targets.inputs[2], targets.lengths[2], targets.prefix_lengths[2], targets.limits[2]) == (1, 0, 2, 9)
    assert targets.token_ids(2).tolist() == []
    assert targets.history[2, :2].tolist() == [8, 9]


def test_appended_tokens_are_the_next_inputs() -> None:
    targets = started(prefix=(8,))
    for token in (8, 6, 7):
        append(targets, {2: token, 0: 5})
    assert targets.token_ids(2).tolist() == [8, 6, 7]
    assert targets.new_token_ids(2) == [6, 7]
    assert targets.inputs[[0, 2]].tolist() == [5, 7]


def test_a_row_that_is_used_again_begins_anew() -> None:
    targets = started()
    append(targets, {2: 7})
    start(targets, [2])
    assert targets.token_ids(2).tolist() == []


def test_only_the_first_row_of_a_request_is_streamed() -> None:
    targets = started()
    start(targets, [3, 0], do_sample=True, num_return_sequences=2, stream=True)
    assert [bool(needs & Need.STREAM) for needs in targets.needs.tolist()] == [False, False, False, True, False]
    assert targets.needs[[0, 3]].tolist() == [targets.needs[0], targets.needs[0] | Need.STREAM]


def test_a_fork_takes_what_was_written_and_leaves_the_rest() -> None:
    targets = started()
    append(targets, {2: 7, 3: 5})
    append(targets, {2: 8, 3: 6})
    targets.fork(np.array([2]), np.array([3]))
    assert targets.token_ids(3).tolist() == [7, 8]
    append(targets, {2: 9, 3: 4})
    assert (targets.token_ids(2).tolist(), targets.token_ids(3).tolist()) == ([7, 8, 9], [7, 8, 4])


def test_a_move_takes_everything_the_rest_of_a_prefix_too() -> None:
    targets = started(prefix=(7, 8, 9), logprobs=True)
    append(targets, {2: 7})
    targets.move(np.array([2]), np.array([0]))
    assert targets.history[0, :3].tolist() == [7, 8, 9]
    for array in (targets.lengths, targets.inputs, targets.prefix_lengths, targets.limits, targets.needs):
        assert array[0] == array[2]


def test_needs_are_what_the_options_ask_for() -> None:
    class Never:
        def is_met(self, token_ids: object) -> bool:
            return False

    assert started(stop_on_loop=False).needs[2] == Need.ACTIVE
    assert started().needs[2] == Need.ACTIVE | Need.LOOP
    everything = started(
        prefix=(7,), min_new_tokens=1, do_sample=True, top_logprobs=1, alignment=True, stop=Never(), stream=True
    )
    asked = (Need.PREFIX, Need.PROCESS, Need.SAMPLE, Need.SCORES, Need.ALIGNMENT, Need.STOP, Need.STREAM, Need.LOOP)
    bits = (Need.ACTIVE, *asked)
    assert everything.needs[2] == sum(bits)
    assert len({*bits, Need.BEAM}) == 10


def test_what_is_wanted_is_what_any_of_the_first_rows_needs() -> None:
    targets = Targets(3, 16)
    start(targets, [0], stop_on_loop=False)
    start(targets, [2], stop_on_loop=False, do_sample=True)
    assert targets.wanted(2) == Need.ACTIVE
    assert targets.wanted(3) == Need.ACTIVE | Need.SAMPLE


def test_singles_are_the_rows_in_use_outside_of_beam_searches() -> None:
    targets = Targets(5, 16)
    start(targets, [0, 1, 3, 4])
    targets.needs[1] |= Need.BEAM
    assert targets.singles(5).tolist() == [0, 3, 4]
    assert targets.singles(4).tolist() == [0, 3]
    targets.leave([0, 3])
    assert targets.singles(4).tolist() == []
