"""Text with marks: inline elements that go with the words they stand around, whatever order a translation has."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mark:
    """An inline element over `text[start:end]`, counted in characters; an empty one stands between two of them.

    `key` tells the marks of a text apart. What a fixed mark covers is not translated: it stays as it is, once.
    """

    start: int
    end: int
    key: int
    is_fixed: bool = False


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text and its marks, properly nested: of two that share characters, one lies within the other.

    Marks are in document order: by start, and where several start at the same place, outer ones first. A translation
    has each mark of its source exactly once, nested in the same way; one whose words are gone is empty.
    """

    text: str
    marks: tuple[Mark, ...] = ()
