"""From an order to translation runs: languages found, limits checked, everything submitted."""

import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Final

from service.api.catalog import Catalog, language_pair
from service.api.languages import Language, language_of, unavailable
from service.api.loading import LoadedModel
from service.api.order import Order
from service.api.problems import BadRequest, NoSuchPair, TextTooLong, TooManyTexts
from service.engine.errors import InvalidRequest
from service.engine.timeline import Stage, note
from service.settings import Settings
from service.text.detect import Detection
from service.text.marks import MarkedText
from service.text.offload import off_loop
from service.text.options import TranslationOptions
from service.text.planning import Plan
from service.text.run import TranslationRun
from service.text.splitting.segments import Piece

SEVERAL: Final = "several"
AT_ONCE: Final = 64  # sentences whose submission takes two milliseconds or three


@dataclass(frozen=True, slots=True)
class Item:
    """One text with what was decided about it. Without a model it is answered as it is."""

    text: MarkedText
    source: Language
    target: Language
    detection: Detection | None
    model: LoadedModel | None


@dataclass(frozen=True, slots=True)
class Job:
    """A submitted request: one run per text. Read each run once; cancel the job if it will not be read."""

    order: Order
    items: Sequence[Item]
    runs: Sequence[TranslationRun]

    @property
    def model_name(self) -> str:
        """The model that translates; empty for none, and one word for more than one."""
        names = {item.model.name for item in self.items if item.model}
        return SEVERAL if len(names) > 1 else "".join(names)

    def cancel(self) -> None:
        """Stop everything now. Synchronous, and harmless when it has ended."""
        for run in self.runs:
            run.cancel()

    async def wait(self) -> None:
        """Read every run to its end. Raises EngineError."""
        for run in self.runs:
            await run.result()


async def start_translation(order: Order, catalog: Catalog, settings: Settings) -> Job:
    """Plan every text, then submit all. Raises ApiError or EngineError; then none was submitted."""
    check_sizes(order, settings)
    target = catalog.language(order.target, "target")
    source = None if order.source is None else catalog.language(order.source, "source")
    num_chars = sum(len(text.text) for text in order.texts)
    finding = partial(_items, source, target, order, catalog)
    items = await off_loop(finding, num_chars=0 if source else num_chars)
    _check_room(items, order.options)
    started = time.perf_counter()
    runs = await off_loop(partial(_prepare_all, items, order), num_chars=num_chars)
    note(Stage.TOKENISE, started)
    await _submit_all(runs)
    return Job(order, items, runs)


def _check_room(items: Sequence[Item], options: TranslationOptions) -> None:
    """Refuse what a full queue would refuse, before it is split and tokenised.

    Each text has a sentence at least, and all together as many as texts of their length had of late.
    """
    models = {item.model.name: item.model for item in items if item.model}
    counts: Counter[str] = Counter()
    num_chars: Counter[str] = Counter()
    for item in items:
        if item.model and item.text.text.strip():
            counts[item.model.name] += 1
            num_chars[item.model.name] += len(item.text.text)
    for name, count in counts.items():
        model = models[name]
        most = model.engine.max_open(options.num_beams)
        expected = max(count, min(model.translator.density.expected(num_chars[name]), most))
        if expected <= most:
            model.engine.check_room(expected, options.num_beams)


class _Counts:
    """What the models of one request get. What an idle server could not take will never be taken: trying again, as a
    full queue asks for, is no help."""

    def __init__(self, options: TranslationOptions) -> None:
        self._options = options
        self._sentences: Counter[str] = Counter()
        self._tokens: Counter[str] = Counter()

    def add(self, model: LoadedModel, plan: Plan) -> None:
        """Count one more text. Raises BadRequest."""
        name, engine = model.name, model.engine
        self._sentences[name] += len(plan.source_ids)
        self._tokens[name] += sum(map(len, plan.source_ids))
        for number, limit, what in (
            (self._sentences[name], engine.max_open(self._options.num_beams), "sentences"),
            (self._tokens[name], engine.max_open_tokens, "source tokens"),
        ):
            if number > limit:
                most = f"more than {limit} {what}, the most taken at once; send parts"
                raise BadRequest(f"request has {number} {what} at least, {most}")


def _prepare_all(items: Sequence[Item], order: Order) -> list[TranslationRun]:
    """What each text's model has to do. Splits and tokenises: takes its time, and runs on any thread.

    Text by text: of a request that cannot be taken, the rest is not looked at, and of what needs no model little stays.
    """
    counts = _Counts(order.options)
    return [_prepare(item, order.options, order.where(index), counts) for index, item in enumerate(items)]


def _prepare(item: Item, options: TranslationOptions, where: str, counts: _Counts) -> TranslationRun:
    if item.model is None:
        return _unchanged(item.text)
    translator = item.model.translator
    try:
        plan = translator.plan(item.text, language_pair(item.source.code, item.target.code), options)
    except InvalidRequest as error:
        raise BadRequest(f"{where}{error}") from error
    counts.add(item.model, plan)
    return translator.prepare(plan, options)


async def _submit_all(runs: Sequence[TranslationRun]) -> None:
    """All or nothing: when one is refused, those before it are cancelled. A few are submitted in one go: what had room
    for them when that was looked at has it still."""
    are_few = sum(run.num_sentences for run in runs) <= AT_ONCE
    with ExitStack() as undo:
        for run in runs:
            undo.callback(run.cancel)
            if are_few:
                run.submit()
            else:
                await run.submit_in_turns()
        undo.pop_all()


def _unchanged(text: MarkedText) -> TranslationRun:
    lengths = [(0, len(text.text), 0)]
    return TranslationRun([Piece("", text.text, "")], source_tokens=0, marks=text.marks, lengths=lengths)


def check_sizes(order: Order, settings: Settings) -> None:
    """The limits of a request. Raises TooManyTexts or TextTooLong."""
    if len(order.texts) > settings.max_items:
        raise TooManyTexts(len(order.texts), settings.max_items)
    for index, text in enumerate(order.texts):
        if len(text.text) > settings.max_text_chars:
            raise TextTooLong(len(text.text), settings.max_text_chars, index if order.item_name else None)


def _items(source: Language | None, target: Language, order: Order, catalog: Catalog) -> list[Item]:
    """What is decided about each text. Looks at all of it where its language is to be found, on any thread."""
    return [_item(index, source, target, order, catalog) for index in range(len(order.texts))]


def _item(index: int, given: Language | None, target: Language, order: Order, catalog: Catalog) -> Item:
    text = order.texts[index]
    if given is None:
        detection = catalog.detect(text.text)
        source = language_of(detection.language)
    else:
        detection, source = None, given
    which = order.where(index) if detection else ""  # only a detected language is that of one text
    return Item(text, source, target, detection, find_model(source, target, order, catalog, detection, which))


def find_model(
    source: Language, target: Language, order: Order, catalog: Catalog, detection: Detection | None, which: str = ""
) -> LoadedModel | None:
    """The model for a text of an order, None if it needs none. Raises NoSuchPair, which says `which` text it is."""
    if source == target:
        return None
    model = catalog.translator_of(source, target, order.model)
    if model is None:
        where = f" in the model {order.model}" if order.model else ""
        raise NoSuchPair(f"{which}{unavailable(target, source, detection, where)}", catalog.pair_names())
    return model
