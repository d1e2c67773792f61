"""What a model is shown in place of what it must not touch.

Chosen by counting, with the shipped models, in 36 sentences for each language with one to three places each: how many
came out with every stand-in exactly once. A URL or `{name}` itself: none. From English into German: Tom, Boston, Paris
31, X7, Y8, Z9 25, numbers 20, single letters 2, "(1)" 21; with Texas, Madrid, Linda where the first three failed: 34.
From Chinese into English: the names below 31, X-5 and so on 24, "A" 18, Latin names 18, one after the other 35.
For numbers, in 15 sentences: 47, 17 and 15 all but one; 244890, 2.200.112 and telephone numbers none at all.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from types import MappingProxyType
from typing import Final

from service.text.spans import NUMBERS, Kind

NUM_SETS: Final = 2  # that are tried one after the other


@dataclass(frozen=True, slots=True)
class StandIn:
    """What the source has, and what the translation is expected to have."""

    source: str
    target: str


def _same(*names: str) -> tuple[StandIn, ...]:
    return tuple(StandIn(name, name) for name in names)


_NAMES: Final = (
    _same("Tom", "Boston", "Paris", "Linda", "John", "Madrid", "Texas", "Maria", "Michael", "Martin"),
    _same("Texas", "Madrid", "Linda", "Boston", "Maria", "Paris", "London", "John", "Lisa", "Chicago"),
)
_CODES: Final = _same("X-5", "X-2", "X-12", "X-9", "X-34", "X-3", "X-7")
_TOM, _TOKYO, _JOHN, _MARY, _BOSTON = (
    StandIn("汤姆", "Tom"),
    StandIn("东京", "Tokyo"),
    StandIn("约翰", "John"),
    StandIn("玛丽", "Mary"),
    StandIn("波士顿", "Boston"),
)
# By the language pair; names in characters have a known form only where it was looked up.
_BY_PAIR: Final[Mapping[tuple[str, str], Sequence[tuple[StandIn, ...]]]] = MappingProxyType(
    {("zh", "en"): ((_TOM, _TOKYO, _JOHN, _MARY, _BOSTON), (_CODES[0], _TOM, *_CODES[1:]))}
)
# Of a date: words that models know better than most, in a sentence that is said of them as it is of a date.
_DATES: Final = MappingProxyType(
    {
        (Kind.DAY, "en", "de"): (
            StandIn("Monday", "Montag"),
            StandIn("Sunday", "Sonntag"),
            StandIn("Friday", "Freitag"),
        ),
        (Kind.DAY, "zh", "en"): (StandIn("星期一", "Monday"), StandIn("星期天", "Sunday"), StandIn("星期五", "Friday")),
        (Kind.MONTH, "en", "de"): _same("April", "August", "September"),
        (Kind.MONTH, "zh", "en"): (StandIn("四月", "April"), StandIn("八月", "August"), StandIn("五月", "May")),
    }
)
_UNSPACED: Final = frozenset({"zh", "ja"})
_FIGURES: Final = (_same("47", "17", "15", "12", "60"), _same("15", "47", "11", "23", "17"))


def stand_ins(kind: Kind, source: str, target: str, text: str, number: int) -> Iterator[StandIn]:
    """Set `number` of them for a language pair, without end; none of them occurs in `text`."""
    if kind in NUMBERS:
        dates = _DATES.get((kind, source, target), ())
        known, more = (*dates, *_FIGURES[number]), _same(*map(str, range(61, 100)))
    else:
        known, more = _BY_PAIR.get((source, target), (_CODES, _CODES) if source in _UNSPACED else _NAMES)[number], ()
    folded = text.casefold()
    for stand_in in (*known, *more):
        if stand_in.source.casefold() not in folded and stand_in.target.casefold() not in folded:
            yield stand_in
    yield from (StandIn(name, name) for name in map("X{}".format, count(2)) if name.casefold() not in folded)


def is_stand_in(number: str) -> bool:
    """Whether a number is one of those that stand in for others, where the source has none like it."""
    return any(number == stand_in.target for numbers in _FIGURES for stand_in in numbers)
