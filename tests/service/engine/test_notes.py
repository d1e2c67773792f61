import numpy as np
import pytest

from service.engine.arrays import Logits
from service.engine.events import TokenEvent
from service.engine.notes import PlainTokens, StepNotes
from service.engine.options import DecodingOptions
from tests.fakes import DECODER_START, EOS, FakeRunner, alignment_rule

PROBABILITIES = np.array([[0.1, 0.2, 0.3, 0.4], [0.4, 0.3, 0.2, 0.1], [0.25, 0.25, 0.25, 0.25]])


def options(**wishes: object) -> DecodingOptions:
    return DecodingOptions(max_new_tokens=5, **wishes)  # type: ignore[arg-type]


def logits() -> Logits:
    return np.log(PROBABILITIES).astype(np.float32) + np.float32(3)


@pytest.fixture
def notes() -> StepNotes:
    """Rows 2 and 0 of three were read; then somebody changed the logits."""
    notes = StepNotes(FakeRunner(vocab_size=4))
    given = logits()
    notes.read(given, np.array([2, 0]), num_top=3)
    given[:] = 0
    return notes


def test_log_probabilities_are_the_models_own(notes: StepNotes) -> None:
    for token_id, probability in enumerate(PROBABILITIES[0].tolist()):
        event = notes.event(options(logprobs=True), 0, token_id)
        assert event.token_id == token_id
        assert event.logprob == pytest.approx(np.log(probability), abs=1e-6)
    assert notes.event(options(logprobs=True), 2, 1).logprob == pytest.approx(np.log(0.25))


def test_the_likeliest_tokens_come_best_first(notes: StepNotes) -> None:
    [(first, first_logprob), (second, _)] = notes.event(options(top_logprobs=2), 0, 1).top
    assert (first, second) == (3, 2)
    assert first_logprob == pytest.approx(np.log(0.4), abs=1e-6)
    assert [token_id for token_id, _ in notes.event(options(top_logprobs=3), 2, 1).top] == [0, 1, 2]


def test_the_likeliest_token_has_the_log_probability_that_is_told_of_it(notes: StepNotes) -> None:
    event = notes.event(options(top_logprobs=1, logprobs=True), 0, 3)
    assert event.top == ((3, event.logprob),)


def test_only_what_was_asked_for_is_told(notes: StepNotes) -> None:
    assert notes.event(options(top_logprobs=1), 0, 1).logprob is None
    assert notes.event(options(logprobs=True), 0, 1).top == ()
    assert notes.event(options(logprobs=True), 0, 1).alignment is None


def test_alignment_needs_no_logits() -> None:
    runner = FakeRunner(vocab_size=4)
    runner.place((3, EOS), [1])
    runner.place((2, EOS), [0])
    runner.step(np.full(2, DECODER_START), np.zeros(2, np.int32), with_alignment=True)
    alignment = StepNotes(runner).event(options(alignment=True), 1, 3).alignment
    assert alignment is not None
    assert alignment.tolist() == alignment_rule((3, EOS), (DECODER_START,)).tolist()


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_row_without_a_distribution_does_not_disturb_the_others(bad: float) -> None:
    notes = StepNotes(FakeRunner(vocab_size=4))
    given = logits()
    given[0, 1] = bad
    notes.read(given, np.array([0, 1]), num_top=2)
    assert notes.event(options(logprobs=True), 1, 0).logprob == pytest.approx(np.log(0.4), abs=1e-6)
    assert not np.isfinite(given[0, 1]), "others have to see it too"


def test_a_token_without_notes_is_one_event_for_all_times() -> None:
    plain = PlainTokens()
    assert plain[7] == TokenEvent(7)
    assert plain[7] is plain[7]
