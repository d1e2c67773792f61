"""Chats, and completions with terms, as translations: long texts are split, and structure is kept."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from service.api.answers import warnings_of
from service.api.catalog import Catalog
from service.api.loading import LoadedModel
from service.api.openai.cutting import Cutter
from service.api.openai.languages import languages_of
from service.api.openai.replies import Choice, Piece, make_usage
from service.api.order import Order
from service.api.problems import InvalidField
from service.api.schemas.openai import ChatRequest, CompletionRequest, OpenAiOptions
from service.api.schemas.openai_answers import OpenAiWarning, Reason, Usage
from service.api.translation import Job, start_translation
from service.runtime.tokenizer import Tokenizer
from service.settings import Settings
from service.text.marks import MarkedText
from service.text.options import TranslationOptions
from service.text.result import Translation
from service.text.run import TranslationRun
from service.text.warnings import WarningCode


class TranslatedReply:
    """The choices are the translations of each text, the best first, and the alternatives of one that is alone."""

    def __init__(self, options: OpenAiOptions, most_tokens: int | None, job: Job, tokenizer: Tokenizer) -> None:
        self._options = options
        self._most_tokens = most_tokens
        self._job = job
        self._tokenizer = tokenizer
        self._num_tokens = 0  # of the choices that were given

    @property
    def model_name(self) -> str:
        """The bundle that translates."""
        return self._job.model_name

    def streams(self) -> Sequence[AsyncGenerator[Piece, None]]:
        """One choice for each text: others of a search are known only at its end."""
        return [self._pieces(run, self._cutter()) for run in self._job.runs]

    async def whole(self) -> Sequence[Choice]:
        """In the order of the texts. There are fewer than wanted if the search found no more."""
        return [choice for run in self._job.runs for choice in self._choices(await run.result())]

    def usage(self) -> Usage:
        """Of all choices together, each as far as it is in the answer."""
        return make_usage(sum(run.translation.source_tokens for run in self._job.runs), self._num_tokens)

    def warnings(self) -> Sequence[OpenAiWarning]:
        """Those of the translations; of several, each names its text."""
        found = warnings_of(self._job, is_list=len(self._job.runs) > 1)
        return [
            OpenAiWarning(
                code=warning.code,
                message=warning.message,
                param=None if warning.index is None else f"{self._job.order.item_name}[{warning.index}]",
            )
            for warning in found
        ]

    def cancel(self) -> None:
        """Stop now."""
        self._job.cancel()

    def _cutter(self) -> Cutter:
        return Cutter(self._options.stops, self._most_tokens, self._tokenizer)

    def _choices(self, translation: Translation) -> list[Choice]:
        texts = [translation.text, *(alternative.text for alternative in translation.alternatives)]
        return [self._choice(index, text, translation) for index, text in enumerate(texts[: self._options.choices])]

    def _choice(self, index: int, text: str, translation: Translation) -> Choice:
        cutter = self._cutter()
        shown = cutter.push(text)
        if cutter.reason is None:
            shown += cutter.flush()
        self._count(shown, None if index or cutter.reason else translation)
        return Choice(shown, cutter.reason or _reason(translation))

    async def _pieces(self, run: TranslationRun, cutter: Cutter) -> AsyncGenerator[Piece, None]:
        shown = ""
        async with aclosing(run.deltas()) as deltas:
            async for delta in deltas:
                if text := cutter.push(delta):
                    shown += text
                    yield Piece(text)
                if cutter.reason:
                    break
        if cutter.reason is None and (rest := cutter.flush()):
            shown += rest
            yield Piece(rest)
        self._count(shown, None if cutter.reason else run.translation)
        yield Piece("", cutter.reason or _reason(run.translation))

    def _count(self, shown: str, translation: Translation | None) -> None:
        """Of a whole translation the engine has counted the tokens, with the end tokens that are in no text."""
        self._num_tokens += len(self._tokenizer.encode(shown)) if translation is None else translation.target_tokens


async def start_chat_translation(request: ChatRequest, catalog: Catalog, settings: Settings) -> TranslatedReply:
    """Submit the text of a chat. Raises ApiError or EngineError."""
    source, target = languages_of(request, catalog)
    order = Order(
        texts=(MarkedText(request.text),),
        source=source,
        target=target,
        model=request.model if request.model in catalog.models else None,
        options=_options(request, settings),
    )
    return await _start(order, request, request.most_tokens, catalog, settings)


async def start_completion_translation(
    model: LoadedModel, request: CompletionRequest, catalog: Catalog, settings: Settings
) -> TranslatedReply:
    """Submit the texts of a completion for the one pair of a model. Raises ApiError or EngineError."""
    pairs = model.manifest.pairs
    if len(pairs) != 1:
        number = "several pairs of languages" if pairs else "no language"
        advice = "use /v1/chat/completions with `source`, `target`" if pairs else "leave them out"
        message = f"{model.name} translates {number}, and `no_translate` and `glossary` are for one pair: {advice}"
        raise InvalidField("model", message)
    order = Order(
        texts=tuple(MarkedText(prompt) for prompt in request.prompts if isinstance(prompt, str)),
        source=pairs[0].source,
        target=pairs[0].target,
        model=model.name,
        options=_options(request, settings),
        item_name=None if isinstance(request.prompt, str) else "prompt",
    )
    return await _start(order, request, request.max_tokens, catalog, settings)


def _options(request: OpenAiOptions, settings: Settings) -> TranslationOptions:
    return TranslationOptions(
        num_beams=max(request.num_beams or settings.num_beams, request.choices),
        num_alternatives=request.choices - 1,
        is_streamed=bool(request.stream),
        no_translate=tuple(request.no_translate or ()),
        glossary=tuple((request.glossary or {}).items()),
    )


async def _start(
    order: Order, request: OpenAiOptions, most_tokens: int | None, catalog: Catalog, settings: Settings
) -> TranslatedReply:
    job = await start_translation(order, catalog, settings)
    model = job.items[0].model or next(iter(catalog.models.values()))
    return TranslatedReply(request, most_tokens, job, model.tokenizer)


def _reason(translation: Translation) -> Reason:
    """`length` for what did not come to its own end."""
    incomplete = {WarningCode.TRUNCATED, WarningCode.REPETITION}
    return "length" if any(warning.code in incomplete for warning in translation.warnings) else "stop"
