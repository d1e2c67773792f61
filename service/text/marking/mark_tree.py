"""Marks as trees, and the parts of a translation grouped by them. Without recursion: tags may nest thousands deep."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from service.text.marks import Mark, MarkedText
from service.text.target import Unit


@dataclass(slots=True)
class Node:
    """A mark and those inside it."""

    mark: Mark
    children: list["Node"] = field(default_factory=list)

    def has(self, position: int) -> bool:
        """Whether a place in the source is covered."""
        return self.mark.start <= position < self.mark.end

    def is_alike(self, other: "Node") -> bool:
        """Whether both marks stand around the same words, which the model translates."""
        mark, same = self.mark, other.mark
        return (mark.start, mark.end) == (same.start, same.end) and not (mark.is_fixed or same.is_fixed)


@dataclass(slots=True)
class Group:
    """The units that a mark covers, in order of the target, with the groups of its children among them."""

    node: Node
    parts: list["Unit | Group"]


Part = Unit | Group


def forest(marks: Sequence[Mark]) -> list[Node]:
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


def is_verbatim(part: Part, node: Node) -> bool:
    """Whether a part is what a fixed mark covers, as it is, with all the marks inside."""
    if isinstance(part, Group) or part.span is None or not node.mark.is_fixed:
        return False
    return (part.span.start, part.span.end) == (node.mark.start, node.mark.end)


@dataclass(frozen=True, slots=True)
class _End:
    """Of the mark with this number, which began at `start`."""

    number: int
    start: int


def written(parts: Sequence[Part]) -> MarkedText:
    """The text of parts, with their marks in document order."""
    texts: list[str] = []
    found: list[Mark] = []
    position = 0
    waiting: list[Part | _End] = [*reversed(parts)]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Unit):
            texts.append(part.text)
            position += len(part.text)
        elif isinstance(part, _End):
            found[part.number] = replace(found[part.number], start=part.start, end=position)
        else:
            waiting += [_End(len(found), position), *reversed(part.parts)]
            found += [part.node.mark, *_inner_marks(part, position)]
    return MarkedText("".join(texts), tuple(found))


def _inner_marks(group: Group, position: int) -> Iterator[Mark]:
    """Marks inside a fixed one: its text is the source's, so they are where they were."""
    if any(is_verbatim(part, group.node) for part in group.parts):
        offset = position - group.node.mark.start
        waiting = [*reversed(group.node.children)]
        while waiting:
            node = waiting.pop()
            yield replace(node.mark, start=node.mark.start + offset, end=node.mark.end + offset)
            waiting += reversed(node.children)
