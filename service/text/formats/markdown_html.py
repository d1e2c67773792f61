"""Blocks of HTML in Markdown as HTML's own tokens. In a quotation the signs of its lines are white space to them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final

from service.text.formats.html_tokens import Token, TokenKind, tokens_of

BLOCK: Final = "#html"  # how a token is named that is one, with a sign for each quotation that it is in
QUOTE: Final = ">"


def block_tokens(block: Token) -> Iterator[Token]:
    """The tokens of a block, whose sources, joined, are all of it."""
    depth = block.name.count(QUOTE)
    if not depth:
        yield from tokens_of(block.raw)
        return
    signs = re.compile(rf"(?<=\n)[ \t]*(?:{QUOTE}[ \t]*){{{depth}}}")
    places = [place for found in signs.finditer(block.raw) for place in found.span()]
    at = 0
    for token in tokens_of(signs.sub(lambda found: " " * len(found[0]), block.raw)):
        end = at + len(token.raw)
        inner = [place for place in places if at < place < end] if token.kind is TokenKind.TEXT else []
        for start, stop in pairwise([at, *inner, end]):
            text = token.text[start - at : stop - at] if inner else token.text
            yield replace(token, raw=block.raw[start:stop], text=text)
        at = end
