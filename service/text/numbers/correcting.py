"""Puts the numbers of a translation right where all attempts at it have others than the source.

A number that came up becomes one that was lost, with its word for zeros; others that were lost go to their neighbours,
or to the words that come from where they stand; of those that are said twice in a row, or that touch a right one and
come from nothing, one goes. What may be there in words is left as it is: it is worse to spoil a number than to tell of
it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from service.engine.events import FinishReason
from service.text.candidate import Candidate, differing, free_text
from service.text.faults.needless_pauses import without_needless_pauses
from service.text.faults.scripts import base_language
from service.text.faults.shortening import is_short
from service.text.numbers.comparing import Difference
from service.text.numbers.edits import Edit, with_edits
from service.text.numbers.figures import figures_in, has_to_be_translated, ordinal_ending, written_figures
from service.text.numbers.halves import halved, wrong_halves
from service.text.numbers.inserting import Inserter
from service.text.numbers.measures import may_be_converted
from service.text.numbers.pairing import Placed, became, kept, numbers_of_source, numbers_of_target, told
from service.text.numbers.percents import with_percents
from service.text.numbers.repeating import repeats
from service.text.numbers.scales import without_quantities
from service.text.numbers.strays import doubles, remnants, strays
from service.text.numbers.words import knows_large, says_large
from service.text.numbers.worths import worths_of, wrongly_scaled
from service.text.sentence import Sentence
from service.text.spans import NUMBERS
from service.text.target import Unit, text_of

_ORDINAL: Final = re.compile(r"(?:st|nd|rd|th)s?\b")
_ENDING: Final = re.compile(r"\.(?= \w)|[ \u00a0\u202f]?[%‰°€$£¥]|(?:(?:st|nd|rd|th)?s?|e[nr]|ern)\b")


def lacks_alignment(candidate: Candidate) -> bool:
    """Whether it is not known where a number belongs that was lost."""
    return bool(candidate.numbers.missing) and not _has_alignment(candidate)


def corrected(candidate: Candidate) -> Candidate:
    """The candidate with the numbers of its source, as far as it is plain what has to be done."""
    sentence = candidate.sentence
    if not candidate.numbers or not (sentence.has_digits or sentence.spans):  # of others, a stream may have sent some
        return candidate
    return _edited(candidate, _Corrector(candidate).edits())


def with_halves(candidate: Candidate) -> Candidate:
    """The candidate with its times in the half of the day that they lost, if that is all that is wrong with its
    numbers: the words around them stay, where another attempt may have others."""
    if not candidate.numbers:
        return candidate
    done = _edited(candidate, _Corrector(candidate).lost_halves())
    return candidate if done.numbers else done


def without_repeats(candidate: Candidate) -> Candidate:
    """The candidate without phrases that are there once more than their numbers should be."""
    text, target = text_of(candidate.units), _masked(candidate.units)
    return _edited(candidate, repeats(text, target, candidate.numbers.added))


def without_surplus(candidate: Candidate) -> Candidate:
    """The candidate without numbers that only the model has: a gap in a sentence is seen, a wrong number is believed.

    It stays where there is nothing else, or where it may be what became of one that is missing.
    """
    if candidate.numbers.missing:
        return candidate
    done = _edited(candidate, _Corrector(candidate).surplus())
    return candidate if done.is_empty else done


def _edited(candidate: Candidate, edits: Iterable[Edit]) -> Candidate:
    """The candidate with all of that done, if its numbers are better then."""
    units = with_edits(candidate.units, edits, candidate.source)
    units = with_percents(units, candidate.sentence.spans, candidate.source)
    units = without_needless_pauses(units, candidate.sentence.text)
    numbers = differing(candidate.sentence, free_text(units))
    if not _is_better(numbers, candidate.numbers):
        return candidate
    put, dropped = (Counter(values) for values in (candidate.numbers.missing, candidate.numbers.added))
    dropped = (dropped - Counter(numbers.added)) & _gone(candidate.units, units)
    return replace(
        candidate,
        units=tuple(units),
        numbers=numbers,
        put=(*candidate.put, *(put - Counter(numbers.missing)).elements()),
        dropped=(*candidate.dropped, *dropped.elements()),
    )


def is_more_right(candidate: Candidate, other: Candidate) -> bool:
    """Whether a candidate is a whole translation with the numbers of its source, no more of which had to be put in than
    in another whole one. A word for a large number excuses no number here."""
    num_numbers, num_given = map(len, map(figures_in, (free_text(candidate.units), candidate.sentence.unprotected)))
    has_its_numbers = not candidate.numbers and num_numbers <= num_given
    return has_its_numbers and _is_whole(candidate) and (len(candidate.put) <= len(other.put) or not _is_whole(other))


def _is_whole(candidate: Candidate) -> bool:
    num_tokens, num_source_tokens = len(candidate.hypothesis.token_ids), len(candidate.source.places)
    return candidate.hypothesis.reason is FinishReason.STOP and not is_short(num_source_tokens, num_tokens)


def _gone(before: Sequence[Unit], behind: Sequence[Unit]) -> Counter[str]:
    """Which numbers are there less often."""
    first, last = (Counter(figure.value for figure in figures_in(free_text(units))) for units in (before, behind))
    return first - last


class _Corrector:
    """Finds out what has to be done."""

    def __init__(self, candidate: Candidate) -> None:
        self._candidate = candidate
        self._is_aligned = _has_alignment(candidate)
        self._source = _masked_source(candidate.sentence)
        self._target = _masked(candidate.units)
        look = candidate.sentence.look
        self._languages = base_language(look.source), base_language(look.target)
        self._written = written_figures(self._source, look.target, look.source)
        self._given = worths_of(self._source, self._languages[0])
        self._found = worths_of(self._target, self._languages[1])
        self._ends = {worth.figure.start: worth.end for worth in self._found if worth.is_quantity}

    def edits(self) -> Iterator[Edit]:
        """In order of the source, but for what goes."""
        numbers, units = self._candidate.numbers, self._candidate.units
        given, found = numbers_of_source(self._source), numbers_of_target(self._target, units)
        same = kept(given, found)
        lost = told((number for number in given if all(number is not one for one, _ in same)), numbers.missing)
        others = [number for number in found if all(number is not other for _, other in same)]
        new = told(others, numbers.added)
        known = {number.value for number in given}
        doubtful = [number for number in others if number not in new and number.value not in known]
        pairs = [pair for pair in became(lost, new, doubtful, is_aligned=self._is_aligned) if self._is_plain(*pair)]
        yield from (self._in_place(*pair) for pair in pairs)
        yield from self._rescaled(numbers.missing)
        yield from halved(wrong_halves(self._source, self._target, self._languages), self._target, self._languages[1])
        if self._is_aligned:
            gone = [number for number in lost if all(number is not one for one, _ in pairs)]
            texts, sentence = (self._source, self._target), self._candidate.sentence.text
            inserter = Inserter(texts, self._languages, units, self._written, sentence)
            yield from inserter.edits(gone, given, [*same, *pairs])
        surplus = [number for number in new if all(number is not other for _, other in pairs)]
        yield from doubles(text_of(units), self._target, surplus, pairs)
        if any(span.kind in NUMBERS for span in self._candidate.sentence.spans):
            own = {figure.value for figure in figures_in(self._candidate.sentence.text)}
            yield from remnants(text_of(units), [number for number in surplus if number.value not in own])
        if len(same) + len(pairs) == len(given) and self._has_no_words():
            unknown = [number for number in surplus if number.value not in known]
            yield from strays(text_of(units), self._target, unknown, [other for _, other in [*same, *pairs]])

    def surplus(self) -> Iterator[Edit]:
        """Numbers that none of the source became, with the endings and the space that they have."""
        given, found = numbers_of_source(self._source), numbers_of_target(self._target, self._candidate.units)
        same = [other for _, other in kept(given, found)]
        others = [number for number in found if all(number is not other for other in same)]
        for number in told(others, self._candidate.numbers.added):
            start, end = number.figure.start, number.figure.end
            start -= self._target[:start].endswith(("€", "$", "£", "¥"))
            ending = _ENDING.match(self._target, end)
            end = ending.end() if ending else end
            is_alone = self._target[:start].endswith("(") and self._target.startswith(")", end)
            if is_alone and not self._candidate.sentence.has_brackets:
                start, end = start - 1, end + 1
            is_spaced = self._target[:start].endswith(" ") and not self._target[end : end + 1].isalnum()
            yield Edit(start - is_spaced, end)

    def lost_halves(self) -> Iterator[Edit]:
        """Times that get the half of the day that they lost."""
        pairs = wrong_halves(self._source, self._target, self._languages)
        return halved([pair for pair in pairs if pair[1].half is None], self._target, self._languages[1])

    def _is_plain(self, lost: Placed, new: Placed) -> bool:
        """Whether one became the other; in a text with words for numbers only the alignment says that."""
        written = self._written.get(lost.start)
        if written is None or may_be_converted(self._source, written.end, self._target):
            return False
        if has_to_be_translated(self._target, new.figure) and new.figure.start not in self._ends:
            return False
        if self._is_aligned and new.overlaps(lost):
            return True
        return self._has_no_words() and not self._says_large(self._target, self._languages[1])

    def _has_no_words(self) -> bool:
        """Whether the source has no large number but in digits."""
        return not self._says_large(self._source, self._languages[0])

    def _says_large(self, text: str, language: str) -> bool:
        return not knows_large(language) or says_large(without_quantities(text, language), language)

    def _in_place(self, lost: Placed, new: Placed) -> Edit:
        """A number in place of another, with the ending of an English ordinal that it has."""
        text, figure = self._written[lost.start].text, new.figure
        ending = _ORDINAL.match(self._target, figure.end) if self._languages[1] == "en" else None
        if ending is None:
            return Edit(figure.start, self._ends.get(figure.start, figure.end), text, lost.start)
        return Edit(figure.start, ending.end(), text + ordinal_ending(text), lost.start)

    def _rescaled(self, missing: Sequence[str]) -> Iterator[Edit]:
        """Numbers that have another word for their zeros, or none."""
        for worth, other in wrongly_scaled(self._given, self._found):
            if worth.written in missing and worth.figure.start in self._written:
                written = self._written[worth.figure.start]
                yield Edit(other.figure.start, other.end, written.text, written.start)


def _is_better(one: Difference, other: Difference) -> bool:
    """Whether less is wrong, and nothing more is lost, as where two numbers with a space between them become one."""
    num_wrong = len(one.missing) + len(one.added)
    return len(one.missing) <= len(other.missing) and num_wrong < len(other.missing) + len(other.added)


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
