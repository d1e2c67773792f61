"""Where inline marks go in a translation: around the words that come from the words they stood around.

Whatever the alignment says, each mark is there exactly once, and marks are nested as in the source: a mark takes one
stretch of units, its children share out that stretch. What a fixed mark covers goes where its parents are.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import Final

from service.text.marking.carriers import with_carriers
from service.text.marking.empty_marks import PUNCTUATION, empty_place, is_punctuation, with_empty
from service.text.marking.exact_words import with_exact_words
from service.text.marking.mark_tree import Group, Node, Part, forest, is_verbatim, written
from service.text.marks import Mark, MarkedText
from service.text.target import Unit, text_of, words_of

_ROUNDS: Final = 3  # of giving words to marks without any: where one goes, others may become free


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
    return with_empty(parts, [node for node in nodes if node.mark.start == node.mark.end], source)


def _stretch(parts: Sequence[Part], node: Node, source: str, silent: Collection[int]) -> tuple[int, int]:
    """From and to of the stretch that has most of what is the node's, and least of what is not."""
    at_start, at_end = node.mark.start < 0, node.mark.end > len(source)
    gains = _gains(parts, node, silent, only_protected=_is_protected(parts, node, source))
    first, last = _best_stretch(gains, at_start=at_start, at_end=at_end)
    if at_start != at_end and any(map(str.isalnum, source[max(0, node.mark.start) : node.mark.end])):
        first, last = _with_a_word(parts, gains, (first, last), at_end=at_end)
    if first == last and not (at_start or at_end):
        first, last = _sign_at(parts, empty_place(parts, node.mark.start), node.mark, source)
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
    while first > 0 and is_punctuation(parts[first - 1]) and _may_begin(parts[first:last], marked):
        first -= 1
    while last < len(parts) and is_punctuation(parts[last]) and _may_end(parts[first:last], marked):
        last += 1
    return first, last


def _sign_at(parts: Sequence[Part], place: int, mark: Mark, source: str) -> tuple[int, int]:
    """From and to of the punctuation at a place, if nothing else was marked: the model may have it from the words.

    What is behind all words of the source is so in the translation.
    """
    marked = source[mark.start : mark.end]
    if marked.strip() and not marked.strip(f"{PUNCTUATION} "):
        at_end = not any(map(str.isalnum, source[mark.end :]))
        numbers = (place, *(_last_there(parts, end) for end in (place, len(parts))[: 1 + at_end]))
        for number in numbers:
            if any(map(is_punctuation, parts[max(0, number) : number + 1])):
                return number, number + 1
    return place, place


def _last_there(parts: Sequence[Part], end: int) -> int:
    """The number of the last part before `end` that is not without text; -1 for none."""
    return next((number for number in range(end - 1, -1, -1) if _is_there(parts[number])), -1)


def _is_there(part: Part) -> bool:
    return isinstance(part, Group) or bool(part.text)


def _may_begin(parts: Sequence[Part], marked: str) -> bool:
    """Whether there is more punctuation at the beginning of what was marked than of these parts."""
    text = text_of([part for part in parts if isinstance(part, Unit)])
    return len(text) - len(text.lstrip(PUNCTUATION)) < len(marked) - len(marked.lstrip(PUNCTUATION))


def _may_end(parts: Sequence[Part], marked: str) -> bool:
    """The same of the end."""
    text = text_of([part for part in parts if isinstance(part, Unit)])
    return len(text) - len(text.rstrip(PUNCTUATION)) < len(marked) - len(marked.rstrip(PUNCTUATION))


def _visible(group: Group) -> list[Node]:
    """The children that are not inside a part which comes as it is: those are written with it."""
    return [] if any(is_verbatim(part, group.node) for part in group.parts) else group.node.children


def _gains(parts: Sequence[Part], node: Node, silent: Collection[int], *, only_protected: bool) -> list[float]:
    """What is won by having each part in a mark's stretch; `silent` ones say nothing of places."""
    start, end, is_fixed = node.mark.start, node.mark.end, node.mark.is_fixed
    return [
        -inf
        if isinstance(part, Group) or (is_fixed and not _is_fixed_in(part, node))
        else 0.0
        if id(part) in silent
        else (1.0 if start <= part.start < end and (part.span or not only_protected) else -1.0)
        for part in parts
    ]


def _is_protected(parts: Sequence[Part], node: Node, source: str) -> bool:
    """Whether all that a mark covers is protected: words that look at it are not what became of it."""
    spans = [part.span for part in parts if isinstance(part, Unit) and part.span and node.has(part.start)]
    marked = range(max(0, node.mark.start), min(len(source), node.mark.end))
    hidden = {place for span in spans for place in range(span.start, span.end)}
    return bool(spans) and not any(source[place].isalnum() for place in marked if place not in hidden)


def _is_unwitnessed(part: Unit, source: str) -> bool:
    """Whether a part is white space, or punctuation that the model made of a word."""
    if part.text.isspace():
        return True
    origin = source[max(0, part.start) : part.end].strip()
    is_sign = not any(map(str.isalnum, part.text)) and part.text != origin
    return is_sign and bool(origin.strip(PUNCTUATION))


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
