r"""Formulas in a text, as the scripts of a page look for them, stay: `\(x^2\)`, `\[x^2\]` and `$$x^2$$`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from service.text.formats.html_tokens import Token, TokenKind

_INLINE: Final = r"(?<!\\)\\\((?P<inline>(?:[^\\\n]|\\[^()\n]){1,2000}?)\\\)"
_DISPLAY: Final = r"(?<!\\)\\\[(?P<display>(?:[^\\]|\\[^\[\]]){1,4000}?)\\\]"
_FORMULA: Final = re.compile(rf"{_INLINE}|{_DISPLAY}|\$\$(?P<dollars>[^$]{{1,4000}})\$\$")
# In Markdown a backslash before a bracket means that it begins no link, unless the brackets stand for themselves.
_OR_CODE: Final = re.compile(
    rf"(?<!`)(?P<ticks>`+)(?!`)[\s\S]*?(?<!`)(?P=ticks)(?!`)|{_INLINE}"
    r"|^[ \t>]*\\\[(?P<display>(?:(?!\n[ \t>]*\n)[^\\`]|\\[^\[\]`]){1,4000}?)\\\](?=[ \t.,]*$)",
    re.MULTILINE,
)
# Words between such brackets are none, as in `\(really\)`.
_SIGNS: Final = re.compile(r"[\\^_=+*/<>|&\d]|\A(?:\s*\w\s*|\w\w)\Z")


def _is_formula(found: re.Match[str]) -> bool:
    return any(inner and _SIGNS.search(inner) for name, inner in found.groupdict().items() if name != "ticks")


def fixed(raw: str, text: str) -> Iterator[Token]:
    """Like an element of code with the whole source as its words."""
    yield Token(TokenKind.START, "", name="code")
    yield Token(TokenKind.TEXT, raw, text=text)
    yield Token(TokenKind.END, "", name="code")


def with_formulas(tokens: Iterable[Token]) -> Iterator[Token]:
    """Tokens of a page, whose sources stay the same."""
    for is_text, group in groupby(tokens, key=lambda token: token.kind is TokenKind.TEXT):
        found = [*group]
        yield from _of_texts(found) if is_text else found


def _of_texts(tokens: Sequence[Token]) -> Iterator[Token]:
    written = "".join(token.raw for token in tokens)
    formulas = [found.span() for found in _FORMULA.finditer(written) if _is_formula(found)]
    at = 0
    for start, end in formulas:
        yield from _part(tokens, at, start)
        inner = [*_part(tokens, start, end)]
        yield from fixed(written[start:end], "".join(token.text for token in inner))
        at = end
    yield from _part(tokens, at, len(written)) if formulas else tokens


def _part(tokens: Sequence[Token], start: int, end: int) -> Iterator[Token]:
    """From and to of the tokens' source; a reference is not divided."""
    at = 0
    for token in tokens:
        first, last = max(start - at, 0), min(end - at, len(token.raw))
        at += len(token.raw)
        if first < last:
            is_plain = token.raw == token.text
            yield Token(token.kind, token.raw[first:last], token.text[first:last] if is_plain else token.text)


def as_code(text: str) -> str:
    """Markdown with code in place of formulas, just as long: for a parser that only says where something is."""
    return _OR_CODE.sub(_coded, text)


def _coded(found: re.Match[str]) -> str:
    if not _is_formula(found):
        return found[0]
    start, end = found.span("inline" if found["inline"] else "display")
    inner = re.sub(r"[^\n>]", lambda sign: "x" * len(sign[0].encode()), found.string[start - 1 : end + 1])
    return f"{found.string[found.start() : start - 2]}`{inner}`"
