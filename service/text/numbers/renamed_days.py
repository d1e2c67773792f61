"""Puts the one day of the week, or the one month, right that a translation has made another one of."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from service.text.candidate import Candidate
from service.text.numbers.day_words import DAYS
from service.text.numbers.edits import Edit, with_edits
from service.text.numbers.lost_days import Named, name_of, renamed
from service.text.numbers.percents import said_with_numbers, with_numbers_of

_ARTICLE: Final = re.compile(r"\b[Aa]n? \Z")  # of "an April" that is no "an May"


def with_days(candidate: Candidate) -> Candidate:
    """The candidate with the name of its source where one became another and nothing else of the kind is lost: endings
    and the words around are the same for all of them, in German as in English."""
    edits = [*_edits(candidate)] if candidate.lost_words and candidate.sentence.has_days else []
    if not edits:
        return candidate
    source, target = candidate.sentence.text, said_with_numbers(candidate.units)
    units = tuple(with_edits(candidate.units, edits, candidate.source))
    done = replace(candidate, units=units)
    if len(done.lost_words) >= len(candidate.lost_words):
        return candidate
    put = tuple(dict.fromkeys(source[one.start : one.end] for one in _renamed(candidate)[0]))
    dropped = tuple(dict.fromkeys(target[edit.start : edit.end] for edit in edits))
    return replace(done, put=(*candidate.put, *put), dropped=(*candidate.dropped, *dropped))


def other_days(candidate: Candidate) -> tuple[str, ...]:
    """Names that only a candidate has, where it lacks some of its source."""
    if not (candidate.lost_words and candidate.sentence.has_days):
        return ()
    target = said_with_numbers(candidate.units)
    return tuple(target[one.start : one.end] for one in _renamed(candidate)[1])


def _edits(candidate: Candidate) -> Iterator[Edit]:
    target, language = said_with_numbers(candidate.units), candidate.sentence.languages[1]
    lost, others = _renamed(candidate)
    is_plain = len({one.place for one in lost}) == 1 and len({other.place for other in others}) == 1
    if not is_plain or len(lost) != len(others) or len({DAYS[one.place].is_month for one in [*lost, *others]}) > 1:
        return
    for one, other in zip(lost, others, strict=True):
        said = target[other.start : other.end]
        if not (language == "en" and _ARTICLE.search(target[: other.start])):
            yield Edit(other.start, other.end, _cased(name_of(one, language), said), one.start)


def _renamed(candidate: Candidate) -> tuple[list[Named], list[Named]]:
    sentence = candidate.sentence
    return renamed(
        with_numbers_of(sentence.text, sentence.spans), said_with_numbers(candidate.units), sentence.languages
    )


def _cased(name: str, like: str) -> str:
    return name.upper() if like.isupper() else name.lower() if like.islower() else name
