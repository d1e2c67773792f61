"""From the tokens of HTML or XHTML to units: which elements end a line of text, stand in it, or stay untranslated."""

import re
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from service.text.formats.html_tokens import RAW_TEXT, Token, TokenKind
from service.text.formats.html_wraps import wraps_of
from service.text.formats.inline_runs import MakeUnit, parts_of
from service.text.formats.parts import Unit
from service.text.formats.pieces import SPACES, Kind, Piece

# These stand in a line of text; all that are not named here end one.
INLINE: Final = frozenset(
    ["a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "data", "del", "dfn", "em", "font", "i", "ins", "mark"]
) | frozenset(["nobr", "q", "ruby", "s", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u"])
# Of a word processor's pages, and of custom elements those that are known to hold a part of a sentence.
INLINE_PREFIXES: Final = ("o:", "st1:")
CUSTOM: Final = frozenset(("g-emoji", "relative-time"))
POINTS: Final = frozenset(("img", "wbr"))
# Not translated: these stand in a line of text, and what they say is shown to the model...
KEPT_INLINE: Final = frozenset(("code", "kbd", "math", "picture", "rp", "rt", "samp", "svg", "var"))
FOREIGN: Final = frozenset(("math", "picture", "svg"))  # what is in them is no text
GLOSSES: Final = frozenset(("rp", "rt"))  # but not how the characters below are read
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
# The sign of a note is in both of them; neither is shown, since it is no word of the sentence.
NOTES: Final = frozenset(("a", "sup"))
_NOTE_SIGN: Final = re.compile(r"\d{1,3}|[a-z]|[*†‡§¶]{1,3}|\[(?:\d{1,3}|[a-z]{1,2})\]|\(\d{1,3}\)")
KEY_SIGNS: Final = frozenset("+-\u2011\u2013\u2212\uff0b")
REVISIONS: Final = frozenset([("del", "ins"), ("ins", "del"), ("s", "ins"), ("strike", "ins")])
_BEFORE_NOTES: Final = frozenset(".,;:!?…\"'”’»。，！？")
_MOST_TOKENS_OF_NOTE: Final = 24


def parts_of_tokens(tokens: Sequence[Token], make_unit: MakeUnit, *, joins_lines: bool = True) -> Iterator[str | Unit]:
    """Units, and what stands between them. `joins_lines` that end in the middle of a sentence."""
    for is_line, items in groupby(Items(tokens, joins_lines=joins_lines), key=lambda item: isinstance(item, Piece)):
        if is_line:
            yield from parts_of([item for item in items if isinstance(item, Piece)], make_unit)
        else:
            yield "".join(item for item in items if isinstance(item, str))


class Items:
    """Pieces of lines of text, and the source of what ends such a line."""

    def __init__(self, tokens: Sequence[Token], *, joins_lines: bool) -> None:
        self._tokens = tokens
        self._ends = _element_ends(tokens)
        breaks = [index for index, token in enumerate(tokens) if _ends_line(token)]
        self._wraps = frozenset(wraps_of(tokens, breaks) if joins_lines else ())
        self._breaks = [index for index in breaks if index not in self._wraps]

    def __iter__(self) -> Iterator[Piece | str]:
        index = 0
        while index < len(self._tokens):
            stop = self._kept_until(index)
            yield self._kept(index, stop) if stop > index else self._item(index)
            index = max(stop, index + 1)
            if self._is_revision(index):
                yield Piece(Kind.TEXT, "", " ")

    def _item(self, index: int) -> Piece | str:
        token = self._tokens[index]
        if index in self._wraps:
            return Piece(Kind.FIXED, token.raw, " ")
        return _item(token)

    def _is_revision(self, index: int) -> bool:
        """Whether words that take the place of others begin directly behind them: `<del>old</del><ins>new</ins>`."""
        if not 0 < index < len(self._tokens):
            return False
        before, token = self._tokens[index - 1], self._tokens[index]
        is_edge = before.kind is TokenKind.END and token.kind is TokenKind.START
        return is_edge and (before.name, token.name) in REVISIONS

    def _kept_until(self, index: int) -> int:
        """Where an element that is not translated ends; `index` if none begins there, or if it is never closed."""
        token = self._tokens[index]
        if self._is_note(index):
            return self._ends[index]
        if token.kind is not TokenKind.START or token.name in POINTS or not _is_kept(token):
            return index
        if index in self._ends:
            return self._behind_keys(self._ends[index]) if token.name == "kbd" else self._ends[index]
        if token.name in KEPT:
            return len(self._tokens)
        return index if _is_inline(token.name) else self._next_break(index)

    def _behind_keys(self, stop: int) -> int:
        """Behind further keys that are pressed together with those before `stop`: `<kbd>Ctrl</kbd>+<kbd>C</kbd>`."""
        while stop + 1 < len(self._tokens) and self._tokens[stop].text.strip() in KEY_SIGNS:
            if self._tokens[stop + 1].name != "kbd" or stop + 1 not in self._ends:
                break
            stop = self._ends[stop + 1]
        return stop

    def _is_note(self, index: int) -> bool:
        """Whether an element is the sign of a note: raised, and linked or behind punctuation: `<sup><a>1</a></sup>`."""
        end = self._ends.get(index, index)
        if self._tokens[index].name not in NOTES or end - index > _MOST_TOKENS_OF_NOTE:
            return False
        inner = self._tokens[index:end]
        names = {token.name for token in inner}
        before = self._tokens[index - 1].text[-1:] if index else ""
        is_raised = names >= NOTES or ("sup" in names and before in _BEFORE_NOTES)
        return is_raised and _NOTE_SIGN.fullmatch("".join(token.text for token in inner).strip()) is not None

    def _next_break(self, index: int) -> int:
        after = bisect(self._breaks, index)
        return self._breaks[after] if after < len(self._breaks) else len(self._tokens)

    def _kept(self, index: int, stop: int) -> Piece | str:
        tokens = self._tokens[index:stop]
        raw = "".join(token.raw for token in tokens)
        name = tokens[0].name
        if name not in FOREIGN and (not _is_inline(name) or self._next_break(index) < stop):
            return raw
        text = (
            ""
            if name in GLOSSES or self._is_note(index)
            else SPACES.sub(" ", "".join(token.text for token in tokens)).strip()
        )
        return Piece(Kind.FIXED if text else Kind.POINT, raw, text)


def _item(token: Token) -> Piece | str:
    if _ends_line(token):
        return token.raw
    kind = Kind.POINT if token.name in POINTS and token.kind is TokenKind.START else PIECES[token.kind]
    return Piece(kind, token.raw, token.text, token.name, token.rewritten)


def _ends_line(token: Token) -> bool:
    if token.kind in (TokenKind.TEXT, TokenKind.COMMENT):
        return False
    return token.kind is TokenKind.OTHER or not (token.name in POINTS or _is_inline(token.name))


def _is_inline(name: str) -> bool:
    return name in INLINE | KEPT_INLINE | CUSTOM or name.startswith(INLINE_PREFIXES)


def _is_kept(token: Token) -> bool:
    if token.name in KEPT | KEPT_INLINE:
        return True
    attributes = dict(token.attributes)
    is_named = "notranslate" in (attributes.get("class") or "").lower().split()
    wish = (attributes.get("translate") or "").lower()
    is_sound = "fonipa" in (attributes.get("lang") or "").lower()  # how a word is spoken, in phonetic signs
    return is_named or is_sound or wish == "no" or (token.name in ADDRESSES and wish != "yes")


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
