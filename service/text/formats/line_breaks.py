"""Where a text may go on in a new line, and which of these places come closest to where breaks are wanted."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

# Chinese and Japanese break anywhere but before what closes and behind what opens.
_UNSPACED = r"\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_CLOSING = "、。，．！？：；…‥’”」』）】》〉〕ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々"
_OPENING = "‘“「『（【《〈〔"
_PLACE = re.compile(
    rf"\s+|(?<=[{_UNSPACED}{_CLOSING}])(?=[{_UNSPACED}{_OPENING}\w])|(?<=\w)(?=[{_UNSPACED}{_OPENING}])"
)
_NOT_BREAKING = "\u00a0\u202f\u2060\ufeff"
_IS_UNSPACED = re.compile(rf"[{_UNSPACED}{_CLOSING}{_OPENING}]")
_PAUSE = re.compile(r"[,.;:!?…，。；：！？、)\]」』）”»]")

# A break behind a comma is worth being this many characters away from where it is wanted.
_WORTH_OF_A_PAUSE = 3


@dataclass(frozen=True, slots=True)
class Break:
    """A line may end at `end` and the next begin at `start`; between them there is only white space."""

    end: int
    start: int
    is_pause: bool


def joint(before: str, after: str) -> str:
    """What stands between two lines that become one: nothing in scripts without spaces."""
    return "" if _IS_UNSPACED.match(before[-1:]) and _IS_UNSPACED.match(after[:1]) else " "


def width(text: str) -> int:
    """Columns: an ideograph takes two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def breaks(text: str) -> list[Break]:
    """All places between two words of `text` at which a new line may begin."""
    inner = range(len(text) - len(text.lstrip()) + 1, len(text.rstrip()))
    return [
        Break(place.start(), place.end(), bool(_PAUSE.match(text[place.start() - 1])))
        for place in _PLACE.finditer(text)
        if place.start() in inner and _may_break(text, place)
    ]


def _may_break(text: str, place: re.Match[str]) -> bool:
    if place[0]:
        return not any(character in _NOT_BREAKING for character in place[0])
    return text[place.start()] not in _CLOSING and text[place.start() - 1] not in _OPENING


def choose(places: Sequence[Break], wanted: Sequence[float]) -> list[Break]:
    """As many of `places` as breaks are wanted, in order, closest to the wanted positions; needs at least as many."""
    # best[i]: the cost and the choice of breaks so far with the last one at place i.
    best: list[tuple[float, list[Break]]] = [(0.0, [])]
    for number, position in enumerate(wanted):
        best = _with_next(best, places, number, position, num_left=len(wanted) - number - 1)
    return min(best, key=lambda choice: choice[0])[1]


def _with_next(
    best: Sequence[tuple[float, list[Break]]], places: Sequence[Break], number: int, position: float, num_left: int
) -> list[tuple[float, list[Break]]]:
    """The best choices that end with each place that leaves enough others before and behind it."""
    choices = []
    cheapest: tuple[float, list[Break]] = (float("inf"), [])
    before = iter(best)
    for place in places[number : len(places) - num_left]:
        cheapest = min(cheapest, next(before, cheapest), key=lambda choice: choice[0])
        choices.append((cheapest[0] + _cost(place, position), [*cheapest[1], place]))
    return choices


def _cost(place: Break, position: float) -> float:
    return abs((place.end + place.start) / 2 - position) + (0 if place.is_pause else _WORTH_OF_A_PAUSE)


def evenly(text: str, num_lines: int, widest: int) -> list[Break]:
    """Breaks that make at most `num_lines` lines of about one length, and fewer if they get no wider than `widest`."""
    places = breaks(text)
    most = min(num_lines, len(places) + 1)
    fewest = min(most, max(1, width(text) // max(1, widest)))
    for count in range(fewest, most + 1):
        chosen = choose(places, [len(text) * number / count for number in range(1, count)])
        if max(map(width, lines(text, chosen))) <= widest:
            break
    return chosen


def lines(text: str, chosen: Sequence[Break]) -> list[str]:
    """The text between the chosen breaks."""
    starts = [0, *(place.start for place in chosen)]
    ends = [*(place.end for place in chosen), len(text)]
    return [text[start:end] for start, end in zip(starts, ends, strict=True)]
