"""Where inline marks go in a translation: around the words that come from the words they stood around.

Whatever the alignment says, each mark is there exactly once, and marks are nested as in the source: a mark takes one
stretch of units, its children share out that stretch. What a fixed mark covers goes where its parents are.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import Final

from service.text.marking.carriers import with_carriers
from service.text.marking.exact_words import with_exact_words
from service.text.marking.mark_tree import Group, Node, Part, forest, is_verbatim, written
from service.text.marks import Mark, MarkedText
from service.text.target import Unit, words_of

_ROUNDS: Final = 3  # of giving words to marks without any: where one goes, others may become free
# What a sentence has between its words. Other signs may be the first of something protected.
_PUNCTUATION: Final = ".,;:!?…\"'()«»„“”‚‘’-–—。！？，、；：「」『』（）"


def project(units: Sequence[Unit], marks: Sequence[Mark], source: str) -> MarkedText:
    """A translation with the marks of its source sentence. One around words is around words, if there are enough.

    A mark that begins before the sentence or ends behind it reaches that edge of the translation, too.
    """
    return _projected(with_exact_words(units, marks, source), marks, source, gives_words=True)


def stretches(units: Sequence[Unit], ranges: Sequence[tuple[int, int]], source: str) -> list[tuple[int, int]]:
    """For each of `ranges` of a source, in order and nested, from and to of what comes from it in the units' text."""
    marks = [Mark(start, end, number) for number, (start, end) in enumerate(ranges)]
    found = _projected(units, marks, source, gives_words=False).marks
    places = {mark.key: (mark.start, mark.end) for mark in found}
    return [places[number] for number in range(len(ranges))]


def _projected(units: Sequence[Unit], marks: Sequence[Mark], source: str, *, gives_words: bool) -> MarkedText:
    """`gives_words` to marks whose own words are gone."""
    whole = Group(
        Node(Mark(-1, len(source) + 1, -1), forest(marks)), [part for unit in units for part in _without_space(unit)]
    )
    waiting = [whole]
    while waiting:
        group = waiting.pop()
        own = [part for part in group.parts if isinstance(part, Unit)]
        group.parts = _parts_of(own, group, source)
        for _ in range(_ROUNDS if gives_words else 0):
            if not (moved := with_carriers(own, group.parts, source)):
                break
            own = moved
            group.parts = _parts_of(own, group, source)
        waiting += [part for part in group.parts if isinstance(part, Group)]
    return written(whole.parts)


def _parts_of(units: list[Unit], outer: Group, source: str) -> list[Part]:
    """The units of a group, with the groups of its children among them, in which there are only units yet."""
    nodes = _visible(outer)
    if len(nodes) == 1 and nodes[0].is_alike(outer.node):
        return [Group(nodes[0], [*units])]
    return _grouped(units, nodes, source)


def _without_space(unit: Unit) -> Iterator[Unit]:
    """A unit and the space before it, which belongs to a mark only where the words on both sides do."""
    word = unit.text.lstrip()
    if word and len(word) < len(unit.text) and unit.span is None:
        yield replace(unit, text=unit.text[: -len(word)])
        unit = replace(unit, text=word)
    yield unit


def _grouped(units: Sequence[Unit], nodes: Sequence[Node], source: str) -> list[Part]:
    """`units` with a group for each of `nodes` among them."""
    parts: list[Part] = [*units]
    silent = {id(unit) for unit in units if unit.span is None and _is_unwitnessed(unit, source)}
    has_fixed = any(unit.span and unit.span.is_marked for unit in units)
    # What has to reach an edge takes its place first, then the others share out what is left.
    for node in sorted(nodes, key=lambda node: node.mark.start >= 0 and node.mark.end <= len(source)):
        if node.mark.start < node.mark.end:
            first, last = _stretch(parts, node, source, silent)
            if has_fixed:
                _take_with_fixed(parts, first, last, node, at_end=node.mark.end > len(source))
            else:
                parts[first:last] = [Group(node, parts[first:last])]
    return _with_empty(parts, [node for node in nodes if node.mark.start == node.mark.end], source)


def _stretch(parts: Sequence[Part], node: Node, source: str, silent: Collection[int]) -> tuple[int, int]:
    """From and to of the stretch that has most of what is the node's, and least of what is not."""
    at_start, at_end = node.mark.start < 0, node.mark.end > len(source)
    gains = _gains(parts, node, silent)
    first, last = _best_stretch(gains, at_start=at_start, at_end=at_end)
    if at_start != at_end and any(map(str.isalnum, source[max(0, node.mark.start) : node.mark.end])):
        first, last = _with_a_word(parts, gains, (first, last), at_end=at_end)
    if first == last and not (at_start or at_end):
        first = last = _empty_place(parts, node.mark.start)
    if first < last and not node.mark.is_fixed:
        first, last = _with_punctuation(parts, first, last, source[max(0, node.mark.start) : node.mark.end])
    return first, last


def _with_a_word(
    parts: Sequence[Part], gains: Sequence[float], stretch: tuple[int, int], *, at_end: bool
) -> tuple[int, int]:
    """A stretch at an edge that goes as far as a word: the nearest one of its own, or else the nearest."""
    first, last = stretch
    texts = [part.text if isinstance(part, Unit) else " " for part in parts]
    words = [word for word in words_of(texts) if any(map(str.isalnum, "".join(texts[slice(*word)])))]
    if any(first < end and start < last for start, end in words):
        return stretch
    low = max((number for number in range(first) if gains[number] == -inf), default=-1) + 1 if at_end else 0
    high = len(parts) if at_end else next((n for n in range(last, len(parts)) if gains[n] == -inf), len(parts))
    free = [word for word in (reversed(words) if at_end else words) if low <= word[0] and word[1] <= high]
    best = next((word for word in free if gains[word[0]] > 0), free[0] if free else stretch)
    return min(first, best[0]), max(last, best[1])


def _take_with_fixed(parts: list[Part], first: int, last: int, node: Node, *, at_end: bool) -> None:
    """Group a stretch, without what is fixed and belongs elsewhere, and with what does not and belongs here."""
    inside = parts[first:last]
    foreign = [part for part in inside if _is_fixed_elsewhere(part, node)]
    outside = [part for part in parts[:first] + parts[last:] if _is_fixed_in(part, node)]
    before = [part for part in parts[:first] if not _is_fixed_in(part, node)]
    behind = [part for part in parts[last:] if not _is_fixed_in(part, node)]
    group = Group(node, [part for part in inside if not _is_fixed_elsewhere(part, node)] + outside)
    # Where the group reaches the end of the text, what has to leave it goes before it.
    parts[:] = [*before, *foreign, group] if at_end else [*before, group, *foreign, *behind]


def _with_punctuation(parts: Sequence[Part], first: int, last: int, marked: str) -> tuple[int, int]:
    """From and to of a stretch with the punctuation at its edges, if there is some at the edges of what was marked."""
    if marked[0] in _PUNCTUATION:
        while first > 0 and _is_punctuation(parts[first - 1]):
            first -= 1
    if marked[-1] in _PUNCTUATION:
        while last < len(parts) and _is_punctuation(parts[last]):
            last += 1
    return first, last


def _is_punctuation(part: Part) -> bool:
    return isinstance(part, Unit) and part.span is None and bool(part.text) and not part.text.strip(_PUNCTUATION)


def _visible(group: Group) -> list[Node]:
    """The children that are not inside a part which comes as it is: those are written with it."""
    return [] if any(is_verbatim(part, group.node) for part in group.parts) else group.node.children


def _gains(parts: Sequence[Part], node: Node, silent: Collection[int]) -> list[float]:
    """What is won by having each part in a mark's stretch; `silent` ones say nothing of places."""
    start, end, is_fixed = node.mark.start, node.mark.end, node.mark.is_fixed
    return [
        -inf
        if isinstance(part, Group) or (is_fixed and not _is_fixed_in(part, node))
        else (0.0 if id(part) in silent else 1.0 if start <= part.start < end else -1.0)
        for part in parts
    ]


def _is_unwitnessed(part: Unit, source: str) -> bool:
    """Whether a part is white space, or punctuation that the model made of a word."""
    if part.text.isspace():
        return True
    origin = source[max(0, part.start) : part.end].strip()
    is_sign = not any(map(str.isalnum, part.text)) and part.text != origin
    return is_sign and bool(origin.strip(_PUNCTUATION))


def _best_stretch(gains: Sequence[float], *, at_start: bool, at_end: bool) -> tuple[int, int]:
    """From and to of the stretch with the largest sum; at an edge it begins or ends there, at both it is everything."""
    if at_start and at_end:
        return 0, len(gains)
    best, best_sum = (len(gains), len(gains)) if at_end else (0, 0), 0.0
    first, total = 0, 0.0
    for number, gain in enumerate(reversed(gains) if at_end else gains, start=1):
        total += gain
        if total > best_sum:
            best_sum = total
            best = (len(gains) - number, len(gains)) if at_end else (first, number)
        if total <= 0 and not (at_start or at_end):
            first, total = number, 0.0
    return best


def _is_fixed_in(part: Part, node: Node) -> bool:
    return isinstance(part, Unit) and part.span is not None and part.span.is_marked and node.has(part.span.start)


def _is_fixed_elsewhere(part: Part, node: Node) -> bool:
    return isinstance(part, Unit) and part.span is not None and part.span.is_marked and not node.has(part.span.start)


def _with_empty(parts: list[Part], nodes: Sequence[Node], source: str) -> list[Part]:
    """The parts with groups without words among them. In one go: there may be as many as there are characters."""
    if not nodes:
        return parts
    last = {end: number for number, end in enumerate(map(_end, parts), start=1) if end > 0}
    ends = sorted(last)
    words_end = max((number for number, part in enumerate(parts, start=1) if _is_word(part)), default=0)
    behind: defaultdict[int, list[Part]] = defaultdict(list)
    for node in nodes:
        place = bisect_right(ends, node.mark.start)
        number = last[ends[place - 1]] if place else _start(parts)
        group = Group(node, [])
        if not source[max(0, node.mark.start - 1) : node.mark.start].isspace():
            behind[number].append(group)
            continue
        number = _behind_space(parts, number, source[node.mark.start : node.mark.start + 1])
        is_last = number >= words_end and not behind[number]
        behind[number] += [*(_missing_space(parts, number) if is_last else ()), group]
    return [*behind[0], *(item for number, part in enumerate(parts, start=1) for item in (part, *behind[number]))]


def _behind_space(parts: Sequence[Part], number: int, follower: str) -> int:
    """Behind the space at a place; where a word is the `follower`, also behind punctuation that the model has there."""
    place = number
    while follower.isalnum() and place < len(parts) and _is_punctuation(parts[place]):
        place += 1
    return place + 1 if _is_space(parts[place : place + 1]) else number


def _missing_space(parts: Sequence[Part], number: int) -> Iterator[Unit]:
    """The space before what comes behind the last word, of which the model has none."""
    last = next((part for part in reversed(parts[:number]) if isinstance(part, Group) or part.text), None)
    if isinstance(last, Unit) and last.span is None and not last.text[-1].isspace():
        yield replace(last, text=" ")


def _is_word(part: Part) -> bool:
    return isinstance(part, Group) or bool(part.text.strip(f"{_PUNCTUATION} "))


def _is_space(parts: Sequence[Part]) -> bool:
    return any(isinstance(part, Unit) and part.span is None and part.text.isspace() for part in parts)


def _empty_place(parts: Sequence[Part], position: int) -> int:
    """Behind the last part that comes from what is directly before `position`; at the start, behind empty ones."""
    ends = [part_end if 0 < (part_end := _end(part)) <= position else 0 for part in parts]
    best = max(ends, default=0)
    return max(number for number, end in enumerate(ends, start=1) if end == best) if best else _start(parts)


def _start(parts: Sequence[Part]) -> int:
    return next((number for number, part in enumerate(parts) if _end(part)), len(parts))


def _end(part: Part) -> int:
    return part.end if isinstance(part, Unit) else part.node.mark.end
