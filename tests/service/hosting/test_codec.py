"""What a process says arrives as it was meant: events, errors with their numbers, requests with their conditions."""

import pickle

import numpy as np
import pytest
import tokenizers
from tokenizers.models import BPE

from service.engine import errors
from service.engine.events import (
    Cancelled,
    Event,
    Failed,
    Finished,
    FinishReason,
    Hypothesis,
    Timings,
    TokenEvent,
)
from service.engine.options import DecodingOptions
from service.engine.request import GenerationRequest
from service.hosting.codec import decode_events, dump, dump_with_tokenizer, encode_events, load
from service.hosting.messages import Cancel, Report, Status, Submit
from service.runtime.tokenizer import Tokenizer
from service.text.stops import StopStrings

TIMINGS = Timings(0.1, 0.2, 0.3, 0.4)
PLAIN = Finished(
    (
        Hypothesis((TokenEvent(7), TokenEvent(2)), FinishReason.STOP, -0.5),
        Hypothesis((), FinishReason.REPETITION),
    ),
    TIMINGS,
    seed=11,
)
NOTED = TokenEvent(7, -0.25, ((7, -0.25), (8, -1.5)), np.array([0.25, 0.75], np.float32))
ERRORS = [
    errors.EngineError("it is so"),
    errors.SourceTooLong(9, 8),
    errors.TargetTooLong(9, 8, num_prefix=3),
    errors.TooManyRows(9, 8),
    errors.TokenOutOfRange(9, 8, kind="prefix token"),
    errors.NoTokenLeft(),
    errors.DuplicateRequest("a"),
    errors.QueueFull(3, 1.5),
    errors.TokensFull(3, 4, 5, 1.5),
    errors.DeadlineExceeded(1.5),
    errors.WaitedTooLong(1.5),
    errors.EngineStopped("it was stopped"),
    errors.GenerationFailed("the model failed"),
]


def pieces(*texts: str) -> Tokenizer:
    return Tokenizer(tokenizers.Tokenizer(BPE()), [text.encode() for text in texts], frozenset())


def sent(*events: Event) -> tuple[Event, ...]:
    return decode_events(load(dump(encode_events(events))))


@pytest.mark.parametrize(
    "events",
    [(TokenEvent(7),), (TokenEvent(7), TokenEvent(2), PLAIN), (PLAIN,), (Cancelled(),), (TokenEvent(0), Cancelled())],
)
def test_events_are_the_same_at_the_other_end(events: tuple[Event, ...]) -> None:
    assert sent(*events) == events


def test_a_token_that_has_nothing_but_its_id_is_sent_as_that() -> None:
    assert encode_events((TokenEvent(7), TokenEvent(8))) == [7, 8]
    [encoded] = encode_events((PLAIN,))
    assert isinstance(encoded, tuple)


def test_a_token_keeps_its_logprobs_and_its_alignment() -> None:
    noted = Finished((Hypothesis((TokenEvent(3), NOTED), FinishReason.LENGTH),), TIMINGS)
    token, ending = sent(NOTED, noted)
    assert isinstance(ending, Finished)
    assert token == NOTED
    assert ending == noted
    for event in (token, ending.best.tokens[1]):
        assert isinstance(event, TokenEvent)
        assert event.alignment is not None
        assert event.alignment.tolist() == [0.25, 0.75]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_keeps_its_kind_its_words_and_its_numbers(error: errors.EngineError) -> None:
    [failed] = sent(Failed(error))
    assert isinstance(failed, Failed)
    assert type(failed.error) is type(error)
    assert str(failed.error) == str(error)
    assert vars(failed.error) == vars(error)


def test_there_is_an_example_of_every_error() -> None:
    kinds = {kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.EngineError)}
    assert kinds - {errors.InvalidRequest} == {type(error) for error in ERRORS}


def test_a_request_is_the_same_at_the_other_end() -> None:
    request = GenerationRequest("a", (7, 2), DecodingOptions(max_new_tokens=5, num_beams=3, prefix=(4,)), stream=True)
    assert load(dump(Submit(1, 17, request))) == Submit(1, 17, request)


def test_a_stop_condition_asks_the_tokenizer_of_the_process_that_it_came_to() -> None:
    """A tokenizer takes megabytes and would be sent with every request."""
    here, there = pieces("a", "b"), pieces("b", "a")
    request = GenerationRequest("a", (7,), DecodingOptions(max_new_tokens=5, stop=StopStrings(here, ["b"])))
    message = dump_with_tokenizer(Submit(0, 0, request))
    assert len(message) < 1_000
    stop = load(message, lambda: there).request.options.stop
    assert stop.is_met([0])
    assert not stop.is_met([1])


def test_a_message_with_a_tokenizer_is_refused_where_there_is_none() -> None:
    with pytest.raises(pickle.UnpicklingError, match="there is no tokenizer here"):
        load(dump_with_tokenizer(pieces("a")))


def test_a_message_of_another_thing_is_refused() -> None:
    class Other(pickle.Pickler):
        def persistent_id(self, obj: object) -> str | None:
            return "vocabulary" if obj == "x" else None

    class Buffer(list[bytes]):
        def write(self, data: bytes) -> None:
            self.append(bytes(data))

    buffer = Buffer()
    Other(buffer).dump("x")
    with pytest.raises(pickle.UnpicklingError, match="there is no vocabulary here"):
        load(b"".join(buffer), lambda: pieces("a"))


@pytest.mark.parametrize("message", [Cancel(0, "a"), Report(1, [(5, [7])], [("stepped", 3, 0.1)], Status(round=4))])
def test_messages_of_every_kind_arrive_as_what_they_are(message: object) -> None:
    assert load(dump(message)) == message
    assert type(load(dump(message))) is type(message)
