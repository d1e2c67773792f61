"""Plain text: paragraphs that were wrapped at some width are put together, translated, and wrapped at it again.

They may get more or fewer lines. Lines are a wrapped paragraph if each is so full that the next word did not fit, if
all are indented alike, and if a sentence runs on from one to the next. What stands before the first line (a bullet,
"> ") stays, and what stands before the second stands before all others. Any other line is translated by itself and
stays a line; so is each column of a table (three spaces, a tab or a bar between them). A line without a letter stays.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Final

from service.text.formats.document import Document
from service.text.formats.encoded import decode
from service.text.formats.hyphens import in_one, words_of
from service.text.formats.line_breaks import Break, breaks, joint, width
from service.text.formats.parts import PartsDocument, Unit
from service.text.marks import MarkedText

BLANKS: Final = " \t"
WIDTHS: Final = range(40, 121)  # columns; other lines were ended for other reasons
LINE: Final = re.compile(r"([^\n\r]*)(\r\n|\n|\r|\Z)")
BARS: Final = "|│┃║"
SIGNS: Final = r"[-*•+–]|\(?[0-9]{1,3}[.)]|\(?(?:[A-Za-z]|[ivxlc]{2,6}|[IVXLC]{2,6})\)"
# At the beginning of a line these may also be the end of a sentence.
INITIALS: Final = r"(?:[A-Za-z]|[ivx]{2,5}|[IVX]{2,5})\."
PREFIX: Final = re.compile(rf"[>{BARS}\s]*(?P<bullet>(?:{SIGNS}|(?P<initial>{INITIALS}))\s+)?")
COLUMNS: Final = re.compile(rf"(\t+| {{3,}}|\s+[{BARS}](?:\s+|\Z))")
CELLS: Final = re.compile(rf"(\t+| {{3,}}|\s*[{BARS}]\s*)")
BREAKS: Final = re.compile(r"\s*[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]\s*")
TERMINATED: Final = re.compile(r"[.!?:;。！？：；…][\"'”’»)\]」』]*\Z")
# Longer texts are translated in portions: they would be more sentences than are taken at once. Best behind a stop.
MAX_CHARS: Final = 5_000
PORTION_ENDS: Final = (re.compile(r"[.!?…][\"'”’»)\]]*\s+|[。！？][”’」』]*\s*"), re.compile(r"\s+"))


@dataclass(frozen=True, slots=True)
class Line:
    """What stands before the words of a line, they themselves, and its end with the white space before it."""

    prefix: str
    words: str
    end: str
    bullet: str = ""  # at the end of the prefix
    is_initial: bool = False  # the bullet

    @property
    def columns(self) -> Sequence[str]:
        """The texts of a table's row, and what stands between them."""
        return (CELLS if {*BARS} & {*self.prefix} else COLUMNS).split(self.words)

    @property
    def has_bars(self) -> bool:
        """Whether it is the row of a table."""
        return any(column.strip() and not column.strip(f" \t{BARS}") for column in self.columns[1::2])

    @property
    def without_bullet(self) -> "Line":
        """The line, if what looks like the sign of a list belongs to its words."""
        indent = self.prefix[: len(self.prefix) - len(self.bullet)]
        return replace(self, prefix=indent, words=self.bullet + self.words, bullet="", is_initial=False)

    @property
    def has_letters(self) -> bool:
        return any(map(str.isalpha, self.words))

    @property
    def width(self) -> int:
        return width(self.prefix + self.words)

    def is_full(self, after: "Line", columns: int) -> bool:
        """Whether the first word of the line after it would have been too much."""
        places = breaks(after.words)
        word = after.words[: places[0].end] if places else after.words
        return self.width + width(joint(self.words, word) + word) > columns

    def runs_on(self, after: "Line") -> bool:
        """Whether the same sentence seems to go on in the line after it."""
        return not TERMINATED.search(self.words) and not after.words[0].isupper()


@dataclass(frozen=True, slots=True)
class Words:
    """A line, a column or a portion of one."""

    words: str
    is_followed: bool = False  # by a portion without a space before it

    @property
    def text(self) -> MarkedText:
        return MarkedText(self.words)

    def render(self, translation: MarkedText) -> str:
        """Still one line."""
        if translation == self.text:
            return self.words
        said = BREAKS.sub(" ", translation.text)
        return said + joint(said, said[-1:]) if self.is_followed else said


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that were wrapped at `columns`."""

    lines: Sequence[Line]
    columns: int
    known: frozenset[str]  # words of the file

    @property
    def text(self) -> MarkedText:
        return MarkedText(in_one([line.words for line in self.lines], self.known))

    def render(self, translation: MarkedText) -> str:
        """Wrapped at the same width, without the end of the last line."""
        first, *others = self.lines
        if translation == self.text:
            return "".join(f"{line.prefix}{line.words}{line.end}" for line in self.lines)[
                : -len(others[-1].end) or None
            ]
        return wrapped(translation.text, self.columns, first, others[0].prefix)


def blocks_of(text: str) -> Iterator[Sequence[Line]]:
    """Lines that may be a paragraph together, and each other one for itself; all of the text."""
    for is_prose, lines in groupby(map(_line, LINE.finditer(text)), key=lambda line: line.has_letters):
        found = [*lines]
        yield from _blocks(found) if is_prose else ([line] for line in found)


def wraps_of(block: Sequence[Line]) -> list[bool]:
    """Whether each line of a block but the last goes on in the next one."""
    columns = max(line.width for line in block)
    full = [line.is_full(after, columns) and not line.has_bars for line, after in pairwise(block)]
    is_wrapped = columns in WIDTHS and any(
        is_full and line.runs_on(after) for is_full, (line, after) in zip(full, pairwise(block), strict=True)
    )
    return full if is_wrapped else [False] * len(full)


def wrapped(text: str, columns: int, first: Line, indent: str) -> str:
    """A text in lines, each as full as it can be, with what stands before them; the end of the last one left out."""
    return "".join(_wrapped(BREAKS.sub(" ", text).strip(), columns, first, indent))


def read(data: bytes) -> Document:
    """A file in UTF-8, or in UTF-16 or UTF-32 with their marks."""
    source = decode(data)
    return PartsDocument(list(_parts(source.text)), source.encode)


def _parts(text: str) -> Iterator[str | Unit]:
    known = words_of(text)
    for block in blocks_of(text):
        if block[0].has_letters:
            yield from _parts_of_block(block, known)
        else:
            yield "".join(f"{line.prefix}{line.words}{line.end}" for line in block)


def _line(found: re.Match[str]) -> Line:
    prefix = PREFIX.match(found[1])
    if prefix is None:
        raise ValueError("a prefix may be empty, so there always is one")
    words = found[1][prefix.end() :].rstrip()
    end = found[0][prefix.end() + len(words) :]
    return Line(prefix[0], words, end, prefix["bullet"] or "", is_initial=bool(prefix["initial"]))


def _blocks(lines: Iterable[Line]) -> Iterator[Sequence[Line]]:
    """Lines that are indented alike, or all but the first of them."""
    block: list[Line] = []
    for line in lines:
        if line.is_initial and block and not block[0].bullet and not TERMINATED.search(block[-1].words):
            line = line.without_bullet
        if block and not _goes_on(block, line):
            yield block
            block = []
        block.append(line)
    yield block


def _goes_on(block: Sequence[Line], line: Line) -> bool:
    if line.bullet or line.prefix == block[-1].prefix:
        return not line.bullet
    return len(block) == 1 and (bool(block[0].bullet) or width(line.prefix) < width(block[0].prefix))


def _parts_of_block(block: Sequence[Line], known: frozenset[str]) -> Iterator[str | Unit]:
    columns = max(line.width for line in block)
    goes_on = wraps_of(block)
    start = length = 0
    for index, line in enumerate(block):
        length += len(line.words)
        is_long = length > MAX_CHARS and bool(TERMINATED.search(line.words))
        if index < len(goes_on) and goes_on[index] and not is_long:
            continue
        if index > start:
            yield Paragraph(block[start : index + 1], columns, known)
        else:
            yield from _columns(line)
        yield line.end
        start, length = index + 1, 0


def _columns(line: Line) -> Iterator[str | Unit]:
    yield line.prefix
    for column in line.columns:
        yield from _portions(column) if any(map(str.isalpha, column)) else [column]


def _portions(text: str) -> Iterator[str | Unit]:
    """All of a text as one unit, or as several with white space between them."""
    start = 0
    while start + MAX_CHARS < len(text) and (end := _portion_end(text, start)):
        words = text[start:end].rstrip()
        is_followed = start + len(words) == end
        yield Words(words, is_followed) if any(map(str.isalpha, words)) else words
        yield text[start + len(words) : end]
        start = end
    yield Words(text[start:]) if any(map(str.isalpha, text[start:])) else text[start:]


def _portion_end(text: str, start: int) -> int | None:
    """The last place to end a portion that begins at `start`; None if there is none."""
    for pattern in PORTION_ENDS:
        if ends := [found.end() for found in pattern.finditer(text, start, start + MAX_CHARS)]:
            return ends[-1]
    return None


def _wrapped(text: str, columns: int, first: Line, indent: str) -> Iterator[str]:
    """Pieces of the lines, each as full as it can be."""
    prefix, start, last = first.prefix, 0, 0
    for place in [*breaks(text), Break(len(text), len(text), is_pause=False)]:
        if last > start and width(prefix) + width(text[start : place.end]) > columns:
            yield f"{prefix}{text[start:last].rstrip()}{first.end.lstrip(BLANKS)}"
            prefix, start = indent, last
        last = place.start
    yield prefix + text[start:]
