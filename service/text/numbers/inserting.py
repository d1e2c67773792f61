"""Finds the place of a number that a translation does not have."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Final

from service.text.numbers.edits import Edit
from service.text.numbers.figures import Figure
from service.text.numbers.measures import may_be_converted
from service.text.numbers.pairing import Pair, Placed
from service.text.numbers.scales import bare_words, quantities, without_quantities
from service.text.numbers.spelled import small_word_before, spelled, spells
from service.text.numbers.words import says_large
from service.text.target import Unit, starts_of

_ORDINAL: Final = re.compile(r"(?:st|nd|rd|th)\b")
_LETTERS_BEFORE: Final = re.compile(r"[A-Za-z]*$")
_LETTERS_BEHIND: Final = re.compile(r"[A-Za-z]*")
_BETWEEN_NEIGHBOURS: Final = re.compile(r"[^\w\s()\[\]{}]|[^\w()\[\]{}]{2,3}| ?[\u4e00-\u9fff] ?")
_HOUR: Final = "点點时時"


class Inserter:
    """For one translation, whose protected parts are masked in both texts."""

    def __init__(
        self,
        texts: tuple[str, str],
        languages: tuple[str, str],
        units: Sequence[Unit],
        written: dict[int, Figure],
        sentence: str,
    ) -> None:
        self._source, self._target = texts
        self._languages = languages
        self._units = units
        self._written = written
        self._sentence = sentence
        source, target = languages
        self._has_large_words = says_large(without_quantities(texts[0], source), source)
        self._own = {quantity.start: quantity for quantity in quantities(texts[0], source)}
        self._inside = [(quantity.start, quantity.end) for quantity in quantities(texts[1], target)]
        self._spelled = list(spelled(texts[1], target))

    def edits(self, gone: Sequence[Placed], given: Sequence[Placed], pairs: Sequence[Pair]) -> Iterator[Edit]:
        """For numbers that are nowhere, if they are not there as words."""
        places = {one.start: (other.figure.start, other.figure.end) for one, other in pairs}
        said = {one.value for one, _ in pairs}  # once more may be too often: "50 votes, and these 50"
        for number in (one for one in gone if one.start in self._written and one.value not in said):
            is_converted = may_be_converted(self._source, self._written[number.start].end, self._target)
            if is_converted or spells(self._target, number.value, self._languages[1]):
                continue
            edit = (
                self._beside_neighbour(number, given, places)
                or self._at_word(number, {one.value for one in given}, places)
                or self._among_words(number)
            )
            places[number.start] = edit.start, edit.end
            yield edit

    def _beside_neighbour(
        self, lost: Placed, given: Sequence[Placed], places: dict[int, tuple[int, int]]
    ) -> Edit | None:
        """A number behind or before the one that it touches in the source, as in a date."""
        text = self._written[lost.start].text
        for first, last in pairwise(number for number in given if number.start in self._written):
            is_behind, is_before = last is lost and first.start in places, first is lost and last.start in places
            gap = self._gap(first.start, last.start) if is_behind or is_before else None
            if gap is not None and is_behind:
                end = self._end_of_word(places[first.start][1])
                return Edit(end, end, text, lost.start, before=gap)
            if gap is not None:
                start = places[last.start][0]
                return Edit(start, start, text, lost.start, behind=gap)
        return None

    def _end_of_word(self, place: int) -> int:
        """Behind the letters that a number has there, as in 1990s."""
        letters = _LETTERS_BEHIND.match(self._target, place)
        return letters.end() if letters else place

    def _gap(self, first: int, last: int) -> str | None:
        """What is between the numbers at two places, as any language writes it; None if they are no neighbours."""
        end = self._written[first].end
        gap = self._sentence[end:last]
        if gap != self._source[end:last] or not _BETWEEN_NEIGHBOURS.fullmatch(gap):
            return None
        if gap.strip() in _HOUR:
            return ":"
        usual = unicodedata.normalize("NFKC", gap)
        return usual if usual.isascii() else " "

    def _at_word(self, lost: Placed, values: set[str], places: dict[int, tuple[int, int]]) -> Edit | None:
        """A number in place of the word that was made of it: another number, or only what its zeros are."""
        if self._has_large_words:
            return None
        taken = {start for start, _ in places.values()}
        words = chain(self._bare_words(lost, values), self._words(lost, values))
        free = next((place for place in words if place[0] not in taken), None)
        return Edit(*free, self._written[lost.start].text, lost.start) if free else None

    def _bare_words(self, lost: Placed, values: set[str]) -> Iterator[tuple[int, int]]:
        """From and to of words for the same zeros, with a small number before them that is not of the source."""
        own, language = self._own.get(lost.start), self._languages[1]
        for start, end in bare_words(self._target, language, own.num_zeros) if own else []:
            first, number = small_word_before(self._target, start, language)
            if number not in values and all(end <= other or last <= start for other, last in self._inside):
                yield first, end

    def _words(self, lost: Placed, values: set[str]) -> Iterator[tuple[int, int]]:
        """From and to of words for other numbers that come from the same place, or of the only one."""
        words = [word for word in self._spelled if str(word[2]) not in values]
        for start, end, _ in words:
            if len(words) == 1 or any(lost.overlaps(unit) for unit in self._units_at(start, end)):
                yield start, end

    def _units_at(self, start: int, end: int) -> Iterator[Unit]:
        for unit, first in zip(self._units, starts_of(self._units), strict=False):
            if first < end and start < first + len(unit.text):
                yield unit

    def _among_words(self, lost: Placed) -> Edit:
        """A number before the words that come from it, or behind those that come from what is before it."""
        units = self._units
        words = [(unit, start) for unit, start in zip(units, starts_of(units), strict=False) if _is_word(unit)]
        own = [start + _num_spaces(unit) for unit, start in words if unit.span is None and lost.overlaps(unit)]
        before = [(unit.end, start + len(unit.text)) for unit, start in words if unit.end <= lost.start]
        place = own[0] if own else max(before, default=(0, 0))[1]
        return Edit(place, place, self._word_of(self._written[lost.start]), lost.start)

    def _word_of(self, figure: Figure) -> str:
        """A number with the letters that it has in the source; an ordinal as German writes it."""
        before = _LETTERS_BEFORE.search(self._source[: figure.start])
        behind = _LETTERS_BEHIND.match(self._source, figure.end)
        first, last = before[0] if before else "", behind[0] if behind else ""
        if self._languages[1] == "de" and _ORDINAL.fullmatch(last):
            last = "."
        return f"{first}{figure.text}{last}"


def _is_word(unit: Unit) -> bool:
    return any(map(str.isalnum, unit.text))


def _num_spaces(unit: Unit) -> int:
    return len(unit.text) - len(unit.text.lstrip())
