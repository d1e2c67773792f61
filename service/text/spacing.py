"""Which white space stands around the sentences of a translation.

All white space of the source stays as it is: indentation, line breaks, blank lines, tabs, several spaces, and
what stands around pieces that are not translated. There are two exceptions, both inside a line:

- from a language that writes sentences without a space between them (Chinese, Japanese) into one that needs
  it, one space is added before a translated sentence that directly follows something on its line;
- the other way round, a single space between two translated sentences is left out.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from service.text.segments import Piece

_UNSPACED = frozenset({"ja", "yue", "zh"})


def respace(pieces: Sequence[Piece], source: str, target: str) -> list[Piece]:
    """The same pieces with the white space that a text in language `target` has around their translations."""
    if _is_unspaced(source) == _is_unspaced(target):
        return list(pieces)
    change = _close_up if _is_unspaced(target) else _space_out
    return [*map(change, pieces, pieces[1:]), *pieces[-1:]]


def _space_out(piece: Piece, following: Piece) -> Piece:
    is_adjacent = bool(piece.text) and not piece.trailing and not following.leading
    return replace(piece, trailing=" ") if is_adjacent and following.is_translatable else piece


def _close_up(piece: Piece, following: Piece) -> Piece:
    are_translated = piece.is_translatable and following.is_translatable
    is_single_space = piece.trailing == " " and not following.leading
    return replace(piece, trailing="") if are_translated and is_single_space else piece


@lru_cache(maxsize=256)
def _is_unspaced(language: str) -> bool:
    return language.partition("-")[0].lower() in _UNSPACED
