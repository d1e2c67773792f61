"""One text on its way through the engine: its segments decode at the same time, the text comes in order."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass

from service.engine.client import Generation
from service.engine.errors import EngineStopped
from service.engine.events import Cancelled, Event, Failed, Finished, FinishReason, Hypothesis, TokenEvent
from service.runtime.tokenizer import IncrementalDecoder, Tokenizer
from service.text.result import Translation
from service.text.segments import Piece
from service.text.warnings import Repetition, TextWarning, Truncation


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece that the model translates, `number` counted from 1 in its text."""

    number: int
    piece: Piece
    generation: Generation
    tokenizer: Tokenizer


class TranslationRun:
    """A text that was submitted. Read it once, by `deltas` or `result`; cancel it if it will not be read.

    Pieces that stand by themselves pass through untouched; those in a Segment are replaced by its generation.
    """

    def __init__(self, parts: Sequence[Piece | Segment], *, source_tokens: int, is_streamed: bool) -> None:
        self._parts = parts
        self._source_tokens = source_tokens
        self._is_streamed = is_streamed
        self._target_tokens = 0
        self._deltas: list[str] = []
        self._warnings: list[TextWarning] = []

    async def deltas(self) -> AsyncGenerator[str, None]:
        """The translation in text order, as it comes; no delta is empty. Without streaming: one for each segment.

        White space and untouched pieces come with the text behind them. What later segments decode meanwhile
        waits in their generations. Leaving early (`aclose`) cancels all that still run. Raises EngineError.
        """
        waiting = ""
        try:
            for part in self._parts:
                if isinstance(part, Piece):
                    waiting += str(part)
                    continue
                waiting += part.piece.leading
                decoder = part.tokenizer.incremental()
                async for event in part.generation:
                    if delta := self._read(event, part, decoder):
                        yield self._keep(waiting + delta)
                        waiting = ""
                waiting += part.piece.trailing
            if waiting:
                yield self._keep(waiting)
        finally:
            self.cancel()

    async def result(self) -> Translation:
        """The whole translation; the same text as the deltas. Raises EngineError."""
        async for _ in self.deltas():
            pass
        return self.translation

    @property
    def translation(self) -> Translation:
        """What has been read so far; complete once the deltas have ended."""
        return Translation("".join(self._deltas), tuple(self._warnings), self._source_tokens, self._target_tokens)

    def cancel(self) -> None:
        """Stop all segments now. Synchronous, and harmless when they have ended."""
        for part in self._parts:
            if isinstance(part, Segment):
                part.generation.cancel()

    def _keep(self, delta: str) -> str:
        self._deltas.append(delta)
        return delta

    def _read(self, event: Event, segment: Segment, decoder: IncrementalDecoder) -> str:
        """Text that an event adds. Raises EngineError if the segment came to no good end."""
        match event:
            case TokenEvent(token_id):
                return decoder.push(token_id)
            case Finished():
                self._end(event.best, segment)
                return decoder.flush() if self._is_streamed else segment.tokenizer.decode([*event.best.token_ids])
            case Failed(error):
                raise error
            case Cancelled():
                raise EngineStopped(f"sentence {segment.number} was cancelled before its end")

    def _end(self, best: Hypothesis, segment: Segment) -> None:
        """Take down what a segment took, and how it ended."""
        num_tokens = len(best.tokens)
        self._target_tokens += num_tokens
        if best.reason is FinishReason.LENGTH:
            self._warnings.append(Truncation(segment.number, segment.piece.text, num_tokens))
        elif best.reason is FinishReason.REPETITION:
            self._warnings.append(Repetition(segment.number, segment.piece.text, num_tokens))
