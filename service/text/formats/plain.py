"""Plain text: paragraphs that were wrapped at some width are put together, translated, and wrapped at it again.

They may get more or fewer lines. Lines are a wrapped paragraph if each is so full that the next word did not fit, if
all are indented alike, and if a sentence runs on from one to the next. What stands before the first line (a bullet,
"> ") stays, and what stands before the second stands before all others. Any other line is translated by itself and
stays a line; so is each column of a table (three spaces, or a tab, between them). A line without a letter stays.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, pairwise
from typing import Final

from service.text.formats.document import Document
from service.text.formats.encoded import decode
from service.text.formats.line_breaks import Break, breaks, joint, width
from service.text.formats.parts import PartsDocument, Unit
from service.text.marks import MarkedText

BLANKS: Final = " \t"
WIDTHS: Final = range(40, 121)  # columns; other lines were ended for other reasons
LINE: Final = re.compile(r"([^\n\r]*)(\r\n|\n|\r|\Z)")
PREFIX: Final = re.compile(r"[>|\s]*((?:[-*•+–]|\(?[0-9]{1,3}[.)]|\(?[a-z]\))\s+)?")
COLUMNS: Final = re.compile(r"(\t+| {3,})")
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
    has_bullet: bool

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

    @property
    def text(self) -> MarkedText:
        words = [line.words for line in self.lines]
        joints = [joint(before, after) for before, after in pairwise(words)]
        return MarkedText("".join(part for pair in zip(words, [*joints, ""], strict=True) for part in pair))

    def render(self, translation: MarkedText) -> str:
        """Wrapped at the same width, without the end of the last line."""
        first, *others = self.lines
        if translation == self.text:
            return "".join(f"{line.prefix}{line.words}{line.end}" for line in self.lines)[
                : -len(others[-1].end) or None
            ]
        return "".join(_wrapped(BREAKS.sub(" ", translation.text).strip(), self.columns, first, others[0].prefix))


def read(data: bytes) -> Document:
    """A file in UTF-8, or in UTF-16 or UTF-32 with their marks."""
    source = decode(data)
    return PartsDocument(list(_parts(source.text)), source.encode)


def _parts(text: str) -> Iterator[str | Unit]:
    for is_prose, lines in groupby(map(_line, LINE.finditer(text)), key=lambda line: line.has_letters):
        if is_prose:
            yield from chain.from_iterable(map(_parts_of_block, _blocks(lines)))
        else:
            yield "".join(f"{line.prefix}{line.words}{line.end}" for line in lines)


def _line(found: re.Match[str]) -> Line:
    prefix = PREFIX.match(found[1])
    if prefix is None:
        raise ValueError("a prefix may be empty, so there always is one")
    words = found[1][prefix.end() :].rstrip()
    return Line(prefix[0], words, found[0][prefix.end() + len(words) :], has_bullet=bool(prefix[1]))


def _blocks(lines: Iterable[Line]) -> Iterator[Sequence[Line]]:
    """Lines that are indented alike, or all but the first of them."""
    block: list[Line] = []
    for line in lines:
        if block and not _goes_on(block, line):
            yield block
            block = []
        block.append(line)
    yield block


def _goes_on(block: Sequence[Line], line: Line) -> bool:
    if line.has_bullet or line.prefix == block[-1].prefix:
        return not line.has_bullet
    return len(block) == 1 and (block[0].has_bullet or width(line.prefix) < width(block[0].prefix))


def _parts_of_block(block: Sequence[Line]) -> Iterator[str | Unit]:
    columns = max(line.width for line in block)
    full = [line.is_full(after, columns) for line, after in pairwise(block)]
    is_wrapped = columns in WIDTHS and any(
        is_full and line.runs_on(after) for is_full, (line, after) in zip(full, pairwise(block), strict=True)
    )
    start = length = 0
    for index, line in enumerate(block):
        length += len(line.words)
        is_long = length > MAX_CHARS and bool(TERMINATED.search(line.words))
        if is_wrapped and index < len(full) and full[index] and not is_long:
            continue
        yield from _paragraph(block[start : index + 1], columns) if index > start else _columns(line)
        yield line.end
        start, length = index + 1, 0


def _paragraph(lines: Sequence[Line], columns: int) -> Iterator[str | Unit]:
    yield Paragraph(lines, columns)


def _columns(line: Line) -> Iterator[str | Unit]:
    yield line.prefix
    for column in COLUMNS.split(line.words):
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
