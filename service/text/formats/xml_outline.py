"""Which elements of XML structure a text and which stand in it: those with text beside them do."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from service.text.formats.xml_tokens import Token, TokenKind


@dataclass(slots=True)
class _Element:
    """One of the document, or all of it; `has_text` is about what stands directly in it, `has_words` about all."""

    name: str
    start: int
    end: int
    parent: "_Element | None"
    has_text: bool = False
    has_words: bool = False
    worded: Counter[str] = field(default_factory=Counter)  # how many elements with words it has of each name
    splits: bool = False

    @property
    def is_outline(self) -> bool:
        """Whether the elements in it are texts of their own."""
        return self.splits and not self.has_text

    @property
    def is_list(self) -> bool:
        """Whether it consists of several elements of one kind, which another one of that kind does not."""
        most = max((number for name, number in self.worded.items() if name != self.name), default=0)
        return not self.has_text and most > 1 and most == self.worded.total()


def splitting_tags(
    tokens: Sequence[Token], *, splitting: Collection[str], non_splitting: Collection[str], detects_outline: bool
) -> frozenset[int]:
    """The places of the tags that end a text.

    They are those named in `splitting`, and if the outline is detected, elements that have no text beside them, and
    lists; never those named in `non_splitting`.
    """
    whole, *elements = _elements(tokens)
    whole.splits = True
    for element in elements:
        is_detected = detects_outline and (_parent(element).is_outline or element.is_list)
        element.splits = element.name not in non_splitting and (element.name in splitting or is_detected)
    return frozenset(place for element in elements if element.splits for place in (element.start, element.end))


def _elements(tokens: Sequence[Token]) -> Sequence[_Element]:
    """All of the document, and its elements as they begin."""
    current = _Element("", -1, len(tokens), None)
    found = [current]
    for place, token in enumerate(tokens):
        if token.kind is TokenKind.START:
            current = _Element(token.name, place, place, current)
            found.append(current)
        elif token.kind is TokenKind.END:
            current.end = place
            parent = _parent(current)
            parent.has_words |= current.has_words
            parent.worded[current.name] += current.has_words
            current = parent
        elif token.text.strip():
            current.has_text = current.has_words = True
    return found


def _parent(element: _Element) -> _Element:
    if element.parent is None:
        raise ValueError("only all of a document is in no element")
    return element.parent
