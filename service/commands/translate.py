"""`dragoman translate`: the engine in this process; lines in and out as they come, or a whole file."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn, TimeRemainingColumn

from service.api.answers import warnings_of
from service.api.catalog import Catalog, build_catalog
from service.api.loading import LoadedModel, find_bundles, load_model
from service.api.metrics import Metrics
from service.api.order import Order
from service.api.problems import ApiError
from service.api.translation import Job, start_translation
from service.commands.documents import DocumentTranslator, is_document
from service.commands.lines import LineError, lines_of_file, lines_of_stream, lines_of_text
from service.commands.selection import Selection, SelectionError, select
from service.engine.errors import EngineError
from service.logs import set_up_logging
from service.runtime.bundle import BundleError, read_manifest
from service.runtime.capacity import DEFAULT_ROWS
from service.runtime.errors import RuntimeLayerError
from service.settings import Settings
from service.text.formats.registry import SUFFIXES
from service.text.marks import MarkedText
from service.text.options import TranslationOptions


class OutputError(Exception):
    """An output that nothing is written to."""


FAILURES = (ApiError, BundleError, EngineError, LineError, OSError, OutputError, RuntimeLayerError, SelectionError)
Advance = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class TranslateCommand:
    """What the user asked for."""

    text: str | None
    file: Path | None
    output: Path | None
    columns: tuple[str, ...]
    source: str | None
    target: str | None
    model: str | None


@dataclass(frozen=True, slots=True)
class Line:
    """A line on its way through the engine."""

    number: int
    job: Job
    num_bytes: int


def translate(command: TranslateCommand, settings: Settings) -> int:
    """Translate to standard output; the exit status."""
    set_up_logging("plain", "warning")
    try:
        asyncio.run(_translate(command, settings))
    except BrokenPipeError:
        # Whoever read the output has left. Python flushes standard output once more at exit: that must not fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except FAILURES as error:
        print(f"dragoman: {error}", file=sys.stderr)
        return 1
    return 0


async def _translate(command: TranslateCommand, settings: Settings) -> None:
    bundles = [(folder, read_manifest(folder)) for folder in find_bundles(settings.bundles)]
    selection = select(bundles, model=command.model, source=command.source, target=command.target)
    metrics = Metrics()
    models = [load_model(folder, settings, metrics) for folder in selection.folders]
    try:
        await _run(command, build_catalog(models, None), selection, settings)
    finally:
        _stop(models)
    if command.text is not None:
        print()


async def _run(command: TranslateCommand, catalog: Catalog, selection: Selection, settings: Settings) -> None:
    with _progress(command.file) as bar:
        if command.file is not None and is_document(command.file):
            translator = DocumentTranslator(catalog, selection, settings)
            await translator.run(command.file, command.output, command.columns, bar.reach)
            return
        if command.output is not None or command.columns:
            raise OutputError(f"--output and --columns are for files of a known kind: {', '.join(SUFFIXES)}")
        await LineTranslator(catalog, selection, settings, bar.advance).run(_lines(command, settings))


def _lines(command: TranslateCommand, settings: Settings) -> AsyncIterator[str]:
    if command.text is not None:
        return lines_of_text(command.text)
    if command.file is not None:
        return lines_of_file(command.file)
    return lines_of_stream(sys.stdin.buffer, max_bytes=4 * settings.max_text_chars)


def _stop(models: list[LoadedModel]) -> None:
    for model in models:
        model.engine.stop()


class LineTranslator:
    """Keeps as many lines in the engine as it has rows, and writes them in order."""

    def __init__(self, catalog: Catalog, selection: Selection, settings: Settings, advance: Advance) -> None:
        self._catalog = catalog
        self._selection = selection
        self._settings = settings
        self._advance = advance
        self._window = asyncio.Semaphore(settings.max_rows or DEFAULT_ROWS)
        self._started: asyncio.Queue[Line | None] = asyncio.Queue()  # None: there are no more

    async def run(self, lines: AsyncIterator[str]) -> None:
        """Translate all lines. Raises LineError or EngineError."""
        feeding = asyncio.create_task(self._feed(lines))
        try:
            while line := await self._started.get():
                await line.job.wait()
                self._write(line)
                self._window.release()
            await feeding
        finally:
            feeding.cancel()

    async def _feed(self, lines: AsyncIterator[str]) -> None:
        number = 0
        try:
            async for text in lines:
                await self._window.acquire()
                number += 1
                self._started.put_nowait(Line(number, await self._start(text, number), len(text.encode())))
        finally:
            self._started.put_nowait(None)

    async def _start(self, text: str, number: int) -> Job:
        order = Order(
            texts=(MarkedText(text),),
            source=self._selection.source,
            target=self._selection.target,
            options=TranslationOptions(num_beams=self._settings.num_beams),
        )
        try:
            return await start_translation(order, self._catalog, self._settings)
        except ApiError as error:
            raise LineError(number, str(error)) from error

    def _write(self, line: Line) -> None:
        sys.stdout.write(line.job.runs[0].translation.text)
        sys.stdout.flush()
        for warning in warnings_of(line.job, is_list=False):
            print(f"dragoman: line {line.number}: {warning.message}", file=sys.stderr)
        self._advance(line.num_bytes)


class _Bar:
    """A bar on standard error; without one nothing is shown."""

    def __init__(self, progress: Progress | None, task: TaskID) -> None:
        self._progress = progress
        self._task = task

    def advance(self, amount: int) -> None:
        """As much more is done."""
        if self._progress is not None:
            self._progress.update(self._task, advance=amount)

    def reach(self, done: int, total: int) -> None:
        """As much of as much is done."""
        if self._progress is not None:
            self._progress.update(self._task, completed=done, total=total)


@contextmanager
def _progress(file: Path | None) -> Iterator[_Bar]:
    """A bar while a file is translated and somebody watches."""
    console = Console(stderr=True)
    if file is None or not console.is_terminal:
        yield _Bar(None, TaskID(0))
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    # Redirected, the translations would be printed on standard error: fine on a terminal, lost in a pipe.
    with Progress(*columns, console=console, redirect_stdout=sys.stdout.isatty()) as progress:
        yield _Bar(progress, progress.add_task(file.name, total=file.stat().st_size))
