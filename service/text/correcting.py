"""Puts the numbers of a translation right where all attempts at it have others than the source.

A number that came up becomes one that was lost; others that were lost go to their neighbours, or to the words that come
from where they stand; of one that is said twice in a row, one goes. What may be there in words, or has to be translated
together with a word, is left as it is: it is worse to spoil a number than to tell of it.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from service.text.candidate import Candidate, differing, free_text
from service.text.measures import may_be_converted
from service.text.number_pairs import Pair, Placed, became, kept, numbers_of_source, numbers_of_target, told
from service.text.number_words import knows_large, says_large
from service.text.numbers import Figure, figures_in, has_to_be_translated, ordinal_ending, written_figures
from service.text.restoring import spaced
from service.text.scripts import base_language
from service.text.sentence import Sentence
from service.text.target import Unit, spliced, starts_of, text_of

_ORDINAL: Final = re.compile(r"(?:st|nd|rd|th)\b")
_LETTERS_BEFORE: Final = re.compile(r"[A-Za-z]*$")
_LETTERS_BEHIND: Final = re.compile(r"[A-Za-z]*")
_BETWEEN_DOUBLES: Final = re.compile(r"[ ,\u00a0]+")
_BETWEEN_NEIGHBOURS: Final = re.compile(r"[^\w\s()\[\]{}]|[^\w()\[\]{}]{2,3}| ?[\u4e00-\u9fff] ?")
_HOUR: Final = "点點时時"


@dataclass(frozen=True, slots=True)
class _Edit:
    """What is at `start` to `end` of the translation becomes `text`, which stands at `origin` in the source.

    Where it is known what comes between that and what is before it, or behind it, these are added.
    """

    start: int
    end: int
    text: str = ""
    origin: int = 0
    before: str = ""
    behind: str = ""


def lacks_alignment(candidate: Candidate) -> bool:
    """Whether it is not known where a number belongs that was lost."""
    return bool(candidate.numbers.missing) and not _has_alignment(candidate)


def corrected(candidate: Candidate) -> Candidate:
    """The candidate with the numbers of its source, as far as it is plain what has to be done."""
    if not candidate.numbers or not candidate.sentence.has_digits:  # of others, a stream may have sent something
        return candidate
    edits = list(_Corrector(candidate).edits())
    units = list(candidate.units)
    # From the end, so that what is done does not move what is to be done; of two at one place the second one first.
    for _, edit in sorted(enumerate(edits), key=lambda pair: (pair[1].start, pair[1].end, pair[0]), reverse=True):
        units = _edited(units, edit, candidate)
    numbers = differing(candidate.sentence, free_text(units))
    if len(numbers.missing) + len(numbers.added) >= len(candidate.numbers.missing) + len(candidate.numbers.added):
        return candidate
    put, dropped = Counter(candidate.numbers.missing), Counter(candidate.numbers.added)
    return replace(
        candidate,
        units=tuple(units),
        numbers=numbers,
        put=tuple((put - Counter(numbers.missing)).elements()),
        dropped=tuple((dropped - Counter(numbers.added)).elements()),
    )


class _Corrector:
    """Finds out what has to be done."""

    def __init__(self, candidate: Candidate) -> None:
        self._candidate = candidate
        self._is_aligned = _has_alignment(candidate)
        self._source = _masked_source(candidate.sentence)
        self._target = _masked(candidate.units)
        look = candidate.sentence.look
        self._languages = base_language(look.source), base_language(look.target)
        self._written = written_figures(self._source, look.target)

    def edits(self) -> Iterator[_Edit]:
        """In order of the source, but for what goes."""
        numbers, units = self._candidate.numbers, self._candidate.units
        given, found = numbers_of_source(self._source), numbers_of_target(self._target, units)
        same = kept(given, found)
        lost = told((number for number in given if all(number is not one for one, _ in same)), numbers.missing)
        others = [number for number in found if all(number is not other for _, other in same)]
        new = told(others, numbers.added)
        known = {number.value for number in given}
        doubtful = [number for number in others if number not in new and number.value not in known]
        pairs = became(lost, new, doubtful, is_aligned=self._is_aligned)
        plain = [pair for pair in pairs if self._is_plain(*pair)]
        yield from (self._in_place(*pair) for pair in plain)
        gone = [number for number in lost if all(number is not one for one, _ in pairs)]
        yield from self._inserted(gone, given, [*same, *plain])
        yield from self._doubles([number for number in new if all(number is not other for _, other in pairs)], pairs)

    def _is_plain(self, lost: Placed, new: Placed) -> bool:
        """Whether one became the other; in a text with words for numbers only the alignment says that."""
        if lost.start not in self._written or has_to_be_translated(self._target, new.figure):
            return False
        if may_be_converted(self._source, lost.figure.end, self._target):
            return False
        texts = zip((self._source, self._target), self._languages, strict=True)
        may_be_words = any(says_large(text, language) or not knows_large(language) for text, language in texts)
        return not may_be_words or (self._is_aligned and new.overlaps(lost))

    def _in_place(self, lost: Placed, new: Placed) -> _Edit:
        """A number in place of another, with the ending of an English ordinal that it has."""
        text, figure = self._written[lost.start].text, new.figure
        ending = _ORDINAL.match(self._target, figure.end) if self._languages[1] == "en" else None
        if ending is None:
            return _Edit(figure.start, figure.end, text, lost.start)
        return _Edit(figure.start, ending.end(), text + ordinal_ending(text), lost.start)

    def _inserted(self, gone: Sequence[Placed], given: Sequence[Placed], pairs: Sequence[Pair]) -> Iterator[_Edit]:
        """Numbers that are nowhere, if it is known where they belong, and that they are not there as words."""
        language = self._languages[1]
        if not self._is_aligned or not knows_large(language) or says_large(self._target, language):
            return
        places = {one.start: (other.figure.start, other.figure.end) for one, other in pairs}
        said = {one.value for one, _ in pairs}  # once more may be too often: "50 votes, and these 50"
        for number in (one for one in gone if one.start in self._written and one.value not in said):
            if may_be_converted(self._source, number.figure.end, self._target):
                continue
            edit = self._beside_neighbour(number, given, places) or self._among_words(number)
            places[number.start] = edit.start, edit.start
            yield edit

    def _beside_neighbour(
        self, lost: Placed, given: Sequence[Placed], places: dict[int, tuple[int, int]]
    ) -> _Edit | None:
        """A number behind or before the one that it touches in the source, as in a date."""
        text = self._written[lost.start].text
        for first, last in pairwise(number for number in given if number.start in self._written):
            is_behind, is_before = last is lost and first.start in places, first is lost and last.start in places
            gap = self._gap(first.start, last.start) if is_behind or is_before else None
            if gap is not None and is_behind:
                end = self._end_of_word(places[first.start][1])
                return _Edit(end, end, text, lost.start, before=gap)
            if gap is not None:
                start = places[last.start][0]
                return _Edit(start, start, text, lost.start, behind=gap)
        return None

    def _end_of_word(self, place: int) -> int:
        """Behind the letters that a number has there, as in 1990s."""
        letters = _LETTERS_BEHIND.match(self._target, place)
        return letters.end() if letters else place

    def _gap(self, first: int, last: int) -> str | None:
        """What is between the numbers at two places, as any language writes it; None if they are no neighbours."""
        end = self._written[first].end
        gap = self._candidate.sentence.text[end:last]
        if gap != self._source[end:last] or not _BETWEEN_NEIGHBOURS.fullmatch(gap):
            return None
        if gap.strip() in _HOUR:
            return ":"
        usual = unicodedata.normalize("NFKC", gap)
        return usual if usual.isascii() else " "

    def _among_words(self, lost: Placed) -> _Edit:
        """A number before the words that come from it, or behind those that come from what is before it."""
        units = self._candidate.units
        words = [(unit, start) for unit, start in zip(units, starts_of(units), strict=False) if _is_word(unit)]
        own = [start + _num_spaces(unit) for unit, start in words if unit.span is None and lost.overlaps(unit)]
        before = [(unit.end, start + len(unit.text)) for unit, start in words if unit.end <= lost.start]
        place = own[0] if own else max(before, default=(0, 0))[1]
        return _Edit(place, place, self._word_of(self._written[lost.start]), lost.start)

    def _word_of(self, figure: Figure) -> str:
        """A number with the letters that it has in the source; an ordinal as German writes it."""
        before = _LETTERS_BEFORE.search(self._source[: figure.start])
        behind = _LETTERS_BEHIND.match(self._source, figure.end)
        first, last = before[0] if before else "", behind[0] if behind else ""
        if self._languages[1] == "de" and _ORDINAL.fullmatch(last):
            last = "."
        return f"{first}{figure.text}{last}"

    def _doubles(self, new: Sequence[Placed], pairs: Sequence[Pair]) -> Iterator[_Edit]:
        """Of a number that stands beside itself, one goes; what is protected stays."""
        text = text_of(self._candidate.units)
        free = {figure.start for figure in figures_in(self._target)} - {other.figure.start for _, other in pairs}
        surplus = Counter(number.value for number in new)
        for first, second in pairwise(figures_in(text)):
            is_double = first.value == second.value and _BETWEEN_DOUBLES.fullmatch(text, first.end, second.start)
            if not is_double or not surplus[first.value] or free.isdisjoint((first.start, second.start)):
                continue
            surplus[first.value] -= 1
            is_first = first.start in free
            free.remove(first.start if is_first else second.start)
            yield _Edit(first.start, second.start) if is_first else _Edit(first.end, second.end)


def _has_alignment(candidate: Candidate) -> bool:
    return any(token.alignment is not None for token in candidate.hypothesis.tokens)


def _masked_source(sentence: Sentence) -> str:
    """The text with as much space for what is protected."""
    text = sentence.text
    for span in sentence.spans:
        text = text[: span.start] + " " * (span.end - span.start) + text[span.end :]
    return text


def _masked(units: Sequence[Unit]) -> str:
    """The same for a translation."""
    return "".join(" " * len(unit.text) if unit.span else unit.text for unit in units)


def _is_word(unit: Unit) -> bool:
    return any(map(str.isalnum, unit.text))


def _num_spaces(unit: Unit) -> int:
    return len(unit.text) - len(unit.text.lstrip())


def _edited(units: list[Unit], edit: _Edit, candidate: Candidate) -> list[Unit]:
    if not edit.text:
        return spliced(units, edit.start, edit.end, [])
    source, text = candidate.source, text_of(units)
    written = f"{edit.before}{edit.text}{edit.behind}"
    parts = [Unit(written, edit.origin, edit.origin + 1, source.one_hot(edit.origin))]
    if edit.start == edit.end:
        before, behind = text[: edit.start], text[edit.end :]
        if edit.before or edit.behind:  # a number beside another is like that: only with letters it needs a space
            before, behind = before[-1:] if edit.behind else "", behind[:1] if edit.before else ""
            before, behind = (near if near.isalnum() else "" for near in (before, behind))
        parts = spaced(parts, before, behind, source)
    return spliced(units, edit.start, edit.end, parts)
