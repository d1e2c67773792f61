"""From a text to what there is to do about each of its pieces."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise, starmap
from typing import Final

from service.engine.errors import SourceTooLong
from service.runtime.bundle import LanguagePair
from service.text.brackets.pairs import may_have_pairs, pairs_in, square_pairs
from service.text.encoding import Encoder
from service.text.lettercase.headings import may_be_headings
from service.text.lettercase.lettering import lettered
from service.text.lettercase.spaced_out import is_set_apart, together
from service.text.marking.assembly import local_marks
from service.text.marks import Mark, MarkedText
from service.text.numbers.lost_days import names_day
from service.text.options import TranslationOptions
from service.text.planned import Planned
from service.text.protection.protect import is_suspect, protected_spans
from service.text.sentence import Sentence
from service.text.showing import Look
from service.text.spacing import is_spaced_out, narrowed, parted_at, respace, without_pictures
from service.text.spans import Kind, Span, within, written
from service.text.splitting.continuing import goes_on
from service.text.splitting.cutting import cut, cut_between_clauses
from service.text.splitting.segments import Piece, piece_of, split
from service.text.warnings import LongSentence


@dataclass(frozen=True, slots=True)
class Plan:
    """A text before submission: its pieces in order, those that pass through and those with something to do.

    `lengths` are those of the white space around each piece of the source, and of what is between.
    """

    parts: Sequence[Piece | Planned]
    pair: LanguagePair
    marks: tuple[Mark, ...]
    lengths: Sequence[tuple[int, int, int]]

    @property
    def source_ids(self) -> list[tuple[int, ...]]:
        """The source ids of the sentences that the model translates."""
        return [part.source_ids for part in self.parts if isinstance(part, Planned) and part.source_ids]


# The parts of a sentence that is longer than comfortable have at least this share of what is.
_LEAST_SHARE: Final = 1 / 3


class Planner:
    """Plans texts of one pair of languages for one model. Any thread."""

    def __init__(self, encoder: Encoder, pair: LanguagePair, options: TranslationOptions) -> None:
        self._encoder = encoder
        self._pair = pair
        self._options = options

    def plan(self, source: MarkedText) -> Plan:
        """Split, protect and tokenise. Raises SourceTooLong for what cannot be split any further."""
        text, options = source.text, self._options
        is_special = bool(
            source.marks
            or options.no_translate
            or options.glossary
            or is_suspect(text, self._pair.source)
            or may_have_pairs(text)
            or names_day(text, self._pair.source)
            or may_be_headings(text)
        )
        spans: list[Span] = []
        if is_special:
            found = protected_spans(source, options, self._pair.source, self._pair.target)
            spans = parted_at(found, source.marks)
        has_own = bool(source.marks or options.no_translate or options.glossary)
        parts: list[Piece | Planned] = []
        position = 0
        for piece in split(text, self._pair.source, options.split, spans):
            if not has_own and is_set_apart(piece.text, self._pair.source):
                parts += self._set_apart(piece)
            else:
                parts += self._planned(piece, position, source.marks, spans) if is_special else self._plain(piece)
            position += len(str(piece))
        return self._spaced(parts, source.marks)

    def _plain(self, piece: Piece) -> list[Piece | Planned]:
        if not piece.is_translatable:
            return [piece]
        ids = self._encoder(piece.text)
        if len(ids) > self._encoder.longest_undivided:
            return self._divided(piece, Sentence(piece.text, (), (), self._look), len(ids))
        return [Planned(piece, ids)]

    def _set_apart(self, piece: Piece) -> list[Piece | Planned]:
        """As `_plain` for letters with spaces between them; those that make no word pass through."""
        text = together(piece.text, self._num_pieces)
        if text is None:
            return [piece]
        parts = self._planned(replace(piece, text=text), 0, (), [])
        return [replace(part, set_as=piece.text) if isinstance(part, Planned) else part for part in parts]

    @property
    def _look(self) -> Look:
        return Look(self._pair.source, self._pair.target)

    def _planned(self, piece: Piece, position: int, marks: Sequence[Mark], spans: list[Span]) -> list[Piece | Planned]:
        """As `_plain` for a piece at a position of a text in which there is something special."""
        start = position + len(piece.leading)
        own = within(spans, start, start + len(piece.text))
        first, last = _core(piece.text, own)
        before, behind = written(piece.text, own, 0, first), written(piece.text, own, last, len(piece.text))
        piece = Piece(piece.leading + before, piece.text[first:last], behind + piece.trailing)
        sentence = self._looked_at(
            Sentence(
                piece.text,
                tuple(within(own, first, last)),
                local_marks(marks, start + first, last - first),
                self._look,
            )
        )
        if not sentence.is_special:
            return self._plain(piece)
        if not sentence.is_for_model:
            return [Planned(piece, (), sentence)] if sentence.spans or sentence.marks else [piece]
        return self._encoded(piece, sentence)

    def _looked_at(self, sentence: Sentence) -> Sentence:
        """The sentence, with what there is about its letters."""
        sentence = replace(sentence, look=self._look)
        pairs = pairs_in(sentence.text, sentence.spans, self._num_pieces)
        return replace(sentence, look=replace(lettered(sentence, self._pieces), pairs=pairs))

    def _pieces(self, word: str) -> tuple[int, ...]:
        return self._encoder(word)[:-1]

    def _num_pieces(self, word: str) -> int:
        return len(self._pieces(word))

    def _encoded(self, piece: Piece, sentence: Sentence) -> list[Piece | Planned]:
        ids = self._encoder(sentence.shown(0).text)
        if len(ids) > self._encoder.longest_undivided:
            return self._divided(piece, sentence, len(ids))
        return [Planned(piece, ids, sentence if sentence.is_special else None)]

    def _divided(self, piece: Piece, sentence: Sentence, num_tokens: int) -> list[Piece | Planned]:
        """The parts of a sentence that is long, the first one with a warning if there are several."""
        first, *others = self._fitted(piece, sentence)
        if not others:
            return [first]
        limit, comfortable = self._encoder.max_tokens, self._encoder.comfortable_tokens
        warning = LongSentence(0, piece.text, num_tokens, limit, 1 + len(others), comfortable)
        return [replace(first, warnings=(warning,)), *starmap(self._continued, pairwise([first, *others]))]

    def _continued(self, previous: Planned, part: Planned) -> Planned:
        """A part behind another one of the same sentence."""
        if not (part.source_ids and goes_on(previous.piece.text)):
            return part
        sentence = part.described(self._look)
        return replace(part, sentence=replace(sentence, look=replace(sentence.look, is_continued=True)))

    def _fitted(self, piece: Piece, sentence: Sentence) -> Iterator[Planned]:
        """The parts, cut in two as often as there is a need and a place."""
        ids = self._encoder(sentence.shown(0).text)
        if place := self._place_to_cut(sentence, len(ids)):
            yield from self._halves(piece, sentence, place)
        else:
            yield Planned(piece, ids if sentence.is_for_model else (), sentence if sentence.is_special else None)

    def _place_to_cut(self, sentence: Sentence, num_tokens: int) -> int | None:
        """Between clauses for comfort, anywhere if it has to be. Raises SourceTooLong if there is no such place."""
        limit = self._encoder.max_tokens
        place = self._place_between_clauses(sentence, num_tokens)
        if place is None and num_tokens > limit:
            place = cut(sentence.text, self._pair.source, sentence.spans)
            if place is None:
                raise SourceTooLong(num_tokens, limit)
        return place

    def _place_between_clauses(self, sentence: Sentence, num_tokens: int) -> int | None:
        comfortable, text = self._encoder.comfortable_tokens, sentence.text
        if comfortable is None or num_tokens <= comfortable:
            return None
        least = len(text) * _LEAST_SHARE * comfortable / num_tokens
        return cut_between_clauses(text, self._pair.source, sentence.spans, sentence.look.pairs, least)

    def _halves(self, piece: Piece, sentence: Sentence, place: int) -> Iterator[Planned]:
        first = piece_of(piece.text, 0, place, sentence.spans)
        last = piece_of(piece.text, place, len(piece.text), sentence.spans)
        yield from self._fitted(
            replace(first, leading=piece.leading + first.leading), self._part_of(sentence, len(first.leading), first)
        )
        yield from self._fitted(
            replace(last, trailing=last.trailing + piece.trailing),
            self._part_of(sentence, place + len(last.leading), last),
        )

    def _part_of(self, sentence: Sentence, start: int, piece: Piece) -> Sentence:
        """The piece of a sentence that begins at `start`."""
        end = start + len(piece.text)
        part = replace(
            sentence,
            text=piece.text,
            spans=tuple(within(sentence.spans, start, end)),
            marks=local_marks(sentence.marks, start, end - start),
        )
        return self._looked_at(part)

    def _spaced(self, parts: list[Piece | Planned], marks: tuple[Mark, ...]) -> Plan:
        """The plan, with the white space that the target language has between sentences."""
        if is_spaced_out(self._pair.source, self._pair.target):
            parts = [one for part in parts for one in _without_pictures(part)]
        pieces = [part.piece if isinstance(part, Planned) else part for part in parts]
        lengths = [(len(piece.leading), len(piece.text), len(piece.trailing)) for piece in pieces] if marks else []
        spaced = respace(pieces, self._pair.source, self._pair.target)
        for number, piece in enumerate(spaced):
            part = parts[number]
            if piece is not pieces[number]:
                parts[number] = replace(part, piece=piece) if isinstance(part, Planned) else piece
        return Plan(parts, self._pair, marks, lengths)


def _without_pictures(part: Piece | Planned) -> list[Piece | Planned]:
    before, piece, behind = without_pictures(part.piece if isinstance(part, Planned) else narrowed(part))
    return [*before, replace(part, piece=piece) if isinstance(part, Planned) else piece, *behind]


def _core(text: str, spans: Sequence[Span]) -> tuple[int, int]:
    """From and to of what is between the omitted parts at the edges: those need no model to keep their places."""
    first, last = 0, len(text)
    inner = list(spans)
    paired = {place for pair in square_pairs(text, spans) for place in (pair.start, pair.end - 1)}
    while inner and _is_at_edge(inner[0], paired) and not text[first : inner[0].start].strip():
        first = inner.pop(0).end
    while inner and _is_at_edge(inner[-1], paired) and not text[inner[-1].end : last].strip():
        last = inner.pop().start
    # White space that is protected stays with what it belongs to.
    low, high = (inner[0].start, inner[-1].end) if inner else (last, first)
    return min(low, last - len(text[first:last].lstrip())), max(high, first + len(text[first:last].rstrip()))


def _is_at_edge(span: Span, paired: Set[int]) -> bool:
    """Whether a part at the edge needs no model; a bracket stays with what is between it and another.

    What has to become nothing is no white space either.
    """
    return span.kind is Kind.OMITTED and span.target != "" and span.start not in paired
