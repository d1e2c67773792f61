"""From the tokens of HTML or XHTML to units: which elements end a line of text, stand in it, or stay untranslated."""

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from service.text.formats.html_tokens import RAW_TEXT, Token, TokenKind
from service.text.formats.inline_runs import SPACES, Kind, MakeUnit, Piece, parts_of
from service.text.formats.parts import Unit

# These stand in a line of text; all that are not named here end one.
INLINE: Final = frozenset(
    ["a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "data", "del", "dfn", "em", "font", "i", "ins", "mark"]
) | frozenset(["nobr", "q", "ruby", "s", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u"])
POINTS: Final = frozenset(("img", "wbr"))
# Not translated: these stand in a line of text, and what they say is shown to the model...
KEPT_INLINE: Final = frozenset(("code", "kbd", "math", "rp", "rt", "samp", "svg", "var"))
FOREIGN: Final = frozenset(("math", "svg"))  # what is in them is no HTML
# ...and these do not.
KEPT: Final = RAW_TEXT - {"title"} | {"pre", "template"}
# Names and streets, which no letter finds once they are translated; `translate="yes"` is for those that hold prose.
ADDRESSES: Final = frozenset(["address"])
PIECES: Final = {
    TokenKind.TEXT: Kind.TEXT,
    TokenKind.START: Kind.OPEN,
    TokenKind.END: Kind.CLOSE,
    TokenKind.EMPTY: Kind.POINT,
    TokenKind.COMMENT: Kind.POINT,
}


def parts_of_tokens(tokens: Sequence[Token], make_unit: MakeUnit) -> Iterator[str | Unit]:
    """Units, and what stands between them."""
    for is_line, items in groupby(Items(tokens), key=lambda item: isinstance(item, Piece)):
        if is_line:
            yield from parts_of([item for item in items if isinstance(item, Piece)], make_unit)
        else:
            yield "".join(item for item in items if isinstance(item, str))


class Items:
    """Pieces of lines of text, and the source of what ends such a line."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._ends = _element_ends(tokens)
        self._breaks = [index for index, token in enumerate(tokens) if _ends_line(token)]

    def __iter__(self) -> Iterator[Piece | str]:
        index = 0
        while index < len(self._tokens):
            stop = self._kept_until(index)
            yield self._kept(index, stop) if stop > index else _item(self._tokens[index])
            index = max(stop, index + 1)

    def _kept_until(self, index: int) -> int:
        """Where an element that is not translated ends; `index` if none begins there, or if it is never closed."""
        token = self._tokens[index]
        if token.kind is not TokenKind.START or token.name in POINTS or not _is_kept(token):
            return index
        if index in self._ends:
            return self._ends[index]
        if token.name in KEPT:
            return len(self._tokens)
        return index if token.name in INLINE | KEPT_INLINE else self._next_break(index)

    def _next_break(self, index: int) -> int:
        after = bisect(self._breaks, index)
        return self._breaks[after] if after < len(self._breaks) else len(self._tokens)

    def _kept(self, index: int, stop: int) -> Piece | str:
        tokens = self._tokens[index:stop]
        raw = "".join(token.raw for token in tokens)
        name = tokens[0].name
        if name not in FOREIGN and (name not in INLINE | KEPT_INLINE or self._next_break(index) < stop):
            return raw
        text = SPACES.sub(" ", "".join(token.text for token in tokens)).strip()
        return Piece(Kind.FIXED if text else Kind.POINT, raw, text)


def _item(token: Token) -> Piece | str:
    if _ends_line(token):
        return token.raw
    kind = Kind.POINT if token.name in POINTS and token.kind is TokenKind.START else PIECES[token.kind]
    return Piece(kind, token.raw, token.text, token.name, token.rewritten)


def _ends_line(token: Token) -> bool:
    if token.kind in (TokenKind.TEXT, TokenKind.COMMENT):
        return False
    return token.kind is TokenKind.OTHER or token.name not in INLINE | POINTS | KEPT_INLINE


def _is_kept(token: Token) -> bool:
    if token.name in KEPT | KEPT_INLINE:
        return True
    attributes = dict(token.attributes)
    is_named = "notranslate" in (attributes.get("class") or "").lower().split()
    wish = (attributes.get("translate") or "").lower()
    return is_named or wish == "no" or (token.name in ADDRESSES and wish != "yes")


def _element_ends(tokens: Sequence[Token]) -> dict[int, int]:
    """From each start tag that is closed to behind its end tag, told by the name alone."""
    ends: dict[int, int] = {}
    opened: defaultdict[str, list[int]] = defaultdict(list)
    for index, token in enumerate(tokens):
        if token.kind is TokenKind.START:
            opened[token.name].append(index)
        elif token.kind is TokenKind.END and opened[token.name]:
            ends[opened[token.name].pop()] = index + 1
    return ends
