"""HTML as the tokens that the standard's own rules find in it, each with its stretch of the source."""

import enum
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import turbohtml

# A carriage return is white space, but would be joined with a line feed; NUL becomes a replacement character; and for
# `</>` there is no token. Replaced by something just as long, they leave all offsets as they are.
_STEADY: Final = {"\r": " ", "\0": "\ufffd", "</>": "<!>"}
_UNSTEADY: Final = re.compile("\r|\0|</>")


class TokenKind(enum.Enum):
    """What tokens are told apart."""

    TEXT = enum.auto()
    START = enum.auto()
    END = enum.auto()
    EMPTY = enum.auto()  # a tag that ends its own element: `<br/>`
    COMMENT = enum.auto()
    OTHER = enum.auto()  # a doctype, an instruction, and what makes no sense


@dataclass(frozen=True, slots=True)
class Token:
    """`text` is what a TEXT says, its references resolved."""

    kind: TokenKind
    raw: str
    text: str = ""
    name: str = ""
    attributes: Sequence[tuple[str, str]] = field(default=())
    rewritten: str | None = None  # how it is written when the words beside it change, if not like this


# Here a slash before the end of the tag means nothing: what follows is their text all the same.
RAW_TEXT: Final = frozenset(
    ("iframe", "noembed", "noframes", "noscript", "plaintext", "script", "style", "textarea", "title", "xmp")
)
KINDS: Final = {
    turbohtml.TokenType.TEXT: TokenKind.TEXT,
    turbohtml.TokenType.CHARACTER_REFERENCE: TokenKind.TEXT,
    turbohtml.TokenType.START_TAG: TokenKind.START,
    turbohtml.TokenType.END_TAG: TokenKind.END,
    turbohtml.TokenType.COMMENT: TokenKind.COMMENT,
    turbohtml.TokenType.PROCESSING_INSTRUCTION: TokenKind.COMMENT,
}


def tokens_of(html: str) -> Iterator[Token]:
    """Tokens whose sources, joined, are all of the text."""
    steady = _UNSTEADY.sub(lambda match: _STEADY[match.group()], html)
    lines = [0, *(match.end() for match in re.finditer("\n", steady))]
    at = 0
    for found in turbohtml.tokenize(steady, resolve_references=False, capture_source=True):
        start = lines[found.line - 1] + found.col
        end = start + len(found.source if found.source is not None else found.data or "")
        if at < start:
            yield Token(TokenKind.OTHER, html[at:start])
        yield _token(found, html[start:end])
        at = end
    if at < len(html):
        yield Token(TokenKind.OTHER, html[at:])


def _token(found: turbohtml.Token, raw: str) -> Token:
    is_empty = found.type is turbohtml.TokenType.START_TAG and found.self_closing and found.tag not in RAW_TEXT
    kind = TokenKind.EMPTY if is_empty else KINDS.get(found.type, TokenKind.OTHER)
    if kind is TokenKind.TEXT:
        is_reference = found.type is turbohtml.TokenType.CHARACTER_REFERENCE
        return Token(kind, raw, text=(found.data or "") if is_reference else raw)
    return Token(kind, raw, name=found.tag or "", attributes=found.attrs or ())
