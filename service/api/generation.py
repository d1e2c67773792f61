"""From a /generate request to the engine and back: checked against the model's limits, tokens with their text."""

import uuid
from collections.abc import AsyncGenerator
from typing import Final, Literal

from service.api.loading import LoadedModel
from service.api.problems import InvalidInput
from service.api.schemas.generate import (
    FullDetails,
    GenerateParameters,
    GenerateRequest,
    GenerateResponse,
    StreamDetails,
    StreamEvent,
    Token,
)
from service.engine.client import Generation
from service.engine.errors import EngineStopped, TargetTooLong
from service.engine.events import Cancelled, Failed, Finished, FinishReason, TokenEvent
from service.engine.options import SamplingOptions
from service.engine.request import GenerationRequest

FINISH_REASONS: Final[dict[FinishReason, Literal["eos_token", "length"]]] = {
    FinishReason.STOP: "eos_token",
    FinishReason.LENGTH: "length",
}


class GenerationRun:
    """A submitted /generate request. Read it once, by `events` or `result`; cancel it if it will not be read."""

    def __init__(
        self, request: GenerateRequest, model: LoadedModel, submitted: GenerationRequest, generation: Generation
    ) -> None:
        self.request = request
        self.model = model
        self.input_length = len(submitted.source_ids)
        self.finished: Finished | None = None  # set when the last event has come
        self._max_new_tokens = submitted.options.max_new_tokens
        self._generation = generation
        self._decoder = model.tokenizer.incremental()
        self._tokens: list[Token] = []
        self._text = ""

    async def events(self) -> AsyncGenerator[StreamEvent, None]:
        """One event per token; the last one has the whole text. Raises EngineError."""
        async for event in self._generation:
            match event:
                case TokenEvent():
                    token = self._take(event)
                    if not self._is_last(token):
                        yield StreamEvent(index=len(self._tokens), token=token)
                case Finished():
                    yield self._last_event(event)
                case Failed(error):
                    raise error
                case Cancelled():
                    raise EngineStopped("the request was cancelled before its end")

    async def result(self) -> GenerateResponse:
        """The whole answer, with details if they were asked for. Raises EngineError."""
        last: StreamEvent | None = None
        async for event in self.events():
            last = event
        if last is None or last.details is None:
            raise EngineStopped("the request ended without a result")
        if not self.request.chosen.details:
            return GenerateResponse(generated_text=self._text)
        details = FullDetails(**last.details.model_dump(exclude={"input_length"}), tokens=self._tokens)
        return GenerateResponse(generated_text=self._text, details=details)

    def cancel(self) -> None:
        """Stop now. Synchronous, and harmless when it has ended."""
        self._generation.cancel()

    def _take(self, event: TokenEvent) -> Token:
        text = self._decoder.push(event.token_id)
        self._text += text
        tokenizer = self.model.tokenizer
        is_special = event.token_id in tokenizer.special_ids
        shown = tokenizer.token_text(event.token_id) if is_special else text
        token = Token(id=event.token_id, text=shown, logprob=event.logprob, special=is_special)
        self._tokens.append(token)
        return token

    def _is_last(self, token: Token) -> bool:
        """Whether the engine ends with this token: its event is held until the details have come."""
        return token.id == self.model.manifest.special_ids.eos or len(self._tokens) == self._max_new_tokens

    def _last_event(self, event: Finished) -> StreamEvent:
        self.finished = event
        rest = self._decoder.flush()
        self._text += rest
        last = self._tokens[-1]
        self._tokens[-1] = last.model_copy(update={"text": last.text + rest})
        details = StreamDetails(
            finish_reason=FINISH_REASONS[event.reason],
            generated_tokens=event.num_tokens,
            seed=event.seed,
            input_length=self.input_length,
        )
        return StreamEvent(index=len(self._tokens), token=self._tokens[-1], generated_text=self._text, details=details)


def start_generation(model: LoadedModel, request: GenerateRequest, *, max_chars: int) -> GenerationRun:
    """Submit `request` to `model` and return at once. Raises InvalidInput or EngineError."""
    if len(request.inputs) > max_chars:
        raise InvalidInput(f"`inputs` must have at most {max_chars} characters. Given: {len(request.inputs)}")
    ids = model.tokenizer.encode(model.normalizer(request.inputs))
    submitted = GenerationRequest(
        uuid.uuid4().hex,
        (*ids, model.manifest.special_ids.eos),
        sampling_options(request.chosen, model.manifest.limits.max_target_tokens),
    )
    return GenerationRun(request, model, submitted, model.client.submit(submitted))


def sampling_options(parameters: GenerateParameters, limit: int) -> SamplingOptions:
    """Options for a model that generates at most `limit` tokens. Raises InvalidInput or TargetTooLong.

    As in text-generation-inference, a temperature, top_k or top_p that changes anything turns sampling on.
    """
    temperature = 1.0 if parameters.temperature is None else parameters.temperature
    top_k = parameters.top_k or 0
    top_p = 1.0 if parameters.top_p is None else parameters.top_p
    _require(temperature > 0, "`temperature` must be strictly positive", parameters.temperature)
    _require(top_k >= 0, "`top_k` must be strictly positive", parameters.top_k)
    _require(0 < top_p <= 1, "`top_p` must be > 0.0 and <= 1.0", parameters.top_p)
    return SamplingOptions(
        max_new_tokens=_max_new_tokens(parameters, limit),
        do_sample=bool(parameters.do_sample) or temperature != 1 or top_k > 0 or top_p < 1,
        temperature=temperature,
        top_k=top_k,
        top_p=top_p,
        seed=parameters.seed,
    )


def _max_new_tokens(parameters: GenerateParameters, limit: int) -> int:
    if parameters.max_new_tokens is None:
        return limit
    _require(parameters.max_new_tokens > 0, "`max_new_tokens` must be strictly positive", parameters.max_new_tokens)
    if parameters.max_new_tokens > limit:
        raise TargetTooLong(parameters.max_new_tokens, limit)
    return parameters.max_new_tokens


def _require(condition: bool, sentence: str, given: object) -> None:
    if not condition:
        raise InvalidInput(f"{sentence}. Given: {given}")
