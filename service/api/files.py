"""Translation of a whole file: a few of its units at a time, so that other clients are served meanwhile."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Iterator, Sequence
from dataclasses import replace
from typing import Final

from service.api.answers import UNCERTAIN, language_warning, text_warning
from service.api.catalog import Catalog
from service.api.languages import find_language, language_of, taken_for
from service.api.order import Order
from service.api.problems import BadRequest
from service.api.schemas.translate import TranslationWarning
from service.api.translation import Job, find_model, start_translation
from service.engine.errors import QueueFull
from service.runtime.capacity import DEFAULT_ROWS
from service.settings import Settings
from service.text.detect import Detection
from service.text.formats.document import Document, DocumentError
from service.text.formats.registry import reader_of
from service.text.marks import MarkedText
from service.text.result import Translation

DETECTED_CHARS: Final = 10_000  # more do not make the detection of a file's language any better


async def read_document(name: str, data: bytes, columns: Sequence[str] = ()) -> Document:
    """A file that has something to translate. Raises BadRequest."""
    try:
        read = reader_of(name, columns)
    except DocumentError as error:
        raise BadRequest(f"file format not supported: {error}") from error
    try:
        document = await asyncio.to_thread(read, data)
    except DocumentError as error:
        raise BadRequest(f"file cannot be translated: {error}") from error
    if not document.units:
        raise BadRequest("file cannot be translated: there is no text in it that is to be translated")
    return document


def without_text_limit(settings: Settings) -> Settings:
    """The limit for a file is its size: a paragraph in it may be as long as it is."""
    return settings.model_copy(update={"max_text_chars": settings.max_file_bytes})


def window_of(settings: Settings, order: Order) -> int:
    """How many units to keep going: half of the rows are left to others."""
    return max(1, (settings.max_rows or DEFAULT_ROWS) // (2 * order.options.num_beams))


class FileTranslation:
    """A document on its way through the engine. Read `progress` to its end, then `render`; cancel it in any case.

    At most `window` units are being translated at a time. The file has one language: where none is given, its
    beginning tells.
    """

    def __init__(self, document: Document, order: Order, catalog: Catalog, settings: Settings, window: int) -> None:
        self.detection: Detection | None = None
        self.model_name = ""
        self.translations: list[Translation] = []
        self.units = document.units
        self._document = document
        self._order = order
        self._catalog = catalog
        self._settings = settings
        self._window = window
        self._running: deque[Job] = deque()

    async def start(self) -> None:
        """Find the language, and submit the first units. Raises ApiError or EngineError."""
        source = self._order.source or self._detect()
        if find_language(source, self._catalog.codes) == find_language(self._order.target, self._catalog.codes):
            language = language_of(source)
            said = taken_for(language, self.detection) or "; send its own source"
            raise BadRequest(f"file cannot be translated: its text is {language} already{said}")
        if self.detection is not None:
            target = self._catalog.language(self._order.target, "target")
            find_model(language_of(source), target, self._order, self._catalog, self.detection)
        self._order = replace(self._order, source=source)
        await self._submit()
        self.model_name = self._running[0].model_name

    async def progress(self) -> AsyncGenerator[int, None]:
        """How many units are done, after each of them. Raises ApiError or EngineError."""
        while len(self.translations) < len(self.units):
            await self._fill()
            job = self._running[0]
            await job.wait()
            self._running.popleft()
            self.translations.append(job.runs[0].translation)
            yield len(self.translations)

    async def render(self) -> bytes:
        """The translated file. Raises BadRequest."""
        texts = [MarkedText(translation.text, translation.marks) for translation in self.translations]
        try:
            return await asyncio.to_thread(self._document.render, texts)
        except DocumentError as error:
            raise BadRequest(f"translated file cannot be written: {error}") from error

    def warnings(self) -> list[TranslationWarning]:
        """What the reader of the file should know; `index` counts its units from 0."""
        return [*self._file_warnings(), *self._text_warnings()]

    def _file_warnings(self) -> Iterator[TranslationWarning]:
        if self.detection is not None and self.detection.confidence <= UNCERTAIN:
            yield language_warning(self.detection, "file", language_of(self.detection.language))
        texts = [unit.text for unit in self.units]
        if texts == [translation.text for translation in self.translations]:
            message = "the file is as it was: nothing in it has to be translated, or it is not in its source language"
            yield TranslationWarning(code="unchanged", message=message)

    def _text_warnings(self) -> Iterator[TranslationWarning]:
        for index, translation in enumerate(self.translations):
            for warning in translation.warnings:
                yield text_warning(warning, index)

    def cancel(self) -> None:
        """Stop now. Synchronous, and harmless when it has ended."""
        for job in self._running:
            job.cancel()

    def _detect(self) -> str:
        texts, length = [], 0
        for unit in self.units:
            if length > DETECTED_CHARS:
                break
            texts.append(unit.text)
            length += len(unit.text)
        self.detection = self._catalog.detect("\n".join(texts)[:DETECTED_CHARS])
        return self.detection.language

    async def _fill(self) -> None:
        """Submit what fits into the window. A queue that is full for now does not fail the file."""
        while len(self._running) < self._window and self._num_submitted < len(self.units):
            try:
                await self._submit()
            except QueueFull as error:
                if self._running:
                    return
                await asyncio.sleep(error.retry_after_s)

    @property
    def _num_submitted(self) -> int:
        return len(self.translations) + len(self._running)

    async def _submit(self) -> None:
        number = self._num_submitted
        order = replace(self._order, texts=(self.units[number],), item_name=None)
        try:
            self._running.append(await start_translation(order, self._catalog, self._settings))
        except BadRequest as error:
            raise BadRequest(f"text {number + 1} of the file ({_excerpt(self.units[number])}): {error}") from error


def _excerpt(unit: MarkedText) -> str:
    return ascii(unit.text[:40])
