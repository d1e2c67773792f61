from collections.abc import Sequence

from service.engine.events import Cancelled, Event, Finished, FinishReason, Hypothesis, Timings, TokenEvent
from service.engine.options import DecodingOptions
from service.engine.request import GenerationRequest
from service.engine.timeline import TIMELINE, Stage, Timeline, note

REQUEST = GenerationRequest("r", (5, 6, 7), DecodingOptions(max_new_tokens=9))
FINISHED = Finished((Hypothesis((TokenEvent(7),) * 4, FinishReason.STOP),), Timings(1.0, 0.5, 2.0, 1.6))


def test_what_a_request_goes_through_is_passed_on_and_taken_down() -> None:
    timeline, passed = Timeline(), list[Sequence[Event]]()
    sink = timeline.watching(REQUEST, passed.append)
    sink([TokenEvent(7)])
    sink([TokenEvent(7), FINISHED])
    assert passed == [[TokenEvent(7)], [TokenEvent(7), FINISHED]]
    queue, encode, decode = timeline.spans
    assert [span.stage for span in timeline.spans] == [Stage.QUEUE, Stage.ENCODE, Stage.DECODE]
    assert (encode.started, decode.started) == (queue.ended, encode.ended)
    assert decode.ended - queue.started == 3.5
    assert (encode.num_tokens, decode.num_tokens) == (3, 4)
    assert timeline.num_tokens(Stage.DECODE) == 4


def test_a_request_without_a_result_has_no_times() -> None:
    timeline = Timeline()
    timeline.watching(REQUEST, lambda events: None)([Cancelled()])
    assert timeline.spans == []


def test_stages_are_taken_down_only_where_somebody_wants_to_know() -> None:
    note(Stage.TOKENISE, 0.0)
    token = TIMELINE.set(timeline := Timeline())
    note(Stage.TOKENISE, 0.0)
    TIMELINE.reset(token)
    note(Stage.TOKENISE, 0.0)
    assert [span.stage for span in timeline.spans] == [Stage.TOKENISE]
