"""Inline elements as marks: read into a text piece by piece, and woven into its translation."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from service.text.marks import Mark, MarkedText

_BEHIND_WORDS: Final = frozenset(".,;:!?…)]»”。，；：！？、）")


@dataclass(slots=True)
class _Element:
    """What a mark stands for: the source of its beginning and its end, and the key of the one around it."""

    before: str
    after: str
    parent: int | None
    start: int
    end: int
    is_fixed: bool
    space: str = ""  # behind it, where a word follows


@dataclass(frozen=True, slots=True)
class _End:
    mark: Mark


class Inline:
    """A text with inline elements. What is open must be closed before the text is used."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self._length = 0
        self._elements: list[_Element] = []
        self._open: list[int] = []

    def add(self, text: str) -> None:
        """Words."""
        self._words.append(text)
        self._length += len(text)

    def add_fixed(self, raw: str, text: str) -> None:
        """Words that stay, as their source has them."""
        self._begin(raw, is_fixed=True)
        self.add(text)
        self._elements[-1].end = self._length

    def add_empty(self, raw: str, space: str = "") -> None:
        """Something without words: it stays, too. With a `space` that it has before a word."""
        self.add_fixed(raw, "")
        self._elements[-1].space = space

    def open(self, raw: str) -> None:
        """The beginning of an element around the words that follow."""
        self._open.append(self._begin(raw, is_fixed=False))

    def close(self, raw: str, space: str = "") -> None:
        """The end of the element that was opened last. With a `space` that it has before a word."""
        element = self._elements[self._open.pop()]
        element.after, element.end, element.space = raw, self._length, space

    def _begin(self, raw: str, *, is_fixed: bool) -> int:
        parent = self._open[-1] if self._open else None
        self._elements.append(_Element(raw, "", parent, self._length, self._length, is_fixed))
        return len(self._elements) - 1

    @property
    def marked(self) -> MarkedText:
        """The words, with a mark for each element."""
        marks = (Mark(element.start, element.end, key, element.is_fixed) for key, element in enumerate(self._elements))
        return MarkedText("".join(self._words), tuple(marks))

    def weave(self, translation: MarkedText, escape: Callable[[str], str]) -> str:
        """The source of a translation: every element once, inside the same one as here, whatever the spans are."""
        if sorted(mark.key for mark in translation.marks) != list(range(len(self._elements))):
            raise ValueError("a translation has each mark of its source once")
        text, at, out = translation.text, 0, []
        steps = [*self._steps(translation)]
        for step, following in zip_longest(steps, steps[1:]):
            element = self._elements[step.mark.key if isinstance(step, _End) else step.key]
            edge = max(at, step.mark.end if isinstance(step, _End) else step.start)
            if not (isinstance(step, _End) and element.is_fixed):  # its words are in its source
                out.append(escape(text[at:edge]))
            out.append(element.after if isinstance(step, _End) else element.before)
            at = edge
            if isinstance(step, _End) and element.space:
                is_beside = isinstance(following, Mark) and following.start <= at and not text[at : at + 1].isspace()
                out.append(element.space if is_beside or _begins_word(text[at : at + 1]) else "")
        return "".join([*out, escape(text[at:])])

    def _steps(self, translation: MarkedText) -> Iterator[Mark | _End]:
        """Beginnings and ends of the marks in the order in which they are written."""
        inside: defaultdict[int | None, list[Mark]] = defaultdict(list)
        for mark in sorted(translation.marks, key=lambda mark: (mark.start, mark.end)):
            inside[self._elements[mark.key].parent].append(mark)
        waiting: list[Mark | _End] = [*reversed(inside[None])]
        while waiting:
            step = waiting.pop()
            yield step
            if isinstance(step, Mark):
                waiting += [_End(step), *reversed(inside[step.key])]


def _begins_word(sign: str) -> bool:
    return bool(sign) and not sign.isspace() and sign not in _BEHIND_WORDS
