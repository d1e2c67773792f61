"""A stretch of a paragraph as a unit: formats and links as marks, written back as runs."""

import html
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from service.text.formats.docx_pieces import Border, Kept, Piece, Words
from service.text.formats.inline import Inline
from service.text.formats.xml_tokens import UNWRITABLE
from service.text.marks import MarkedText

# While text is woven in, characters of these stand for what is around it: they tell the format of its runs.
_FIRST_HOLDER: Final = 0xF0000
_HOLDER: Final = re.compile("([\U000f0000-\U0010fffd])")
_PIECES: Final = re.compile(r"\t|\r\n|\r|\n|[^\t\r\n]+")


@dataclass(frozen=True, slots=True)
class _Step:
    """What is written at a border, and in which format the text behind it is."""

    source: str
    format: str | None  # None: as it is already


@dataclass(frozen=True, slots=True)
class RunsUnit:
    """Words of a paragraph in their formats, `steps` by the number of their holder."""

    inline: Inline
    format: str
    steps: Sequence[_Step]
    before: str
    behind: str
    prefix: str

    @property
    def text(self) -> MarkedText:
        """What is translated."""
        return self.inline.marked

    def render(self, translation: MarkedText) -> str:
        """The translation in runs."""
        woven = self.inline.weave(translation, lambda text: _HOLDER.sub("\ufffd", text))
        return f"{self.before}{''.join(self._written(woven))}{self.behind}"

    def _written(self, woven: str) -> Iterator[str]:
        form = self.format
        for piece in _HOLDER.split(woven):
            if _HOLDER.fullmatch(piece):
                step = self.steps[ord(piece) - _FIRST_HOLDER]
                yield step.source
                form = form if step.format is None else step.format
            elif piece:
                yield f"<{self.prefix}r>{form}{''.join(map(self._said, _PIECES.findall(piece)))}</{self.prefix}r>"

    def _said(self, text: str) -> str:
        if text == "\t":
            return f"<{self.prefix}tab/>"
        if text[0] in "\r\n":
            return f"<{self.prefix}br/>"
        escaped = html.escape(UNWRITABLE.sub("\ufffd", text), quote=False)
        return f'<{self.prefix}t xml:space="preserve">{escaped}</{self.prefix}t>'


def unit_of(pieces: Sequence[Piece], before: str, behind: str, prefix: str) -> RunsUnit:
    """Pieces whose borders are in pairs as a unit; what is written before and behind it is not part of its text."""
    base = _main_format(pieces)
    builder = _Builder(base)
    builder.take(pieces)
    return RunsUnit(builder.inline, base, builder.steps, before, behind, prefix)


def _main_format(pieces: Sequence[Piece]) -> str:
    """The format of most of the words."""
    lengths: Counter[str] = Counter()
    for piece in pieces:
        if isinstance(piece, Words):
            lengths[piece.format] += len(piece.text)
    return lengths.most_common(1)[0][0] if lengths else ""


class _Builder:
    def __init__(self, base: str) -> None:
        self.inline = Inline()
        self.steps: list[_Step] = []
        self._formats = [base]

    def take(self, pieces: Sequence[Piece]) -> None:
        for form, group in groupby(enumerate(pieces), key=lambda numbered: _format(numbered[1])):
            numbered = list(group)
            if form is not None:
                self._words(form, "".join(piece.text for _, piece in numbered if isinstance(piece, Words)))
                continue
            for index, piece in numbered:
                self._element(piece, pieces[index + 1 :])

    def _words(self, form: str, text: str) -> None:
        current = self._formats[-1]
        if form == current or text.isspace():
            self.inline.add(text)
            return
        self.inline.open(self._step("", form))
        self.inline.add(text)
        self.inline.close(self._step("", current))

    def _element(self, piece: Piece, following: Sequence[Piece]) -> None:
        match piece:
            case Kept(source, shown):
                self.inline.add_fixed(self._step(source, None), shown)
            case Border(source, is_end=False):
                self._formats.append(_main_format(_inside(following)) or self._formats[-1])
                self.inline.open(self._step(source, self._formats[-1]))
            case Border(source):
                self._formats.pop()
                self.inline.close(self._step(source, self._formats[-1]))

    def _step(self, source: str, form: str | None) -> str:
        self.steps.append(_Step(source, form))
        return chr(_FIRST_HOLDER + len(self.steps) - 1)


def _format(piece: Piece) -> str | None:
    return piece.format if isinstance(piece, Words) else None


def _inside(following: Sequence[Piece]) -> Sequence[Piece]:
    """The pieces up to the border that ends what has just begun."""
    level = 1
    for index, piece in enumerate(following):
        if isinstance(piece, Border):
            level += -1 if piece.is_end else 1
        if level == 0:
            return following[:index]
    return following
