"""A chat as a translation: long texts are split, and structure is kept."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from service.api.answers import warnings_of
from service.api.catalog import Catalog
from service.api.openai.cutting import Cutter
from service.api.openai.languages import languages_of
from service.api.openai.replies import Choice, Piece, make_usage
from service.api.order import Order
from service.api.schemas.openai import ChatRequest
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
    """The choices are the translation and its alternatives."""

    def __init__(self, request: ChatRequest, job: Job, tokenizer: Tokenizer) -> None:
        self._request = request
        self._job = job
        self._tokenizer = tokenizer
        self._num_tokens = 0  # of the choices that were given

    @property
    def model_name(self) -> str:
        """The bundle that translates."""
        return self._job.model_name

    def streams(self) -> Sequence[AsyncGenerator[Piece, None]]:
        """One choice: others of a search are known only at its end."""
        return [self._pieces(self._job.runs[0], self._cutter())]

    async def whole(self) -> Sequence[Choice]:
        """The best first. There are fewer than wanted if the search found no more."""
        translation = await self._job.runs[0].result()
        texts = [translation.text, *(alternative.text for alternative in translation.alternatives)]
        return [self._choice(index, text, translation) for index, text in enumerate(texts[: self._request.choices])]

    def usage(self) -> Usage:
        """Of all choices together, each as far as it is in the answer."""
        return make_usage(self._job.runs[0].translation.source_tokens, self._num_tokens)

    def warnings(self) -> Sequence[OpenAiWarning]:
        """Those of the translation."""
        found = warnings_of(self._job, is_list=False)
        return [OpenAiWarning(code=warning.code, message=warning.message) for warning in found]

    def cancel(self) -> None:
        """Stop now."""
        self._job.cancel()

    def _cutter(self) -> Cutter:
        return Cutter(self._request.stops, self._request.most_tokens, self._tokenizer)

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


async def start_translated(request: ChatRequest, catalog: Catalog, settings: Settings) -> TranslatedReply:
    """Submit the text. Raises ApiError or EngineError."""
    source, target = languages_of(request, catalog)
    order = Order(
        texts=(MarkedText(request.text),),
        source=source,
        target=target,
        model=request.model if request.model in catalog.models else None,
        options=TranslationOptions(
            num_beams=max(request.num_beams or settings.num_beams, request.choices),
            num_alternatives=request.choices - 1,
            is_streamed=bool(request.stream),
            no_translate=tuple(request.no_translate or ()),
            glossary=tuple((request.glossary or {}).items()),
        ),
    )
    job = await start_translation(order, catalog, settings)
    model = job.items[0].model or next(iter(catalog.models.values()))
    return TranslatedReply(request, job, model.tokenizer)


def _reason(translation: Translation) -> Reason:
    """`length` for what did not come to its own end."""
    incomplete = {WarningCode.TRUNCATED, WarningCode.REPETITION}
    return "length" if any(warning.code in incomplete for warning in translation.warnings) else "stop"
