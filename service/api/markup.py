"""Translation of texts with markup: unit by unit, put together again at the end."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from service.api.catalog import Catalog
from service.api.languages import find_language, language_of
from service.api.order import Order
from service.api.problems import BadRequest
from service.api.results import TextResult
from service.api.translation import Job, find_model, start_translation
from service.settings import Settings
from service.text.detect import Detection
from service.text.formats.document import Document, DocumentError
from service.text.marks import MarkedText
from service.text.offload import off_loop
from service.text.result import Translation


class MarkupTranslation:
    """The texts of an order, read as documents. Ask for `results` once; cancel it in any case.

    Units of all documents are translated together, as many at once as a request may have texts. A document has one
    language: where it is to be detected, all of its text tells.
    """

    def __init__(self, documents: Sequence[Document], order: Order, catalog: Catalog, settings: Settings) -> None:
        self.model_name = ""
        self._documents = documents
        self._order = order
        self._catalog = catalog
        self._settings = settings
        self._job: Job | None = None

    async def results(self) -> list[TextResult]:
        """One for each text of the order. Raises ApiError or EngineError."""
        num_chars = sum(len(text.text) for text in self._order.texts)
        detections = await off_loop(self._detections, num_chars=0 if self._order.source else num_chars)
        self._check(detections)
        found: list[list[Translation]] = [[] for _ in self._documents]
        for source in dict.fromkeys(map(self._source, detections)):
            chosen = [index for index, detection in enumerate(detections) if self._source(detection) == source]
            for index, translation in await self._translate(chosen, source):
                found[index].append(translation)
        parts = [*zip(self._documents, detections, found, strict=True)]
        return await off_loop(lambda: [self._result(*part) for part in parts], num_chars=num_chars)

    def cancel(self) -> None:
        """Stop now. Synchronous, and harmless when it has ended."""
        if self._job is not None:
            self._job.cancel()

    async def _translate(self, documents: Sequence[int], source: str) -> list[tuple[int, Translation]]:
        """The units of some documents, in order, each with the number of its document."""
        units = [(index, unit) for index in documents for unit in self._documents[index].units]
        done: list[tuple[int, Translation]] = []
        for part in _parts(units, self._settings.max_items):
            order = replace(self._order, texts=tuple(unit for _, unit in part), source=source, item_name=None)
            self._job = await start_translation(order, self._catalog, self._settings)
            self.model_name = self._job.model_name
            await self._job.wait()
            done += [(index, run.translation) for (index, _), run in zip(part, self._job.runs, strict=True)]
        return done

    def _detections(self) -> list[Detection | None]:
        return [self._detection(document) for document in self._documents]

    def _detection(self, document: Document) -> Detection | None:
        if self._order.source is not None:
            return None
        return self._catalog.detect("\n".join(unit.text for unit in document.units))

    def _check(self, detections: Sequence[Detection | None]) -> None:
        """Raises NoSuchPair for a text in a language that was detected, and that no model translates."""
        target = self._catalog.language(self._order.target, "target")
        for index, detection in enumerate(detections):
            if detection and self._documents[index].units:
                source, which = language_of(detection.language), self._order.where(index)
                find_model(source, target, self._order, self._catalog, detection, which)

    def _source(self, detection: Detection | None) -> str:
        return (self._order.source or "") if detection is None else detection.language

    def _result(
        self, document: Document, detection: Detection | None, translations: Sequence[Translation]
    ) -> TextResult:
        try:
            rendered = document.render([MarkedText(found.text, found.marks) for found in translations])
        except DocumentError as error:
            raise BadRequest(str(error)) from error
        code = self._source(detection)
        language = find_language(code, self._catalog.codes) or language_of(code)
        is_translated = language != find_language(self._order.target, self._catalog.codes)
        return TextResult(rendered.decode(), language, detection, is_translated, translations)


def _parts(units: Sequence[tuple[int, MarkedText]], size: int) -> Iterator[Sequence[tuple[int, MarkedText]]]:
    for start in range(0, len(units), size):
        yield units[start : start + size]
