"""Texts for one model as they are: completions, and chats that ask for single tokens."""

from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import ExitStack, aclosing
from typing import Any, Final

from service.api.generation import GenerationRun, Prepared, prepare_generation
from service.api.loading import LoadedModel
from service.api.openai.cutting import Cutter
from service.api.openai.replies import Choice, Piece, make_usage
from service.api.problems import InvalidField
from service.api.schemas.generate import GenerateParameters, GenerateRequest
from service.api.schemas.generated import FinishReasonName, StreamEvent, Token
from service.api.schemas.openai import OpenAiOptions
from service.api.schemas.openai_answers import OpenAiWarning, Reason, TokenLogprob, TopLogprob, Usage
from service.engine.options import MAX_SEED
from service.settings import Settings

REASONS: Final[dict[FinishReasonName, Reason]] = {
    "eos_token": "stop",
    "stop_sequence": "stop",
    "length": "length",
    "repetition": "length",
}


class GeneratedReply:
    """One run for each choice; for a search, one for each text."""

    def __init__(
        self, model: LoadedModel, options: OpenAiOptions, runs: Sequence[GenerationRun], *, has_logprobs: bool
    ) -> None:
        self._model = model
        self._options = options
        self._runs = runs
        self._has_logprobs = has_logprobs

    @property
    def model_name(self) -> str:
        """The bundle that generates."""
        return self._model.name

    def streams(self) -> Sequence[AsyncGenerator[Piece, None]]:
        """Choices in the order of the texts."""
        return [self._pieces(run) for run in self._runs]

    async def whole(self) -> Sequence[Choice]:
        """Choices in the order of the texts."""
        return [choice for run in self._runs for choice in await self._choices(run)]

    def usage(self) -> Usage:
        """Each text counts once, whatever the number of its choices."""
        texts_of = 1 if _is_search(self._options) else self._options.choices
        prompt_tokens = sum(run.input_length for run in self._runs[::texts_of])
        completion_tokens = sum(run.finished.num_tokens for run in self._runs if run.finished)
        return make_usage(prompt_tokens, completion_tokens)

    def warnings(self) -> Sequence[OpenAiWarning]:
        """For what was going round in a loop: clients know no such reason."""
        looped = [run for run in self._runs if run.finished and run.finished.best.reason.value == "repetition"]
        message = "a choice was going round in a loop and was ended; reword its text"
        return [OpenAiWarning(code="repetition", message=message)] if looped else []

    def cancel(self) -> None:
        """Stop now."""
        for run in self._runs:
            run.cancel()

    async def _pieces(self, run: GenerationRun) -> AsyncGenerator[Piece, None]:
        cutter = self._cutter()
        reason: Reason | None = None
        async with aclosing(run.events()) as events:
            async for event in events:
                text = cutter.push(_text(event.token))
                if text or (self._has_logprobs and not event.token.special):
                    yield Piece(text, tokens=self._event_tokens(event))
                reason = REASONS[event.details.finish_reason] if event.details else None
        if cutter.reason is None and (rest := cutter.flush()):
            yield Piece(rest)
        yield Piece("", cutter.reason or reason)

    async def _choices(self, run: GenerationRun) -> list[Choice]:
        answer = await run.result()
        if answer.details is None:
            raise TypeError("details are always asked for")
        return [
            self._choice(sequence.tokens, sequence.top_tokens, REASONS[sequence.finish_reason])
            for sequence in (answer.details, *(answer.details.best_of_sequences or ()))
        ]

    def _choice(self, tokens: Sequence[Token], top_tokens: Sequence[list[Token]], reason: Reason) -> Choice:
        cutter = self._cutter()
        text = cutter.push("".join(map(_text, tokens)))
        if cutter.reason is None:
            text += cutter.flush()
        tops = top_tokens or [[] for _ in tokens]
        logprobs = [self._logprob(token, top) for token, top in zip(tokens, tops, strict=True) if not token.special]
        return Choice(text, cutter.reason or reason, tuple(logprobs) if self._has_logprobs else ())

    def _event_tokens(self, event: StreamEvent) -> tuple[TokenLogprob, ...]:
        if not self._has_logprobs or event.token.special:
            return ()
        return (self._logprob(event.token, event.top_tokens),)

    def _logprob(self, token: Token, top: Sequence[Token]) -> TokenLogprob:
        """The first token of a text begins with a space that is not in it; then those instead of it have none, too."""
        has_space = self._model.tokenizer.token_bytes(token.id).startswith(b" ") and not token.text.startswith(" ")
        dropped = " " if has_space else ""
        others = [TopLogprob(**self._fields(other, dropped)) for other in top]
        return TokenLogprob(**self._fields(token, dropped), top_logprobs=others)

    def _fields(self, token: Token, dropped: str) -> dict[str, Any]:
        data = self._model.tokenizer.token_bytes(token.id).removeprefix(dropped.encode())
        return {
            "token": token.text.removeprefix(dropped),
            "logprob": token.logprob or 0.0,
            "bytes": None if token.special else [*data],
        }

    def _cutter(self) -> Cutter:
        return Cutter(self._options.stops, None, self._model.tokenizer)


async def start_generated(
    model: LoadedModel,
    prompts: Sequence[str | list[int]],
    options: OpenAiOptions,
    *,
    field: str,
    max_tokens: int | None,
    top_logprobs: int | None,
    settings: Settings,
) -> GeneratedReply:
    """Submit `prompts`, which came in `field`; `top_logprobs` is None where no logprobs are wanted. All or nothing:
    raises ApiError or EngineError."""
    limit = model.manifest.limits.max_target_tokens
    parameters = [*_parameters(options, min(max_tokens or limit, limit), top_logprobs)]
    _check_number(model, len(prompts), parameters)
    prepared: list[Prepared] = []
    for prompt in prompts:
        text, ids = (prompt, None) if isinstance(prompt, str) else _read_ids(prompt, model)
        _check_length(text, settings.max_text_chars, field)
        prepared += await _prepare(
            model, text, ids, parameters, max_chars=settings.max_text_chars, is_streamed=bool(options.stream)
        )
        _check_tokens(model, prepared, field)
    with ExitStack() as undo:
        runs = []
        for part in prepared:
            run = part.submit()
            undo.callback(run.cancel)
            runs.append(run)
        undo.pop_all()
    return GeneratedReply(model, options, runs, has_logprobs=top_logprobs is not None)


async def _prepare(
    model: LoadedModel,
    text: str,
    ids: list[int] | None,
    parameters: Sequence[GenerateParameters],
    *,
    max_chars: int,
    is_streamed: bool,
) -> list[Prepared]:
    """What one text has to be submitted for; it has `ids` if it came as tokens."""
    requests = [GenerateRequest(inputs=text, parameters=each) for each in parameters]
    return [
        await prepare_generation(model, request, is_streamed=is_streamed, max_chars=max_chars, source_ids=ids)
        for request in requests
    ]


def _check_number(model: LoadedModel, num_prompts: int, parameters: Sequence[GenerateParameters]) -> None:
    """Refuse what an idle server could not take, for good, and what a full one has no room for, until later."""
    num_rows = parameters[0].num_beams or 1
    number, limit = num_prompts * len(parameters), model.engine.max_open(num_rows)
    if number > limit:
        field = "prompt" if num_prompts > 1 else "n"
        each = f", each drawn {len(parameters)} times, {number} in all" if len(parameters) > 1 else ""
        texts = f"{num_prompts} texts{each}" if num_prompts > 1 else f"{number} choices"
        raise InvalidField(field, f"`{field}` asks for {texts}: at most {limit} are taken at once; send parts")
    model.engine.check_room(number, num_rows)


def _check_tokens(model: LoadedModel, prepared: Sequence[Prepared], field: str) -> None:
    """As for their number; the rest is not looked at."""
    number, limit = sum(len(part.submitted.source_ids) for part in prepared), model.engine.max_open_tokens
    if number > limit:
        have = f"the texts, once for each choice, have {number} source tokens at least"
        raise InvalidField(field, f"{have}: at most {limit} are taken at once; send parts")


def _check_length(text: str, limit: int, field: str) -> None:
    if len(text) > limit:
        message = f"`{field}`: a text of {len(text)} characters is too long: at most {limit} are taken; send parts"
        raise InvalidField(field, message)


def _read_ids(prompt: list[int], model: LoadedModel) -> tuple[str, list[int]]:
    """The text that tokens stand for, and their ids without the end token. Raises InvalidField."""
    most = model.tokenizer.vocab_size - 1
    ids = prompt[:-1] if prompt[-1] == model.manifest.special_ids.eos else prompt
    wrong = [token_id for token_id in ids if not 0 <= token_id <= most]
    if wrong:
        raise InvalidField("prompt", f"`prompt`: token ids of {model.name} are 0 to {most}, not {wrong[0]}")
    text = model.tokenizer.decode(ids)
    if not text:
        raise InvalidField("prompt", "`prompt`: the token ids stand for no text")
    return text, ids


def _parameters(options: OpenAiOptions, max_tokens: int, top_logprobs: int | None) -> Iterator[GenerateParameters]:
    """For each run of a text: one that searches for all choices, or one that draws for each of them."""
    is_search = _is_search(options)
    for number in range(1 if is_search else options.choices):
        yield GenerateParameters(
            max_new_tokens=max_tokens,
            do_sample=options.is_drawn,
            temperature=options.temperature or None,
            top_p=options.top_p,
            seed=None if options.seed is None else (options.seed + number) % (MAX_SEED + 1),
            stop=options.stops or None,
            details=True,
            top_n_tokens=top_logprobs or None,
            num_beams=max(options.num_beams or 1, options.choices) if is_search else None,
            num_return_sequences=options.choices if is_search and not options.stream else None,
        )


def _is_search(options: OpenAiOptions) -> bool:
    return not options.is_drawn and max(options.num_beams or 1, options.choices) > 1


def _text(token: Token) -> str:
    return "" if token.special else token.text
