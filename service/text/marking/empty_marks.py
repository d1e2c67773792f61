"""Marks without words, as of images: behind what comes from the words before them, on the same side of a space."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from service.text.marking.mark_tree import Group, Node, Part
from service.text.target import Unit

# What a sentence has between its words. Other signs may be the first of something protected.
PUNCTUATION: Final = ".,;:!?…\"'()«»„“”‚‘’-–—。！？，、；：「」『』（）"


def with_empty(parts: list[Part], nodes: Sequence[Node], source: str) -> list[Part]:
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
    while follower.isalnum() and place < len(parts) and is_punctuation(parts[place]):
        place += 1
    return place + 1 if _is_space(parts[place : place + 1]) else number


def _missing_space(parts: Sequence[Part], number: int) -> Iterator[Unit]:
    """The space before what comes behind the last word, of which the model has none."""
    last = next((part for part in reversed(parts[:number]) if isinstance(part, Group) or part.text), None)
    if isinstance(last, Unit) and last.span is None and not last.text[-1].isspace():
        yield replace(last, text=" ")


def _is_word(part: Part) -> bool:
    return isinstance(part, Group) or bool(part.text.strip(f"{PUNCTUATION} "))


def _is_space(parts: Sequence[Part]) -> bool:
    return any(isinstance(part, Unit) and part.span is None and part.text.isspace() for part in parts)


def empty_place(parts: Sequence[Part], position: int) -> int:
    """Behind the last part that comes from what is directly before `position`; at the start, behind empty ones."""
    ends = [part_end if 0 < (part_end := _end(part)) <= position else 0 for part in parts]
    best = max(ends, default=0)
    return max(number for number, end in enumerate(ends, start=1) if end == best) if best else _start(parts)


def _start(parts: Sequence[Part]) -> int:
    return next((number for number, part in enumerate(parts) if _end(part)), len(parts))


def _end(part: Part) -> int:
    return part.end if isinstance(part, Unit) else part.node.mark.end


def is_punctuation(part: Part) -> bool:
    return isinstance(part, Unit) and part.span is None and bool(part.text) and not part.text.strip(PUNCTUATION)
