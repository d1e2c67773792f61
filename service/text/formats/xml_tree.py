"""Tokens of XML as a tree: elements by the number of their first token, and the source of any stretch."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from service.text.formats.xml_tokens import Token, TokenKind


@dataclass(frozen=True, slots=True)
class XmlTree:
    """`ends` says for the first token of each element which one is its last."""

    tokens: Sequence[Token]
    ends: Mapping[int, int]

    def children(self, element: int) -> Iterator[int]:
        """The elements directly in this one."""
        yield from self.elements(element + 1, self.ends[element])

    def elements(self, start: int, stop: int) -> Iterator[int]:
        """The outermost elements that begin from `start` on, before `stop`."""
        index = start
        while index < stop:
            if self.tokens[index].kind is TokenKind.START:
                yield index
                index = self.ends[index]
            index += 1

    def source(self, start: int, stop: int) -> str:
        """How tokens from `start` on, before `stop`, stand in the file."""
        return "".join(token.source for token in self.tokens[start:stop])

    def element(self, element: int) -> str:
        """How an element stands in the file."""
        return self.source(element, self.ends[element] + 1)

    def text(self, element: int) -> str:
        """What is said in an element, in whatever depth."""
        return "".join(token.text for token in self.tokens[element : self.ends[element]])


def tree_of(tokens: Sequence[Token]) -> XmlTree:
    """The tree of a file's tokens."""
    ends = {}
    opened = []
    for index, token in enumerate(tokens):
        if token.kind is TokenKind.START:
            opened.append(index)
        elif token.kind is TokenKind.END:
            ends[opened.pop()] = index
    return XmlTree(tokens, ends)
