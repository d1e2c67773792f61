"""Where inline marks go in a translation: around the words that come from the words they stood around.

Whatever the alignment says, each mark is there exactly once, and marks are nested as in the source: a mark takes one
stretch of units, its children share out that stretch. What a fixed mark covers goes where its parents are.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from service.text.marks import Mark, MarkedText
from service.text.target import Unit

# What a sentence has between its words. Other signs may be the first of something protected.
_PUNCTUATION: Final = ".,;:!?…\"'()«»„“”‚‘’-–—。！？，、；：「」『』（）"


@dataclass(slots=True)
class Node:
    """A mark and those inside it."""

    mark: Mark
    children: list["Node"] = field(default_factory=list)

    def has(self, position: int) -> bool:
        """Whether a place in the source is covered."""
        return self.mark.start <= position < self.mark.end


@dataclass(slots=True)
class Group:
    """The units that a mark covers, in order of the target, with the groups of its children among them."""

    node: Node
    parts: list["Unit | Group"]


Part = Unit | Group


def project(units: Sequence[Unit], marks: Sequence[Mark], source: str) -> MarkedText:
    """A translation with the marks of its source sentence.

    A mark that begins before the sentence or ends behind it reaches that edge of the translation, too.
    """
    parts: list[Part] = [part for unit in units for part in _without_space(unit)]
    arranged = _arranged(parts, _forest(marks), source)
    found: list[Mark] = []
    text = "".join(_written(arranged, 0, found))
    return MarkedText(text, tuple(found))


def stretches(units: Sequence[Unit], ranges: Sequence[tuple[int, int]], source: str) -> list[tuple[int, int]]:
    """For each of `ranges` of a source, in order and nested, from and to of what comes from it in the units' text."""
    marks = [Mark(start, end, number) for number, (start, end) in enumerate(ranges)]
    found = {mark.key: (mark.start, mark.end) for mark in project(units, marks, source).marks}
    return [found[number] for number in range(len(ranges))]


def _without_space(unit: Unit) -> Iterator[Unit]:
    """A unit and the space before it, which belongs to a mark only where the words on both sides do."""
    word = unit.text.lstrip()
    if word and len(word) < len(unit.text) and unit.span is None:
        yield replace(unit, text=unit.text[: -len(word)])
        unit = replace(unit, text=word)
    yield unit


def _forest(marks: Sequence[Mark]) -> list[Node]:
    """The marks as trees; they are in document order. An empty one at another's end stands behind it."""
    roots: list[Node] = []
    path: list[Node] = []
    for mark in marks:
        while path and not (path[-1].has(mark.start) and mark.end <= path[-1].mark.end):
            path.pop()
        node = Node(mark)
        (path[-1].children if path else roots).append(node)
        path.append(node)
    return roots


def _arranged(parts: list[Part], nodes: Sequence[Node], source: str) -> list[Part]:
    """`parts` with a group for each of `nodes` among them."""
    # What has to reach an edge takes its place first, then the others share out what is left.
    for node in sorted(nodes, key=lambda node: node.mark.start >= 0 and node.mark.end <= len(source)):
        if node.mark.start < node.mark.end:
            _take_stretch(parts, node, source)
    for node in nodes:
        if node.mark.start == node.mark.end:
            parts.insert(_empty_place(parts, node.mark.start), Group(node, []))
    return parts


def _take_stretch(parts: list[Part], node: Node, source: str) -> None:
    """Group the stretch of `parts` that has most of what is the node's, and least of what is not."""
    at_start, at_end = node.mark.start < 0, node.mark.end > len(source)
    first, last = _best_stretch([_gain(part, node, source) for part in parts], at_start=at_start, at_end=at_end)
    if first == last and not (at_start or at_end):
        first = last = _empty_place(parts, node.mark.start)
    if first < last and not node.mark.is_fixed:
        first, last = _with_punctuation(parts, first, last, source[max(0, node.mark.start) : node.mark.end])
    inside = parts[first:last]
    foreign = [part for part in inside if _is_fixed_elsewhere(part, node)]
    outside = [part for part in parts[:first] + parts[last:] if _is_fixed_in(part, node)]
    own: list[Part] = [part for part in inside if not _is_fixed_elsewhere(part, node)] + outside
    before = [part for part in parts[:first] if not _is_fixed_in(part, node)]
    behind = [part for part in parts[last:] if not _is_fixed_in(part, node)]
    group = Group(node, _arranged(own, _visible(node, own), source))
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


def _visible(node: Node, own: Sequence[Part]) -> list[Node]:
    """The children that are not inside a part which comes as it is: those are written with it."""
    return [] if any(_is_verbatim(part, node) for part in own) else node.children


def _is_verbatim(part: Part, node: Node) -> bool:
    if isinstance(part, Group) or part.span is None or not node.mark.is_fixed:
        return False
    return (part.span.start, part.span.end) == (node.mark.start, node.mark.end)


def _gain(part: Part, node: Node, source: str) -> float:
    """What is won by having a part in a mark's stretch."""
    if isinstance(part, Group) or (node.mark.is_fixed and not _is_fixed_in(part, node)):
        return -float("inf")
    if part.span is None and _is_unwitnessed(part, source):
        return 0.0
    return 1.0 if node.has(part.start) else -1.0


def _is_unwitnessed(part: Unit, source: str) -> bool:
    """Whether a part is white space, or punctuation that the model made of a word: both say nothing of places."""
    if part.text.isspace():
        return True
    origin = source[max(0, part.start) : part.end].strip()
    return bool(origin.strip(_PUNCTUATION)) and not any(map(str.isalnum, part.text))


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


def _empty_place(parts: Sequence[Part], position: int) -> int:
    """Behind the last part that comes from what is directly before `position`; at the start, behind empty ones."""
    ends = [part_end if 0 < (part_end := _end(part)) <= position else 0 for part in parts]
    best = max(ends, default=0)
    if best:
        return max(number for number, found in enumerate(ends, start=1) if found == best)
    return next((number for number, part in enumerate(parts) if _end(part)), len(parts))


def _end(part: Part) -> int:
    return part.end if isinstance(part, Unit) else part.node.mark.end


def _written(parts: Sequence[Part], position: int, found: list[Mark]) -> Iterator[str]:
    """The texts of parts from `position` on; marks are added to `found` in document order."""
    for part in parts:
        if isinstance(part, Unit):
            yield part.text
            position += len(part.text)
            continue
        number = len(found)
        found.append(part.node.mark)
        texts = list(_written(part.parts, position, found))
        length = sum(map(len, texts))
        mark = part.node.mark
        found[number] = Mark(position, position + length, mark.key, mark.is_fixed)
        found += _inner_marks(part, position)
        position += length
        yield from texts


def _inner_marks(group: Group, position: int) -> Iterator[Mark]:
    """Marks inside a fixed one: its text is the source's, so they are where they were."""
    if any(_is_verbatim(part, group.node) for part in group.parts):
        offset = position - group.node.mark.start
        for mark in _all_marks(group.node.children):
            yield Mark(mark.start + offset, mark.end + offset, mark.key, mark.is_fixed)


def _all_marks(nodes: Sequence[Node]) -> Iterator[Mark]:
    for node in nodes:
        yield node.mark
        yield from _all_marks(node.children)
