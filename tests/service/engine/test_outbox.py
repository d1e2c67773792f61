from service.engine.events import Cancelled, TokenEvent
from service.engine.outbox import Outbox
from service.engine.sequence import TokenSequence, new_sequence
from tests.fakes import EOS, FakeClock, RecordingSink
from tests.service.engine.bench import make_request


def listening(name: str) -> tuple[TokenSequence, RecordingSink]:
    sink = RecordingSink()
    return new_sequence(make_request(name, 5), sink, eos=EOS, now=0.0), sink


def test_a_sink_is_called_once_with_everything_in_order() -> None:
    outbox = Outbox(FakeClock())
    (a, a_sink), (b, b_sink) = listening("a"), listening("b")
    outbox.post_tokens(a, [TokenEvent(5), TokenEvent(6)])
    outbox.post_end(b, Cancelled())
    outbox.post_tokens(a, [TokenEvent(EOS)])
    outbox.post_end(a, Cancelled())
    assert a_sink.calls == []
    outbox.deliver()
    outbox.deliver()
    assert a_sink.calls == [(TokenEvent(5), TokenEvent(6), TokenEvent(EOS), Cancelled())]
    assert b_sink.calls == [(Cancelled(),)]


def test_it_notes_when_a_stream_got_its_first_token() -> None:
    outbox = Outbox(FakeClock(tick=1.0))
    sequence, _ = listening("a")
    assert sequence.first_token_at is None
    outbox.post_tokens(sequence, [TokenEvent(5)])
    outbox.post_tokens(sequence, [TokenEvent(6)])
    assert sequence.first_token_at == 1.0
