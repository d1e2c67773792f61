"""When what was done for a request, kept only where somebody wants to know: for a trace.

Set once where a request comes in, it is valid for everything that is done on its behalf, however deep below.
"""

import enum
import time
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Final

from service.engine.events import Event, Finished, Sink, Timings
from service.engine.request import GenerationRequest


class Stage(enum.StrEnum):
    """What is done for a text, in this order."""

    TOKENISE = "tokenise"  # splitting it into sentences included
    QUEUE = "queue"
    ENCODE = "encode"
    DECODE = "decode"
    DETOKENISE = "detokenise"


@dataclass(frozen=True, slots=True)
class Span:
    """One stage of one text, on the clock `time.perf_counter`."""

    stage: Stage
    started: float
    ended: float
    num_tokens: int | None = None  # read by the encoder, or written by the decoder


class Timeline:
    """The spans of one request. Engines' threads and the event loop add to it: it only ever grows."""

    def __init__(self) -> None:
        self.spans: list[Span] = []

    def num_tokens(self, stage: Stage) -> int:
        """Tokens of all spans of a stage."""
        return sum(span.num_tokens or 0 for span in list(self.spans) if span.stage is stage)

    def watching(self, request: GenerationRequest, sink: Sink) -> Sink:
        """A sink that passes everything on and takes down when a request that is submitted now was where."""
        return partial(self._take, len(request.source_ids), time.perf_counter(), sink)

    def _take(self, num_source_tokens: int, submitted: float, sink: Sink, events: Sequence[Event]) -> None:
        ending = events[-1]
        if isinstance(ending, Finished):
            self._add_sequence(submitted, ending.timings, num_source_tokens, ending.num_tokens)
        sink(events)

    def _add_sequence(self, submitted: float, timings: Timings, num_source_tokens: int, num_tokens: int) -> None:
        placed = submitted + timings.queue_s
        encoded = placed + timings.encode_s
        self.spans += (
            Span(Stage.QUEUE, submitted, placed),
            Span(Stage.ENCODE, placed, encoded, num_source_tokens),
            Span(Stage.DECODE, encoded, encoded + timings.decode_s, num_tokens),
        )


TIMELINE: Final[ContextVar[Timeline | None]] = ContextVar("timeline", default=None)


def note(stage: Stage, started: float) -> None:
    """Take down a stage that ends now, if anybody wants to know."""
    if timeline := TIMELINE.get():
        timeline.spans.append(Span(stage, started, time.perf_counter()))
