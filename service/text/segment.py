"""One sentence on its way through the engine."""

import asyncio
from collections.abc import AsyncGenerator, Hashable
from dataclasses import replace

from service.engine.client import Generation
from service.engine.errors import EngineError, EngineStopped
from service.engine.events import Finished, TokenEvent
from service.text.desk import Desk
from service.text.outcome import Outcome, verbatim_outcome
from service.text.pausing import Paused, fuller, with_pauses
from service.text.planned import Planned
from service.text.reading import ending_of, finished_of
from service.text.revising import Reviser
from service.text.streaming import HeldBack, Sent
from service.text.warnings import TextWarning


class Segment:
    """A sentence to be translated, `number` counted from 1 in its text. Read it once; cancel it if it is not read."""

    def __init__(self, number: int, planned: Planned, desk: Desk) -> None:
        self.number = number
        self.planned = planned
        self.piece = planned.piece
        self.outcome: Outcome | None = None  # once it is known
        self.queue_s = 0.0  # that it waited for its rows
        self._desk = desk
        self._generations: list[Generation] = []
        self._task: asyncio.Task[Outcome] | None = None

    def prepare(self) -> None:
        """Conclude what there is no need of a model for, and forget how. Takes its time, and runs on any thread."""
        if not self.planned.source_ids:
            self.outcome = verbatim_outcome(self.planned.described(self._desk.look))
            self.planned = replace(self.planned, sentence=None)

    def submit(self) -> None:
        """Ask the model what is prepared, unless there is no need to. Raises EngineError."""
        planned, desk = self.planned, self._desk
        if self.outcome is None and desk.cache.is_on:
            self.outcome = desk.cache.get(self._key)
        if self.outcome is None:
            decoding = desk.decoding(len(planned.source_ids), with_alignment=self._needs_alignment)
            self._generations.append(desk.ask(planned.source_ids, decoding, self._is_streamed))

    def cancel(self) -> None:
        """Stop now. Synchronous, and harmless when it has ended."""
        if self._task:
            self._task.cancel()
        for generation in self._generations:
            generation.cancel()

    @property
    def is_held(self) -> bool:
        """Whether it may need repair, so that none of it can be sent before it has ended."""
        return self.planned.sentence is not None and self.planned.sentence.is_special

    @property
    def known(self) -> Outcome:
        """The outcome. Raises EngineStopped before there is one."""
        if self.outcome is None:
            raise EngineStopped(f"sentence {self.number} has not ended")
        return self.outcome

    @property
    def is_untold(self) -> bool:
        """Whether it is concluded, and there is nothing to say about it besides its text."""
        return self.outcome is not None and not (self.planned.warnings or self.outcome.warnings or self.outcome.marks)

    @property
    def warnings(self) -> list[TextWarning]:
        """What the reader should know; there has to be an outcome."""
        warnings = [*self.planned.warnings, *self.known.warnings]
        return [replace(warning, segment=self.number) for warning in warnings]

    def __str__(self) -> str:
        return f"{self.piece.leading}{self.known.text}{self.piece.trailing}"

    def begin(self) -> None:
        """Go on by itself, whatever is read before: asking again takes its time."""
        if self.outcome is None and self._task is None:
            self._task = asyncio.create_task(self._read_whole())
            self._task.add_done_callback(_look_at)

    async def deltas(self) -> AsyncGenerator[str, None]:
        """Its text as it comes, no delta empty; then there is an outcome. Raises EngineError."""
        if self.outcome is None and self._is_streamed:
            async for delta in self._stream():
                yield delta
            return
        outcome = await self.conclude()
        if outcome.text:
            yield outcome.text

    async def conclude(self) -> Outcome:
        """The outcome, for whoever has no need to see its text grow. Raises EngineError."""
        if self.outcome is None and self._is_streamed:
            async for _ in self._stream():
                pass
        return self.outcome or await (self._task or self._read_whole())

    async def _stream(self) -> AsyncGenerator[str, None]:
        back = HeldBack(self.piece.text, self._desk.pair.target, self._desk.tokenizer)
        async for event in self._generations[0]:
            if isinstance(event, TokenEvent):
                if delta := back.push(event.token_id):
                    yield delta
            elif finished := ending_of(event, self.number):
                outcome = await self._conclude(finished, back.sent)
                if rest := back.rest(outcome.text):
                    yield rest

    async def _read_whole(self) -> Outcome:
        return await self._conclude(await finished_of(self._generations[0], self.number))

    async def _conclude(self, finished: Finished, sent: Sent | None = None) -> Outcome:
        self.queue_s = finished.timings.queue_s
        reviser = Reviser(self.planned, self.number, self._desk, self._generations)
        outcome = await reviser.outcome(finished, sent)
        is_repeatable = reviser.is_repeatable
        if paused := with_pauses(self.planned, finished.best, self._desk):
            try:
                outcome = await self._fuller(outcome, paused)
            except EngineError:
                is_repeatable = False
        self.outcome = outcome
        if self._desk.cache.is_on and is_repeatable:
            self._desk.cache.put(self._key, self.piece.text, outcome)
        return outcome

    async def _fuller(self, first: Outcome, paused: Paused) -> Outcome:
        """The better of the outcome and that of the sentence with pauses. Raises EngineError."""
        source_ids = paused.planned.source_ids
        generation = self._desk.ask(source_ids, self._desk.decoding(len(source_ids), with_alignment=True), False)
        self._generations.append(generation)
        reviser = Reviser(paused.planned, self.number, self._desk, self._generations)
        second = await reviser.outcome(await finished_of(generation, self.number), None)
        return fuller(first, second, paused)

    @property
    def _is_streamed(self) -> bool:
        return self._desk.options.is_streamed and not self.is_held

    @property
    def _needs_alignment(self) -> bool:
        sentence = self.planned.sentence
        return self._desk.options.wants_alignment or bool(sentence and sentence.needs_alignment)

    @property
    def _key(self) -> Hashable:
        """Everything that the outcome depends on."""
        sentence = self.planned.sentence
        special = (sentence.spans, sentence.marks, sentence.look.is_continued) if sentence else ()
        return self._desk.key, self.piece.text, special


def _look_at(task: "asyncio.Task[Outcome]") -> None:
    """Nobody reads what comes behind a sentence that failed: that is no reason for asyncio to complain."""
    if not task.cancelled():
        task.exception()
