"""Subtitles: sentences that run over several cues are translated whole, then shared out over the cues again.

Everything outside the words stays as it is: tags, speaker dashes, notes of music, and of course times and numbers.
A cue gets the words that the marks of the translation give it, moved to the end of a word or, if one is near, to a
comma; its lines are broken evenly, into no more of them than it had.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from service.text.formats.cue_parts import Cue, Part, read_parts
from service.text.formats.cue_sentences import sentences
from service.text.formats.encoded import EncodedText
from service.text.formats.line_breaks import Break, breaks, choose, evenly, joint
from service.text.formats.splicing import splice
from service.text.formats.tags import TagSyntax
from service.text.marks import Mark, MarkedText

# One for one, so that marks stay where they are: no translation may bring a line break into a cue.
_WITHOUT_BREAKS = dict.fromkeys(map(ord, "\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029"), " ")

# An empty line would end the cue, and what others say in it would be lost.
_NOTHING = "\u00a0"


@dataclass(frozen=True, slots=True)
class _Unit:
    """Parts that are translated together. If there are several, each has a mark; those of its tags follow by key."""

    parts: tuple[Part, ...]
    keys: tuple[int, ...]
    source: MarkedText


class CueDocument:
    """A subtitle file whose cues have been found; see `Document`."""

    def __init__(self, file: EncodedText, units: Sequence[_Unit]) -> None:
        self._file = file
        self._units = units

    @property
    def units(self) -> Sequence[MarkedText]:
        return [unit.source for unit in self._units]

    def render(self, translations: Sequence[MarkedText]) -> bytes:
        written = [
            (part.start, part.end, words)
            for unit, translation in zip(self._units, translations, strict=True)
            if translation != unit.source
            for part, words in zip(unit.parts, _words(unit, translation), strict=True)
        ]
        return self._file.encode(splice(self._file.text, written))


def read_cues(file: EncodedText, cues: Sequence[Cue], syntax: TagSyntax) -> CueDocument:
    """A document of these cues of a file."""
    parts = [part for cue in cues for part in read_parts(file.text, cue, syntax)]
    return CueDocument(file, [_unit(group) for group in sentences(parts)])


def _unit(parts: Sequence[Part]) -> _Unit:
    if len(parts) == 1:
        return _Unit((parts[0],), (-1,), parts[0].source)
    text = ""
    marks: list[Mark] = []
    keys = []
    for part in parts:
        said = part.source
        text += joint(text, said.text) if text else ""
        keys.append(len(marks))
        marks.append(Mark(len(text), len(text) + len(said.text), len(marks)))
        marks += [
            replace(mark, start=mark.start + len(text), end=mark.end + len(text), key=mark.key + keys[-1] + 1)
            for mark in said.marks
        ]
        text += said.text
    return _Unit(tuple(parts), tuple(keys), MarkedText(text, tuple(marks)))


def _words(unit: _Unit, translation: MarkedText) -> Iterator[str]:
    """What each part of a unit says in the translation, as it is written in the file."""
    text = translation.text.translate(_WITHOUT_BREAKS)
    for part, key, (start, end) in zip(unit.parts, unit.keys, _shares(unit, translation, text), strict=True):
        words = text[start:end] if text[start:end].strip() else _NOTHING
        said = MarkedText(words, _marks_within(translation, part, key, start, end))
        yield part.inline.render(_in_lines(said, part))


def _shares(unit: _Unit, translation: MarkedText, text: str) -> list[tuple[int, int]]:
    """Which part of the translated text each part gets. With fewer words than parts, some words are seen twice."""
    num_parts = len(unit.parts)
    places = breaks(text)
    if len(places) < num_parts - 1:
        words = _between(places, text)
        return [words[number * len(words) // num_parts] for number in range(num_parts)]
    return _between(choose(places, list(_wanted_ends(unit, translation))), text)


def _between(chosen: Sequence[Break], text: str) -> list[tuple[int, int]]:
    starts = [0, *(place.start for place in chosen)]
    ends = [*(place.end for place in chosen), len(text)]
    return list(zip(starts, ends, strict=True))


def _wanted_ends(unit: _Unit, translation: MarkedText) -> Iterator[float]:
    """Where each part but the last ends: between its mark and the next one's, or else in proportion to the source."""
    places = {mark.key: mark for mark in translation.marks}
    source = {mark.key: mark for mark in unit.source.marks}
    for key, following in pairwise(unit.keys):
        here, there = places[key], places[following]
        if here.start < here.end <= there.start < there.end:
            yield (here.end + there.start) / 2
        else:
            yield len(translation.text) * source[key].end / len(unit.source.text)


def _marks_within(translation: MarkedText, part: Part, key: int, start: int, end: int) -> tuple[Mark, ...]:
    """The marks of a part's own elements, as far as its share of the text goes; `key` is that of the part's mark."""
    own = part.source.marks
    marks = {
        mark.key - key - 1: Mark(
            min(max(mark.start, start), end) - start, min(max(mark.end, start), end) - start, mark.key - key - 1
        )
        for mark in translation.marks
        if 0 <= mark.key - key - 1 < len(own)
    }
    # Tags between words are times more often than not, and those have to come in order.
    single = [mark.key for mark in own if mark.start == mark.end]
    places = sorted(marks[number].start for number in single)
    marks |= {number: Mark(place, place, number) for number, place in zip(single, places, strict=True)}
    return tuple(marks.values())


def _in_lines(said: MarkedText, part: Part) -> MarkedText:
    """With line breaks in place of the white space at the places where lines end."""
    chosen = evenly(said.text, part.num_lines, part.widest)
    text = splice(said.text, [(place.end, place.start, "\n") for place in chosen])
    marks = [replace(mark, start=_moved(mark.start, chosen), end=_moved(mark.end, chosen)) for mark in said.marks]
    return MarkedText(text, tuple(marks))


def _moved(position: int, chosen: Sequence[Break]) -> int:
    """Where a position is once each break is a single character; one inside a break is behind it."""
    before = [place for place in chosen if place.start <= position]
    return position + sum(1 - (place.start - place.end) for place in before)
