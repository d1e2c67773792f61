"""Whether a translation has the numbers of its source, however a language writes them."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from service.text.numbers.dates import torn_days, without_months
from service.text.numbers.equality import is_said_time, pair_off, without_same
from service.text.numbers.figures import values_in
from service.text.numbers.halves import wrong_halves
from service.text.numbers.numerals import may_be_figure
from service.text.numbers.ordinals import torn_ordinals
from service.text.numbers.percents import may_say_percent
from service.text.numbers.scales import knows_scales, says_scale
from service.text.numbers.spelled import says_number, says_round, spells
from service.text.numbers.words import may_say, says_large
from service.text.numbers.worths import Worth, has_scale, may_be_worth, without_equal, worths_of, wrongly_scaled

_PART: Final = re.compile("half|quarter|halb|viertel", re.IGNORECASE)  # of a million, which are thousands

Languages = tuple[str, str]  # of a source and of its translation; empty if not known


@dataclass(frozen=True, slots=True)
class Difference:
    """Numbers that only the source has, and only the translation. One with a wrong word for zeros has that word."""

    missing: tuple[str, ...]
    added: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.missing or self.added)


NOTHING: Final = Difference((), ())


def differing_numbers(source: str, target: str, languages: Languages = ("", "")) -> Difference:
    """The numbers that were lost or came up; how they are written, zeros or numbers in words, and 12 hours do not
    count. A time in the other half of the day is both, and so is the day of a date with letters at it."""
    difference = _differing(source, target, languages)
    torn_numbers = [*torn_days(source, target, languages[0]), *_torn_ordinals(source, target, languages)]
    if torn := tuple(set(torn_numbers).difference(difference.missing)):
        difference = Difference((*difference.missing, *torn), (*difference.added, *torn))
    wrong = [pair for pair in wrong_halves(source, target, languages) if pair[0].values.isdisjoint(difference.missing)]
    if not wrong:
        return difference
    missing, added = (time.said(source) for time, _ in wrong), (other.said(target) for _, other in wrong)
    return Difference((*difference.missing, *missing), (*difference.added, *added))


def _torn_ordinals(source: str, target: str, languages: Languages) -> list[str]:
    return torn_ordinals(source, target) if languages == ("en", "de") else []


def _differing(source: str, target: str, languages: Languages) -> Difference:
    """The same but for halves of the day."""
    worths = _worths(source, target, languages)
    if worths is None:
        values, others = values_in(source), values_in(target)
        if sorted(values) == sorted(others):
            return NOTHING
        given, found = Counter(values), Counter(others)
    else:
        given, found = (Counter(worth.figure.value for worth in rest) for rest in without_equal(*worths))
    missing, added = list((given - found).elements()), list((found - given).elements())
    if missing and worths:
        pair_off(missing, added, _may_be_same(*worths))
    if missing and added:
        without_same(missing, added, (source, target), languages)
    is_known = all(languages)
    if is_known or not (missing and added):  # a number that became another one is no word
        added = [
            number
            for number in added
            if not (
                _may_be_word(source, number, languages[0])
                or (not missing and _may_be_large(source, number, languages[0]))
            )
        ]
        given_worths = worths[0] if worths else []
        said = without_months(target, languages[1], source, languages[0])
        missing = [
            number
            for number in missing
            if not (_is_said(number, given_worths, said, languages[1]) and may_say_percent(number, source, target))
            and not says_round(said, number, languages[1])
        ]
        missing = [number for number in missing if not is_said_time(number, source, target, languages[1])]
    wrong = wrongly_scaled(*worths) if worths and all(map(knows_scales, languages)) else []
    return Difference((*missing, *(one.written for one, _ in wrong)), (*added, *(other.written for _, other in wrong)))


def _may_be_large(source: str, number: str, language: str) -> bool:
    """Whether a source may have a number as words for a large one, of which those of Chinese are known for sure."""
    if language == "en" and len(number) <= len("99"):
        return spells(source, number, language)
    return says_large(source, language) and (language != "zh" or may_be_figure(number, source))


def _worths(source: str, target: str, languages: Languages) -> tuple[list[Worth], list[Worth]] | None:
    """Of both texts, if there is any word or character for zeros."""
    if not (has_scale(source) or has_scale(target)):
        return None
    return worths_of(source, languages[0]), worths_of(target, languages[1])


def _may_be_same(given: list[Worth], found: list[Worth]) -> Callable[[str, str], bool]:
    """Whether two numbers are equal but for zeros, for which there may be words."""

    def are_same(one: str, other: str) -> bool:
        if _significant(one) != _significant(other):
            return False
        return any(
            may_be_worth(worth, another)
            for worth in given
            if worth.figure.value == one
            for another in found
            if another.figure.value == other
        )

    return are_same


def _significant(number: str) -> str:
    return number.replace(".", "").rstrip("0")


def _may_be_word(text: str, number: str, language: str, *, is_alone: bool = True) -> bool:
    return may_say(text, number, language) or says_number(text, number, language, is_alone=is_alone)


def _is_said(number: str, given: list[Worth], target: str, language: str) -> bool:
    """Whether a number below 100 may be there as a word, together with the word for its zeros."""
    scales = {worth.num_zeros for worth in given if worth.figure.value == number} or {None}
    if not _may_be_word(target, number, language, is_alone=None in scales):
        return False
    is_part = _PART.search(target) is not None
    return any(
        num_zeros is None
        or says_scale(target, language, num_zeros)
        or (is_part and says_scale(target, language, num_zeros + 3))
        for num_zeros in scales
    )
