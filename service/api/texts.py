"""Texts of an order, with or without markup, as APIs that do not stream have them translated."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from service.api.catalog import Catalog
from service.api.markup import MarkupTranslation
from service.api.order import Order
from service.api.problems import BadRequest
from service.api.results import TextResult, results_of
from service.api.translation import Job, check_sizes, start_translation
from service.settings import Settings
from service.text.formats.document import Document, DocumentError
from service.text.offload import off_loop


class TextWork(Protocol):
    """A request that was begun. Ask for its results once, and cancel it in any case."""

    @property
    def model_name(self) -> str:
        """The model that translates."""

    async def results(self) -> list[TextResult]:
        """One for each text. Raises ApiError or EngineError."""

    def cancel(self) -> None:
        """Stop now. Synchronous, and harmless when it has ended."""


class PlainTranslation:
    """Texts without markup."""

    def __init__(self, job: Job) -> None:
        self._job = job

    @property
    def model_name(self) -> str:
        """The model that translates."""
        return self._job.model_name

    async def results(self) -> list[TextResult]:
        """One for each text. Raises EngineError."""
        await self._job.wait()
        return results_of(self._job)

    def cancel(self) -> None:
        """Stop now."""
        self._job.cancel()


async def start_texts(
    order: Order, catalog: Catalog, settings: Settings, read: Callable[[str], Document] | None = None
) -> TextWork:
    """Begin an order, with its texts read as documents if `read` says how. Raises ApiError or EngineError."""
    if read is None:
        return PlainTranslation(await start_translation(order, catalog, settings))
    check_sizes(order, settings)  # they hold for the texts with their markup, too
    num_chars = sum(len(text.text) for text in order.texts)
    documents = await off_loop(partial(_read_all, order, read), num_chars=num_chars)
    return MarkupTranslation(documents, order, catalog, settings)


def _read_all(order: Order, read: Callable[[str], Document]) -> list[Document]:
    return [_read(read, text.text, order.where(index)) for index, text in enumerate(order.texts)]


def _read(read: Callable[[str], Document], text: str, where: str) -> Document:
    try:
        return read(text)
    except DocumentError as error:
        raise BadRequest(f"{where}{error}") from error
