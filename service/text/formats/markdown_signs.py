"""Signs within the text of Markdown that only some of its readers know, as tokens.

Highlighted words (`==so==`) are like an element around words, notes in the line (`^[so]`) are texts of their own, and
words with raised or lowered characters (`H~2~O`, `x^2^`) stay as they are.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from service.text.formats.formulas import fixed
from service.text.formats.html_tokens import Token, TokenKind

_SHIFTED: Final = r"(?P<fixed>(?<![\w~^])\w*(?:(?<=\w)(?:~[\w+\u2212-]{1,3}~|\^[\w+\u2212-]{1,3}\^)\w*)+(?![\w~^]))"
_AROUND: Final = re.compile(
    rf"{_SHIFTED}|(?<![=\w])(?P<mark>==)(?=[^\s=])[^=]+(?<=[^\s=])(?P<unmark>==)(?![=\w])"
    r"|(?P<note>\^\[)[^\[\]]+(?P<unnote>\])"
)


def with_signs(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens, whose sources stay the same, with further ones in the middle of texts."""
    for is_plain, group in groupby(tokens, key=_is_plain):
        found = [*group]
        yield from _of_text("".join(token.raw for token in found)) if is_plain else found


def _is_plain(token: Token) -> bool:
    return token.kind is TokenKind.TEXT and token.raw == token.text


def _of_text(text: str) -> Iterator[Token]:
    at = 0
    for found in _AROUND.finditer(text):
        yield from _plain(text[at : found.start()])
        if found["fixed"]:
            yield from fixed(found[0], found[0])
        else:
            yield from _highlight(found) if found["mark"] else _note(found)
        at = found.end()
    yield from _plain(text[at:])


def _highlight(found: re.Match[str]) -> Iterator[Token]:
    yield Token(TokenKind.START, found["mark"], name="mark")
    yield from _plain(found.string[found.end("mark") : found.start("unmark")])
    yield Token(TokenKind.END, found["unmark"], name="mark")


def _note(found: re.Match[str]) -> Iterator[Token]:
    yield Token(TokenKind.OTHER, found["note"])
    yield from _plain(found.string[found.end("note") : found.start("unnote")])
    yield Token(TokenKind.OTHER, found["unnote"])


def _plain(text: str) -> Iterator[Token]:
    if text:
        yield Token(TokenKind.TEXT, text, text=text)
