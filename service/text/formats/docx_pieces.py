"""A paragraph of WordprocessingML as a row of pieces: words with their format, and what stands between and around them.

Each piece has a source that can stand for itself in a paragraph: a run is taken apart into runs of one child each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from service.text.formats.xml_tokens import TokenKind
from service.text.formats.xml_tree import XmlTree

# Around runs; what is in them belongs to the sentence. Of what is tracked, the text as it will be is translated.
_CONTAINERS: Final = frozenset(["hyperlink", "ins", "moveTo", "smartTag", "customXml", "sdt", "dir", "bdo"])
# Notes of the program to itself, which a changed text makes wrong.
_DROPPED: Final = frozenset(["proofErr", "lastRenderedPageBreak", "softHyphen"])
_OF_LANGUAGE: Final = frozenset(["lang", "noProof"])
_WITHOUT_WORDS: Final = frozenset(["del", "moveFrom"])
_CHARACTERS: Final = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011"}


@dataclass(frozen=True, slots=True)
class Words:
    """Text in one format, which is the source of its run's properties."""

    text: str
    format: str
    source: str


@dataclass(frozen=True, slots=True)
class Kept:
    """Something that stays whole; `shown` is what it says in the sentence."""

    source: str
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Border:
    """Where an element around words begins or ends."""

    source: str
    is_end: bool


@dataclass(frozen=True, slots=True)
class FieldPart:
    """A mark of a computed field (`begin`, `separate` or `end`), or its `instruction`."""

    kind: str
    source: str
    instruction: str = ""


@dataclass(frozen=True, slots=True)
class Holder:
    """Something that has paragraphs of its own, such as a text box: an element, and what is written around it."""

    element: int
    before: str
    behind: str


Piece = Words | Kept | Border | FieldPart | Holder


@dataclass(frozen=True, slots=True)
class PieceReader:
    """Reads the paragraphs of a file whose elements have names with this prefix, its colon included."""

    tree: XmlTree
    prefix: str

    def name(self, element: int) -> str:
        """The name without prefix; with it, if that is another one."""
        return self.tree.tokens[element].name.removeprefix(self.prefix)

    def pieces(self, element: int) -> Iterator[Piece]:
        """What is in a paragraph, or in an element around runs."""
        for child in self.tree.children(element):
            name = self.name(child)
            if name == "r":
                yield from self._run(child)
            elif name in _CONTAINERS:
                yield from self._container(child)
            elif name not in _DROPPED and not name.endswith("Pr"):
                yield self._kept(child, "", "")

    def _container(self, element: int) -> Iterator[Piece]:
        """Its properties, which come first, belong to its beginning."""
        content = [child for child in self.tree.children(element) if self.name(child) == "sdtContent"]
        inner = content[0] if content else element
        properties = [child for child in self.tree.children(inner) if self.name(child).endswith("Pr")]
        start = self.tree.ends[properties[-1]] if properties else inner
        yield Border(self.tree.source(element, start + 1), is_end=False)
        yield from self.pieces(inner)
        yield Border(self.tree.source(self.tree.ends[inner], self.tree.ends[element] + 1), is_end=True)

    def _run(self, run: int) -> Iterator[Piece]:
        properties = [child for child in self.tree.children(run) if self.name(child) == "rPr"]
        form = self._format(properties)
        before, behind = f"<{self.prefix}r>{form}", f"</{self.prefix}r>"
        for child in self.tree.children(run):
            name = self.name(child)
            source = f"{before}{self.tree.element(child)}{behind}"
            if name == "t":
                yield Words(self._said(child), form, source)
            elif name in _CHARACTERS and not self.tree.tokens[child].attributes:
                yield Words(_CHARACTERS[name], form, source)
            elif name == "fldChar":
                yield FieldPart(self.tree.tokens[child].attributes.get(f"{self.prefix}fldCharType", ""), source)
            elif name == "instrText":
                yield FieldPart("instruction", source, self.tree.text(child))
            elif name not in _DROPPED and name != "rPr":
                yield self._kept(child, before, behind)

    def _format(self, properties: Sequence[int]) -> str:
        """The source of a run's properties, but for the language of its words, which changes."""
        kept = [
            self.tree.element(child)
            for element in properties
            for child in self.tree.children(element)
            if self.name(child) not in _OF_LANGUAGE
        ]
        return f"<{self.prefix}rPr>{''.join(kept)}</{self.prefix}rPr>" if kept else ""

    def _said(self, element: int) -> str:
        text = self.tree.text(element)
        return text if self.tree.tokens[element].attributes.get("xml:space") == "preserve" else text.strip(" \t\r\n")

    def _kept(self, element: int, before: str, behind: str) -> Kept | Holder:
        inside = range(element, self.tree.ends[element])
        if any(self.tree.tokens[index].kind is TokenKind.START and self.name(index) == "p" for index in inside):
            return Holder(element, before, behind)
        shown = "" if self.name(element) in _WITHOUT_WORDS else self._shown(inside)
        return Kept(f"{before}{self.tree.element(element)}{behind}", shown)

    def _shown(self, inside: range) -> str:
        """The words in an element: those of formulas have another prefix, but the same name."""
        texts = [index for index in inside if self.tree.tokens[index].name.rpartition(":")[2] == "t"]
        return "".join(self.tree.text(index) for index in texts if index in self.tree.ends)
