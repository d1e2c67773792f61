"""HTML: what is written between the tags is translated; tags, attributes, comments and code stay as they are.

References (`&nbsp;`, `&copy;`) are read as what they mean, and written again as the source has them.

Elements that stand in a line of text (`b`, `a`, `span`...) go with their words; all others end a unit, and so does `br`
but where a long line goes on. Links of a menu are units of their own, and so is what stands between bars or dots. Not
translated are the signs of notes, phonetic writing, code, formulas (`$$x$$`), preformatted text, what holds no prose
(`script`, `svg`...), `address` without `translate="yes"`, and elements with `translate="no"` or the class
`notranslate`. Attributes stay, `alt`, `title`, `placeholder` and `aria-label` too: nothing says for which of them a
page's scripts look.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import turbohtml

from service.text.formats.document import Document
from service.text.formats.encoded import EncodedText, decode
from service.text.formats.formulas import with_formulas
from service.text.formats.html_tokens import tokens_of
from service.text.formats.inline_runs import inline_of
from service.text.formats.markup import parts_of_tokens
from service.text.formats.parts import PartsDocument
from service.text.formats.pieces import Piece
from service.text.formats.references import references_in
from service.text.marks import MarkedText

# XML cannot hold them at all, and in HTML they are errors or half of a character.
_UNWRITABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\xa0": "&#160;"})


# What Python calls encodings whose names on the web mean a little more than they say.
CODECS: Final[Mapping[str, str]] = {
    "big5": "big5hkscs",
    "euc-kr": "cp949",
    "iso-8859-8-i": "iso-8859-8",
    "shift_jis": "cp932",
    "x-mac-cyrillic": "mac-cyrillic",
}


@dataclass(frozen=True, slots=True)
class HtmlUnit:
    """A line of text with its elements."""

    pieces: Sequence[Piece]
    raw: str

    @property
    def text(self) -> MarkedText:
        return inline_of(self.pieces).marked

    def render(self, translation: MarkedText) -> str:
        """The translation with its elements; the source where nothing has changed."""
        inline = inline_of(self.pieces)
        if translation == inline.marked:
            return self.raw
        return inline.weave(translation, escape_like(self.pieces))


def read_fragment(html: str) -> Document:
    """A piece of HTML, or a whole page, as text; it is rendered as UTF-8."""
    return _document(EncodedText(html, "utf-8", b""))


def read(data: bytes) -> Document:
    """A page in the encoding that its byte order mark or its `meta` says, else in UTF-8 or Windows-1252."""
    return _document(decode(data, _encoding_of(data)))


def escape_like(pieces: Sequence[Piece]) -> Callable[[str], str]:
    """How text is written between the tags of a unit."""
    references = _ESCAPES | references_in(pieces)
    return lambda text: _UNWRITABLE.sub("\ufffd", text).translate(references)


def _document(source: EncodedText) -> Document:
    def encode(text: str) -> bytes:
        return source.byte_order_mark + text.encode(source.encoding, "xmlcharrefreplace")

    tokens = list(with_formulas(tokens_of(source.text)))
    return PartsDocument(list(parts_of_tokens(tokens, HtmlUnit)), encode)


def _encoding_of(data: bytes) -> str:
    """As a browser finds it, but UTF-8 where nothing is said and there is nothing to tell it from."""
    probe = data + "é".encode() if data.isascii() else data
    named = (turbohtml.parse(probe).encoding or "utf-8").lower()
    return CODECS.get(named, named)
