"""From a /generate request to the engine and back, as a stream of tokens or as one answer."""

import time
import uuid
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from functools import partial

from service.api.decoding import decoding_options
from service.api.details import AnswerWriter
from service.api.loading import LoadedModel
from service.api.problems import InvalidInput
from service.api.schemas.generate import GenerateRequest
from service.api.schemas.generated import GenerateResponse, StreamEvent
from service.api.tokens import TokenWriter
from service.engine.client import Generation
from service.engine.errors import EngineStopped
from service.engine.events import Cancelled, Failed, Finished, TerminalEvent, TokenEvent
from service.engine.request import GenerationRequest
from service.engine.timeline import Stage, note
from service.text.offload import off_loop


class GenerationRun:
    """A submitted /generate request. Read it once, by `events` if it streams, otherwise by `result`.

    Cancel it if it will not be read.
    """

    def __init__(
        self, request: GenerateRequest, model: LoadedModel, submitted: GenerationRequest, generation: Generation
    ) -> None:
        self.request = request
        self.model = model
        self.finished: Finished | None = None  # set when the last event has come
        self._submitted = submitted
        self._generation = generation
        self._answers = AnswerWriter(
            request.chosen, submitted, model.tokenizer, model.manifest.special_ids.decoder_start
        )

    @property
    def is_streamed(self) -> bool:
        """Whether tokens come one by one."""
        return self._submitted.stream

    @property
    def input_length(self) -> int:
        """Source tokens, the end token included."""
        return len(self._submitted.source_ids)

    async def events(self) -> AsyncGenerator[StreamEvent, None]:
        """One event per token; the last one has the whole text. Raises EngineError."""
        writer = TokenWriter(self.model.tokenizer)
        held: StreamEvent | None = None
        async for event in self._generation:
            if not isinstance(event, TokenEvent):
                yield self._answers.last_event(self._finish(event), writer)
                continue
            if held is not None:
                yield held
            held = writer.event(event)
            # The end comes together with the last token: one behind which nothing waits is not the last.
            if not self._generation.has_waiting:
                yield held
                held = None

    async def result(self) -> GenerateResponse:
        """The whole answer, with details if they were asked for. Raises EngineError."""
        async for event in self._generation:
            if not isinstance(event, TokenEvent):
                self._finish(event)
        if self.finished is None:
            raise EngineStopped("the request ended without a result")
        started = time.perf_counter()
        answer = self._answers.whole(self.finished)
        note(Stage.DETOKENISE, started)
        return answer

    def cancel(self) -> None:
        """Stop now. Synchronous, and harmless when it has ended."""
        self._generation.cancel()

    def _finish(self, event: TerminalEvent) -> Finished:
        match event:
            case Finished():
                self.finished = event
                return event
            case Failed(error):
                raise error
            case Cancelled():
                raise EngineStopped("the request was cancelled before its end")


@dataclass(frozen=True, slots=True)
class Prepared:
    """A request that was read, and what there is of it to submit."""

    request: GenerateRequest
    model: LoadedModel
    submitted: GenerationRequest

    def submit(self) -> GenerationRun:
        """Start it. Raises EngineError."""
        return GenerationRun(self.request, self.model, self.submitted, self.model.client.submit(self.submitted))


async def start_generation(
    model: LoadedModel, request: GenerateRequest, *, is_streamed: bool, max_chars: int
) -> GenerationRun:
    """Submit `request` to `model`. Raises InvalidInput or EngineError."""
    return (await prepare_generation(model, request, is_streamed=is_streamed, max_chars=max_chars)).submit()


async def prepare_generation(
    model: LoadedModel,
    request: GenerateRequest,
    *,
    is_streamed: bool,
    max_chars: int,
    source_ids: Sequence[int] | None = None,
) -> Prepared:
    """Read `request` for `model`; `source_ids` are its inputs where they came as tokens. Raises InvalidInput."""
    if len(request.inputs) > max_chars:
        raise InvalidInput(f"`inputs` must have at most {max_chars} characters. Given: {len(request.inputs)}")
    limit = model.manifest.limits.max_target_tokens
    options = decoding_options(request.chosen, model.tokenizer, limit=limit, is_streamed=is_streamed)
    started = time.perf_counter()
    ids = await off_loop(partial(_encode, model, request.inputs, source_ids), num_chars=len(request.inputs))
    note(Stage.TOKENISE, started)
    ended_ids = (*ids, model.manifest.special_ids.eos)
    return Prepared(request, model, GenerationRequest(uuid.uuid4().hex, ended_ids, options, stream=is_streamed))


def _encode(model: LoadedModel, text: str, given: Sequence[int] | None) -> Sequence[int]:
    return given or model.tokenizer.encode(model.normalizer(text))
