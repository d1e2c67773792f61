"""An engine on a fake model, driven by hand."""

from typing import Any

from service.engine.engine import Engine, EngineConfig
from service.engine.options import DecodingOptions
from service.engine.request import GenerationRequest
from service.engine.stats import EngineObserver
from tests.fakes import DECODER_START, EOS, FakeClock, FakeRunner, RecordingSink


class EngineBench:
    """The engine, its model and its clock, and the sink of everything that was submitted."""

    def __init__(
        self,
        *,
        max_encode_tokens: int = 64,
        tick: float = 0.0,
        decoder_start: int = DECODER_START,
        observer: EngineObserver | None = None,
        **runner: Any,
    ) -> None:
        self.runner = FakeRunner(**runner)
        self.clock = FakeClock(tick)
        config = EngineConfig(decoder_start=decoder_start, eos=EOS, max_encode_tokens=max_encode_tokens)
        self.engine = Engine(self.runner, config, observer=observer, clock=self.clock)
        self.sinks: dict[str, RecordingSink] = {}

    def submit(self, request: GenerationRequest) -> RecordingSink:
        """Let a request wait; the caller drives the steps."""
        sink = self.sinks[request.request_id] = RecordingSink()
        self.engine.add(self.engine.new_sequence(request, sink))
        return sink

    def run(self) -> None:
        """Step until nothing is open."""
        while self.engine.has_work:
            self.engine.step()

    def play(self, request: GenerationRequest) -> RecordingSink:
        """Submit a request and run it to its end."""
        sink = self.submit(request)
        self.run()
        return sink


def make_request(
    request_id: str, *source: int, max_new_tokens: int = 12, stream: bool = False, **options: Any
) -> GenerationRequest:
    """A request for `source` followed by eos."""
    return GenerationRequest(
        request_id, (*source, EOS), DecodingOptions(max_new_tokens=max_new_tokens, **options), stream
    )
