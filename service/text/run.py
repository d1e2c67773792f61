"""One text on its way through the engine: its segments decode at the same time, the text comes in order."""

from collections.abc import AsyncGenerator, Iterable, Sequence
from itertools import groupby

from service.text.marking.assembly import Assembly, Stretch
from service.text.marks import Mark
from service.text.outcome import Outcome
from service.text.result import Alternative, Translation
from service.text.segment import Segment
from service.text.splitting.segments import Piece
from service.text.turns import Turns


class TranslationRun:
    """A text to be submitted. Read it once, by `deltas` or `result`; cancel it if it will not be read.

    Pieces that stand by themselves pass through untouched; those in a Segment are replaced by its outcome. `lengths`
    are needed for the places of `marks`: of the white space around each part's source, and of what is between.
    """

    def __init__(
        self,
        parts: Sequence[Piece | Segment],
        *,
        source_tokens: int,
        marks: tuple[Mark, ...] = (),
        lengths: Sequence[tuple[int, int, int]] = (),
        turns: Turns | None = None,
    ) -> None:
        self._parts = parts
        self._turns = turns or Turns()
        self._segments = [part for part in parts if isinstance(part, Segment)]
        self._source_tokens = source_tokens
        self._marks = marks
        self._lengths = lengths
        self._translation = Translation("", (), source_tokens, 0)

    @property
    def num_sentences(self) -> int:
        """How many there are to be submitted."""
        return len(self._segments)

    def submit(self) -> None:
        """Submit every segment. Raises EngineError; then those before the one that was refused run until cancelled."""
        for segment in self._segments:
            segment.submit()

    async def submit_in_turns(self) -> None:
        """As `submit`, with pauses in which others have the event loop."""
        for segment in self._segments:
            segment.submit()
            await self._turns.pause()

    async def deltas(self) -> AsyncGenerator[str, None]:
        """The translation in text order, as it comes; no delta is empty. Without streaming: one for each segment.

        White space and untouched pieces come with the text behind them. What later segments decode meanwhile
        waits in their generations. Leaving early (`aclose`) cancels all that still run. Raises EngineError.
        """
        waiting = ""
        try:
            self._begin_held()
            for part in self._parts:
                if isinstance(part, Piece):
                    waiting += str(part)
                    continue
                waiting += part.piece.leading
                async for delta in part.deltas():
                    yield waiting + delta
                    waiting = ""
                waiting += part.piece.trailing
                await self._turns.pause()
            self._translation = self._joined()
            if waiting:
                yield waiting
        finally:
            self.cancel()

    async def result(self) -> Translation:
        """The whole translation; the same text as the deltas. Raises EngineError."""
        try:
            self._begin_held()
            for segment in self._segments:
                await segment.conclude()
                await self._turns.pause()
        finally:
            self.cancel()
        self._translation = self._joined()
        await self._turns.pause()
        return self._translation

    @property
    def translation(self) -> Translation:
        """What was read; nothing before the end."""
        return self._translation

    @property
    def queue_s(self) -> float:
        """The longest that one of its sentences waited for its rows."""
        return max([segment.queue_s for segment in self._segments], default=0.0)

    def cancel(self) -> None:
        """Stop all segments now. Synchronous, and harmless when they have ended."""
        for segment in self._segments:
            segment.cancel()

    def _begin_held(self) -> None:
        """Sentences that may be asked for again go on side by side."""
        held = [segment for segment in self._segments if segment.is_held]
        for segment in held if len(held) > 1 else ():
            segment.begin()

    def _joined(self) -> Translation:
        outcomes = [segment.known for segment in self._segments]
        scores = [outcome.score for outcome in outcomes if outcome.score is not None]
        return Translation(
            text="".join([str(part) for part in self._parts]),
            warnings=tuple([warning for segment in self._segments for warning in segment.warnings]),
            source_tokens=self._source_tokens,
            target_tokens=sum([outcome.num_tokens for outcome in outcomes]),
            marks=self._placed_marks() if self._marks else (),
            score=sum(scores) if scores else None,
            alternatives=self._alternatives(outcomes),
            alignments=tuple([outcome.alignment for outcome in outcomes if outcome.alignment]),
        )

    def _placed_marks(self) -> tuple[Mark, ...]:
        stretches = []
        for lengths, part in zip(self._lengths, self._parts, strict=True):
            outcome = part.known if isinstance(part, Segment) else None
            piece = part.piece if isinstance(part, Segment) else part
            text = outcome.text if outcome else piece.text
            marks = {mark.key: mark for mark in outcome.marks} if outcome else None
            stretches.append(Stretch(lengths, (len(piece.leading), len(text), len(piece.trailing)), marks))
        assembly = Assembly(stretches)
        return tuple(sorted(map(assembly.place, self._marks), key=_start))

    def _alternatives(self, outcomes: Sequence[Outcome]) -> tuple[Alternative, ...]:
        """The n-th is made of the n-th alternatives of all sentences; one that has fewer is there as it is."""
        count = max([len(outcome.alternatives) for outcome in outcomes], default=0)
        return tuple([self._alternative(number) for number in range(count)])

    def _alternative(self, number: int) -> Alternative:
        texts, scores = [], []
        for part in self._parts:
            if isinstance(part, Piece):
                texts.append(str(part))
                continue
            others = part.known.alternatives
            chosen = others[number] if number < len(others) else part.known
            texts.append(f"{part.piece.leading}{chosen.text}{part.piece.trailing}")
            scores += [chosen.score] if chosen.score is not None else []
        return Alternative("".join(texts), sum(scores) if scores else None)


def joined(parts: Sequence[Piece | Segment]) -> list[Piece | Segment]:
    """The same with one piece for all side by side that need nothing more: there may be tens of thousands of them."""
    return [part for is_text, group in groupby(parts, _is_text) for part in (_one_of(group) if is_text else group)]


def _is_text(part: Piece | Segment) -> bool:
    return isinstance(part, Piece) or part.is_untold


def _one_of(pieces: Iterable[Piece | Segment]) -> list[Piece]:
    return [Piece("", "".join(map(str, pieces)), "")]


def _start(mark: Mark) -> int:
    return mark.start
