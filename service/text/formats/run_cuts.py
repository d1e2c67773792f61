"""Where elements of one line are no sentence together: links of a menu, labels that only their look sets apart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from service.text.formats.pieces import Kind, Piece


@dataclass(frozen=True, slots=True)
class _Item:
    """An element with all that is in it, or what stands between two of them."""

    start: int
    text: str
    is_element: bool
    is_linked: bool  # whether there are words, all of them in links

    @property
    def has_words(self) -> bool:
        return any(map(str.isalpha, self.text))


def cuts_of(pieces: Sequence[Piece], partners: dict[int, int], run: range) -> list[int]:
    """Where in a run its parts begin, but for the first: each of them is at the beginning of an element."""
    items = [*_items(pieces, partners, run)]
    linked = [item for item in items if item.is_linked]
    if len(linked) > 1 and all(item.is_linked for item in items if item.has_words):
        return [item.start for item in linked[1:]]
    found = [item.start for before, item in pairwise(items) if _is_apart(before, item)]
    if len(items) > 1 and _is_bracketed(items[-2], items[-1]):
        found.append(items[-1].start)
    return found


def _items(pieces: Sequence[Piece], partners: dict[int, int], run: range) -> Iterator[_Item]:
    index = run.start
    while index < run.stop:
        is_element = pieces[index].kind is Kind.OPEN
        stop = partners[index] + 1 if is_element else index + 1
        inner = pieces[index:stop]
        yield _Item(index, "".join(piece.text for piece in inner), is_element, _is_linked(inner))
        index = stop


def _is_linked(pieces: Sequence[Piece]) -> bool:
    num_open = num_worded = 0
    for piece in pieces:
        if piece.name == "a":
            num_open += (piece.kind is Kind.OPEN) - (piece.kind is Kind.CLOSE)
        elif any(map(str.isalpha, piece.text)):
            num_worded += 1
            if not num_open:
                return False
    return num_worded > 0


def _is_apart(before: _Item, item: _Item) -> bool:
    """Whether two elements run together that are labels: the second begins with a capital, and they are no one word."""
    if not (before.is_element and item.is_element):
        return False
    first, last = item.text[:2], before.text[-1:]
    is_label = first[:1].isupper() and first[1:].islower() and (last.islower() or last.isdecimal())
    are_links = before.is_linked and item.is_linked
    return is_label and (are_links or len(before.text.split()) > 1 or len(item.text.split()) > 1)


def _is_bracketed(before: _Item, item: _Item) -> bool:
    """Whether an element is all in brackets, directly behind a word: `History<span>[edit]</span>`."""
    is_in_brackets = item.is_element and item.text.startswith("[") and item.text.endswith("]")
    return is_in_brackets and before.text[-1:].isalnum() and sum(map(str.isalpha, item.text)) > 1
