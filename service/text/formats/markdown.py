"""Markdown: what is said is translated; code, formulas, links' addresses, front matter and all marks stay.

Titles of admonitions are translated, too. Emphasis and links go with their words. A paragraph whose words change
becomes one line, so that no word of it can begin a list or a heading; hard line breaks, lines that are all bold, table
cells and list items are units of their own. Characters that would mean something are escaped. Emphasis that its new
neighbours would make unreadable is written as HTML. Images stay, with the text that stands for them; so does a link
that says its own address. Blocks of HTML are read as such.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from service.text.formats import html
from service.text.formats.document import Document
from service.text.formats.encoded import decode
from service.text.formats.formulas import with_formulas
from service.text.formats.html_tokens import Token
from service.text.formats.inline_runs import inline_of
from service.text.formats.markdown_html import BLOCK, block_tokens
from service.text.formats.markdown_titles import TITLED, as_titles
from service.text.formats.markdown_tokens import LABEL, markdown_tokens
from service.text.formats.markup import Items, parts_of_tokens
from service.text.formats.parts import PartsDocument, Unit
from service.text.formats.pieces import Kind, Piece
from service.text.formats.references import references_in
from service.text.marks import Mark, MarkedText

ADDRESS: Final = re.compile(r"(?:https?://|www\.)[^\s<>*`\[\]\\|]+")
SPECIAL: Final = re.compile(
    r"[\\`*\[\]|~]|<(?=[A-Za-z/!?]|\Z)|&(?=#?\w+;|\Z)|(?<![^\W_])_|_(?![^\W_])|!\Z",
)
# What begins a heading, a quotation, a list, or stands below a heading; and what ends a heading.
LEADING: Final = re.compile(r"(?:#{1,6}|[+-])(?=\s|\Z)|[>:]|[-=]+\s*\Z|\+\+\+")
NUMBER: Final = re.compile(r"(\d{1,9})(?=[.)](?:\s|\Z))")
# Escaped for what might have come after it, by the last of an odd number of backslashes.
NEEDLESS: Final = re.compile(r"(?<!\\)((?:\\\\)*)\\!\Z")
TRAILING: Final = re.compile(r"(?:(?<=\s)|\A)#+\Z")
# Of a heading. Where the source has this as text, it is none, and may be a placeholder.
ATTRIBUTES: Final = re.compile(r"\{[^{}]*\}\Z")
LINE_BREAKS: Final = str.maketrans(dict.fromkeys("\n\r\v\f\t\x1c\x1d\x1e\x85\u2028\u2029", " ") | {"\0": "\ufffd"})
ASCII_END: Final = 0x7F
EMPHASIS: Final = frozenset(["em", "strong", "del", "mark"])


def read(data: bytes) -> Document:
    """A file in UTF-8, or in UTF-16 or UTF-32 with their marks."""
    source = decode(data)
    return PartsDocument(list(_parts(source.text)), source.encode)


def _parts(text: str) -> Iterator[str | Unit]:
    for kind, tokens in groupby(markdown_tokens(text), key=_kind_of):
        if kind == TITLED:
            for token in tokens:
                yield from as_titles([*parts_of_tokens([*markdown_tokens(token.raw)], MarkdownUnit, joins_lines=False)])
        elif kind == BLOCK:
            for token in tokens:
                yield from parts_of_tokens([*with_formulas(block_tokens(token))], HtmlLine)
        else:
            yield from parts_of_tokens([*tokens], MarkdownUnit, joins_lines=False)


def _kind_of(token: Token) -> str:
    """What is treated in another way than lines of text."""
    return next((kind for kind in (BLOCK, TITLED) if token.name.startswith(kind)), "")


@dataclass(frozen=True, slots=True)
class HtmlLine:
    """A unit of a block of HTML, which would end at a blank line."""

    pieces: Sequence[Piece]
    raw: str

    @property
    def text(self) -> MarkedText:
        return inline_of(self.pieces).marked

    def render(self, translation: MarkedText) -> str:
        """In one line; the source where nothing has changed."""
        if translation == self.text:
            return self.raw
        line = MarkedText(translation.text.translate(LINE_BREAKS), translation.marks)
        return inline_of(self.pieces).weave(line, html.escape_like(self.pieces))


@dataclass(frozen=True, slots=True)
class MarkdownUnit:
    """A paragraph, a cell, a line before a hard break."""

    pieces: Sequence[Piece]
    raw: str

    @property
    def text(self) -> MarkedText:
        return inline_of(self.pieces).marked

    def render(self, translation: MarkedText) -> str:
        """In one line; the source where nothing has changed."""
        if translation == self.text:
            return self.raw
        for line in self._lines(_tight(translation)):
            if _elements_in(line) == _elements(self.pieces):
                break
        return line

    def _lines(self, translation: MarkedText) -> Iterator[str]:
        """Ways to write a translation, the best one first, and one at the end that always reads as what it is."""
        # Others are escaped in Markdown's own way.
        references = {sign: raw for sign, raw in references_in(self.pieces).items() if sign > ASCII_END}

        def plain(text: str) -> str:
            return escape(text).translate(references)

        def with_money(text: str) -> str:
            return _escape_with_money(text).translate(references)

        as_html = [*map(_as_html, self.pieces)]
        yield self._guarded(self.pieces, translation, plain)
        yield self._guarded(self.pieces, translation, with_money)
        yield self._guarded(as_html, translation, with_money)
        yield self._guarded(as_html, _comments_last(translation), with_money)

    def _guarded(self, pieces: Sequence[Piece], translation: MarkedText, escape: Callable[[str], str]) -> str:
        line = _guarded(_labelled(inline_of(pieces).weave(translation, escape), pieces))
        if ATTRIBUTES.search(line) and not ATTRIBUTES.search(self.raw):
            return f"{line[:-1]}\\}}"
        return line


def escape(text: str) -> str:
    """Words that mean nothing but themselves; addresses are left alone."""
    out, at = [], 0
    for address in ADDRESS.finditer(text):
        out += [SPECIAL.sub(_escaped, text[at : address.start()]), address[0]]
        at = address.end()
    return "".join(out) + SPECIAL.sub(_escaped, text[at:])


def _escape_with_money(text: str) -> str:
    """For where two of these signs would be read as the ends of a formula."""
    return escape(text).replace("$", "\\$")


def _escaped(found: re.Match[str]) -> str:
    return "&amp;" if found[0] == "&" else f"\\{found[0]}"


def _guarded(line: str) -> str:
    """A line that neither begins nor ends like something else."""
    line = line.strip()
    if number := NUMBER.match(line):
        line = f"{number[0]}\\{line[number.end() :]}"
    if LEADING.match(line):
        line = f"\\{line}"
    line = NEEDLESS.sub(r"\1!", line)
    return TRAILING.sub(r"\\\g<0>", line)


def _labelled(line: str, pieces: Sequence[Piece]) -> str:
    """Links by their words have a label only where these changed, or where what follows would be read as theirs."""
    for piece in pieces:
        closing, _, label = (piece.rewritten or "").partition(LABEL)
        if label:
            words = label[:-1]
            with_label = re.escape(f"{words}{closing}{LABEL}{label}")
            as_it_was = f"{words}{piece.raw}".replace("\\", r"\\")
            line = re.sub(rf"(?<!\\){with_label}(?![(\[:{{])", as_it_was, line)
    return line.replace(LABEL, "")


def _tight(translation: MarkedText) -> MarkedText:
    """In one line, with no space inside the edges of an element: emphasis would not be read as such."""
    text = translation.text.translate(LINE_BREAKS)
    marks = (mark if mark.is_fixed else _shrunk(mark, text) for mark in translation.marks)
    return MarkedText(text, tuple(marks))


def _shrunk(mark: Mark, text: str) -> Mark:
    covered = text[mark.start : mark.end]
    start = mark.start + len(covered) - len(covered.lstrip())
    return replace(mark, start=start, end=max(start, mark.end - (len(covered) - len(covered.rstrip()))))


def _comments_last(translation: MarkedText) -> MarkedText:
    """A line that begins with a comment would be HTML as a whole."""
    end = len(translation.text)
    first = end - len(translation.text.lstrip())
    marks = (replace(m, start=end, end=end) if m.is_fixed and m.end <= first else m for m in translation.marks)
    return MarkedText(translation.text, tuple(marks))


def _as_html(piece: Piece) -> Piece:
    if piece.name not in EMPHASIS:
        return piece
    return replace(piece, rewritten=f"</{piece.name}>" if piece.kind is Kind.CLOSE else f"<{piece.name}>")


def _elements(pieces: Sequence[Piece]) -> Counter[tuple[Kind, str]]:
    named = (piece for piece in pieces if piece.name or piece.kind is Kind.FIXED)
    return Counter((piece.kind, piece.name) for piece in named)


def _elements_in(line: str) -> Counter[tuple[Kind, str]] | None:
    """What is read from a written line; None if it is not only a line."""
    items = list(Items(list(markdown_tokens(line, trusts_references=True)), joins_lines=False))
    if any(isinstance(item, str) and item.strip() for item in items):
        return None
    return _elements([item for item in items if isinstance(item, Piece)])
