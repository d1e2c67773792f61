"""Numbers that a translation has too often, or of its own, beside the right ones: these go."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from service.text.numbers.edits import Edit
from service.text.numbers.figures import Figure, figures_in
from service.text.numbers.pairing import Pair, Placed
from service.text.protection.standins import is_stand_in

_BETWEEN_DOUBLES: Final = re.compile(r"[ ,\u00a0]+|-")
_BETWEEN: Final = re.compile(r",? ?-|, ?| ")
_HYPHEN_BEFORE: Final = re.compile(r"(?<= )-$")
_OF_WORD: Final = re.compile(r"[^\W\d_]")
_GLUED: Final = re.compile(r"[%‰°€$£¥/:×*]|[.,]\d| ?(?:[%‰°€$£¥]|percent|Prozent)")
_NOT_ALONE: Final = re.compile(r"[^\W_-]$|[€$£¥/:.#×*]$")

# Of what stood in for a number: the ending of an ordinal, or a point before another number.
_ENDING: Final = re.compile(r"(?:st|nd|rd|th|s)\b|\.(?= ?\d)")
_IN_WORD: Final = re.compile(r"\S-$")
_BEFORE_REST: Final = re.compile(r",? $")
_SIGN: Final = re.compile(r"\s*(?:[.,;:!?]|$)")


def doubles(text: str, target: str, new: Sequence[Placed], pairs: Sequence[Pair]) -> Iterator[Edit]:
    """Of a number that stands beside itself, one; what is protected, and not in `target`, stays."""
    free = {figure.start for figure in figures_in(target)} - {other.figure.start for _, other in pairs}
    surplus = Counter(number.value for number in new)
    for first, second in pairwise(_figures(text, target)):
        is_double = first.value == second.value and _BETWEEN_DOUBLES.fullmatch(text, first.end, second.start)
        if not is_double or not surplus[first.value] or free.isdisjoint((first.start, second.start)):
            continue
        surplus[first.value] -= 1
        is_first = first.start in free
        free.remove(first.start if is_first else second.start)
        yield Edit(first.start, second.start) if is_first else Edit(first.end, second.end)


def strays(text: str, target: str, new: Sequence[Placed], right: Sequence[Placed]) -> Iterator[Edit]:
    """Whole numbers of nothing that touch a right one, or one that is protected, and not in `target`.

    200 of "Joe, 200, 20", and -7 of "a 17-7-year-old".
    """
    own = {number.figure.start for number in new if number.value.isdecimal()}
    known = {number.figure.start for number in right} | {figure.start for figure in _protected(text, target)}
    gone: set[int] = set()
    for first, second in pairwise(_figures(text, target)):
        if not _BETWEEN.fullmatch(text, first.end, second.start) or first.start in gone:
            continue
        if first.start in known and second.start in own and _ends_alone(text, first, second):
            gone.add(second.start)
            yield Edit(first.end, second.end)
        elif first.start in own and second.start in known and _stands_alone(text, first):
            gone.add(first.start)
            hyphen = _HYPHEN_BEFORE.search(text[: first.start])
            yield Edit(hyphen.start() if hyphen else first.start, second.start)


def remnants(text: str, new: Sequence[Placed]) -> Iterator[Edit]:
    """Numbers that stood in for others, and that a model said once more."""
    for number in (number for number in new if is_stand_in(number.value)):
        start, end = number.figure.start, number.figure.end
        ending = _ENDING.match(text, end)
        end = ending.end() if ending else end
        if (
            not _IN_WORD.search(text[:start])
            and _stands_alone(text, number.figure)
            and not _GLUED.match(text, end)
            and not text[end:][:1].isalpha()
        ):
            yield Edit(_start_of_rest(text, start, end), end)


def _start_of_rest(text: str, start: int, end: int) -> int:
    """Where what goes with a number begins: the space before it, and a comma that another sign follows."""
    before = _BEFORE_REST.search(text, 0, start)
    first = before.start() if before else start
    return first if not before or _SIGN.match(text, end) else max(first, start - 1)


def _ends_alone(text: str, first: Figure, second: Figure) -> bool:
    """Whether nothing belongs to the second one; behind a hyphen, a word belongs to both: 17-7-year-old."""
    if _GLUED.match(text, second.end):
        return False
    return text[first.end : second.start] == "-" or not _OF_WORD.match(text, second.end)


def _stands_alone(text: str, figure: Figure) -> bool:
    return not _NOT_ALONE.search(text[: figure.start])


def _figures(text: str, target: str) -> list[Figure]:
    """Those that are protected and those that are not: of both together, two might look like one, as in 1 158."""
    return sorted([*figures_in(target), *_protected(text, target)], key=lambda figure: figure.start)


def _protected(text: str, target: str) -> list[Figure]:
    return figures_in("".join(" " if one == other else one for one, other in zip(text, target, strict=True)))
