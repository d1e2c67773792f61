"""Which white space stands around the sentences of a translation, and around pictures in them.

All white space of the source stays as it is: indentation, line breaks, blank lines, tabs, several spaces, and
what stands around pieces that are not translated. There are two exceptions, both inside a line:

- from a language that writes sentences without a space between them (Chinese, Japanese) into one that needs
  it, one space is added before a translated sentence that directly follows something on its line, and behind the
  colon of a label;
- the other way round, a single space between two translated sentences is left out.

The first one holds for pictures, too: in Chinese, an emoji touches the words around it.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

from service.text.faces import FACE
from service.text.faults.finishing import narrow
from service.text.marks import Mark
from service.text.spans import Span
from service.text.splitting.segments import LINE_BREAK, Piece, piece_of

_UNSPACED = frozenset({"ja", "yue", "zh"})
_CHARACTER: Final = re.compile(r"[“”‘’\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_CLOSING: Final = frozenset(".,;:!?…)]%\"'”’。，；：！？、）」』")
_ITEM_ENDS: Final = frozenset(".)")  # of a number of a list
_COLONS: Final = frozenset(":：")
_OPENING: Final = frozenset('("“‘')
_BEGINNING: Final = frozenset("-–—•·=~#&_")  # signs that a sentence begins with
_BETWEEN_LABELS: Final = frozenset("/|<>")
_FACE: Final = re.compile(FACE)
_LAST_FACE: Final = re.compile(rf"{FACE}\Z")
_KEY: Final = re.compile("[0-9#*]\ufe0f?\u20e3")
_CIRCLED: Final = re.compile(r"[\u2460-\u249b\u24ea-\u24ff\u2776-\u2793]")  # numbers
_KEY_CAP: Final = "\u20e3"
_PAUSES: Final = frozenset("，；。、;,")
_MODIFIERS: Final = f"\ufe0f{_KEY_CAP}" + "".join(map(chr, (*range(0x1F3FB, 0x1F400), *range(0xE0020, 0xE0080))))


def respace(pieces: Sequence[Piece], source: str, target: str) -> list[Piece]:
    """The same pieces with the white space that a text in language `target` has around their translations."""
    if is_spaced_out(source, target) == is_spaced_out(target, source):
        return list(pieces)
    change = _close_up if _is_unspaced(target) else _space_out
    return [*map(change, pieces, pieces[1:]), *pieces[-1:]]


def is_spaced_out(source: str, target: str) -> bool:
    """Whether a target language has spaces where its source has none."""
    return _is_unspaced(source) and not _is_unspaced(target)


def narrowed(piece: Piece) -> Piece:
    """A figure or a bracket that is not translated, with its signs as an alphabet has them."""
    is_figure = piece.text[-2:-1].isdigit() or any(sign in piece.text for sign in "\uff08\uff09")
    if piece.is_translatable or not is_figure:
        return piece
    return replace(piece, text=narrow(piece.text, is_first=True, is_last=True))


def without_pictures(piece: Piece) -> tuple[list[Piece], Piece, list[Piece]]:
    """A piece, and the pictures before it and behind it as pieces of their own, where they get spaces around them."""
    before, behind = [], []
    if ends_with_picture(piece.leading) and piece.text[:1] not in _CLOSING:
        before = [piece_of(piece.leading, 0, len(piece.leading), ())]
        piece = replace(piece, leading="")
    if begins_with_picture(piece.trailing):
        behind = [piece_of(piece.trailing, 0, len(piece.trailing), ())]
        piece = replace(piece, trailing="")
    return before, piece, behind


def parted_at(spans: Sequence[Span], marks: Sequence[Mark]) -> list[Span]:
    """The spans, with protected white space in parts where marks begin or end in it, `big <img> house`, or lines do."""
    edges = sorted({edge for mark in marks for edge in (mark.start, mark.end)})
    return [part for span in spans for part in (_parts(span, edges) if span.target.isspace() else (span,))]


def _parts(span: Span, edges: Sequence[int]) -> Iterator[Span]:
    inner = edges[bisect_right(edges, span.start) : bisect_left(edges, span.end)]
    lines = [span.start + match.end() for match in LINE_BREAK.finditer(span.target)]
    for start, end in pairwise(sorted({span.start, *inner, *lines, span.end})):
        yield replace(span, start=start, end=end, target=span.target[start - span.start : end - span.start])


def _space_out(piece: Piece, following: Piece) -> Piece:
    behind = following.leading + following.text
    last = str(piece)[-1:]
    has_sign = piece.text != "" or piece.leading[-1:] in _ITEM_ENDS
    is_adjacent = has_sign and last not in _BETWEEN_LABELS and not (last.isspace() or behind[:1].isspace())
    is_sentence = following.is_translatable and (not following.leading or following.leading[0] in _BEGINNING)
    is_labelled = piece.is_translatable and last in _COLONS and behind[:1] not in _CLOSING
    is_item = last in _PAUSES and behind[:1].isdigit()
    needs_space = is_adjacent and (is_sentence or is_labelled or is_item or begins_with_picture(behind))
    return replace(piece, trailing=f"{piece.trailing} ") if needs_space else piece


def _close_up(piece: Piece, following: Piece) -> Piece:
    are_translated = piece.is_translatable and following.is_translatable
    is_single_space = piece.trailing == " " and not following.leading
    return replace(piece, trailing="") if are_translated and is_single_space else piece


@lru_cache(maxsize=256)
def _is_unspaced(language: str) -> bool:
    return language.partition("-")[0].lower() in _UNSPACED


def begins_with_picture(text: str) -> bool:
    """Whether a text begins with an emoji or another picture."""
    return text != "" and (_is_picture(text[0]) or any(sign.match(text) for sign in (_KEY, _FACE)))


def ends_with_picture(text: str) -> bool:
    """Whether it ends with one, whatever the signs are that say how it looks."""
    plain = text.rstrip(_MODIFIERS)
    return plain != "" and (_is_picture(plain[-1]) or text[-1] == _KEY_CAP or _LAST_FACE.search(plain) is not None)


def _is_picture(sign: str) -> bool:
    return unicodedata.category(sign) == "So" or _CIRCLED.match(sign) is not None


def has_space_behind(origin: str, touched: str) -> bool:
    """Whether there is a space between a picture and what it touches behind it, where the source has `origin` there.

    That is so where the source needs none, since it is in characters, and there is a word, or what a word begins with.
    """
    return _is_character(origin) and (_is_of_word(touched) or touched in _OPENING)


def has_space_before(origin: str, touched: str) -> bool:
    """The same for what is before it."""
    return _is_character(origin) and (_is_of_word(touched) or touched in _CLOSING)


def _is_character(sign: str) -> bool:
    return _CHARACTER.match(sign) is not None


def _is_of_word(sign: str) -> bool:
    return sign.isalnum() and not _is_character(sign)
