"""A piece of XML, or a whole document, as text: elements in a text go with its words, others end a unit."""

import html
import re
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Final

from service.text.formats.document import Document, DocumentError
from service.text.formats.html import HtmlUnit
from service.text.formats.inline_runs import parts_of
from service.text.formats.parts import PartsDocument, Unit
from service.text.formats.pieces import SPACES, Kind, Piece
from service.text.formats.xml_outline import splitting_tags
from service.text.formats.xml_tokens import Token, TokenKind, tokens_of

# Text that needs no escapes in its source: once it changes it would need them, and XML means the same by both.
_CDATA: Final = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_DECLARATION: Final = re.compile(r"\s*(?:<\?xml[^>]*\?>)?\s*(?:<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)?", re.DOTALL)


def read_xml_fragment(
    text: str,
    *,
    splitting: Collection[str] = (),
    non_splitting: Collection[str] = (),
    ignored: Collection[str] = (),
    detects_outline: bool = True,
) -> Document:
    """Elements named in `splitting` end a unit, those in `non_splitting` do not, what is in those in `ignored` stays.

    Which others end one is told by what stands beside them, if the outline is detected; else none does.
    Raises DocumentError.
    """
    head = _DECLARATION.match(text)
    start = head.end() if head else 0
    tokens = _tokens(_CDATA.sub(_as_text, text[start:]))
    ends = splitting_tags(tokens, splitting=splitting, non_splitting=non_splitting, detects_outline=detects_outline)
    items = list(_items(tokens, ends, ignored))
    parts: list[str | Unit] = [text[:start]]
    for is_line, run in groupby(items, key=lambda item: isinstance(item, Piece)):
        if is_line:
            parts += parts_of([item for item in run if isinstance(item, Piece)], HtmlUnit)
        else:
            parts.append("".join(item for item in run if isinstance(item, str)))
    return PartsDocument(parts, str.encode)


def _as_text(section: re.Match[str]) -> str:
    return html.escape(section[1], quote=False)


def _tokens(text: str) -> list[Token]:
    try:
        return tokens_of(f"<x>{text}</x>")[1:-1]
    except DocumentError as error:
        raise DocumentError(
            "the text is not well-formed XML: each start tag needs its end tag, and & and < are written &amp; and &lt;"
        ) from error


def _items(tokens: Sequence[Token], ends: Collection[int], ignored: Collection[str]) -> Iterator[Piece | str]:
    """Pieces of units, and the source of what ends one."""
    index = 0
    while index < len(tokens):
        stop = max(_kept_until(tokens, index, ignored), index + 1)
        if index in ends:
            yield "".join(token.source for token in tokens[index:stop])
        else:
            yield _kept(tokens[index:stop]) if stop > index + 1 else _piece(tokens[index])
        index = stop


def _kept_until(tokens: Sequence[Token], index: int, ignored: Collection[str]) -> int:
    """Where an element that is ignored or has no content ends; `index` if none begins there."""
    if tokens[index].kind is not TokenKind.START:
        return index
    if tokens[index + 1].kind is TokenKind.END:
        return index + 2
    return _end_of(tokens, index) if tokens[index].name in ignored else index


def _end_of(tokens: Sequence[Token], start: int) -> int:
    """Behind the end tag of the element that begins at `start`."""
    depth = 0
    for index in range(start, len(tokens)):
        depth += {TokenKind.START: 1, TokenKind.END: -1}.get(tokens[index].kind, 0)
        if depth == 0:
            return index + 1
    return len(tokens)


def _kept(tokens: Sequence[Token]) -> Piece:
    """An element that stays as it is, with its words or without any."""
    text = SPACES.sub(" ", "".join(token.text for token in tokens)).strip()
    return Piece(Kind.FIXED if text else Kind.POINT, "".join(token.source for token in tokens), text)


def _piece(token: Token) -> Piece:
    kinds = {TokenKind.START: Kind.OPEN, TokenKind.END: Kind.CLOSE, TokenKind.TEXT: Kind.TEXT}
    return Piece(kinds.get(token.kind, Kind.POINT), token.source, token.text, token.name)
