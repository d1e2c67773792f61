"""What stands between the items of a line, `Home | Help`, `5 minutes · yesterday`: models take them for a sentence."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from service.text.formats.pieces import Kind, Piece

_BARS: Final = "|\u2502"
_SIGNS: Final = f"{_BARS}\u00b7\u2022\u2219\u22c5"
_BETWEEN: Final = re.compile(rf"((?:(?<=\s)|\A)[{_SIGNS}](?=\s|\Z))")
_PAIRS: Final = ("()", "[]", "{}")  # what is in them is `P(A | B)`, or a choice


def with_separators(pieces: Sequence[Piece], partners: Mapping[int, int]) -> Sequence[Piece]:
    """The pieces, with each such sign outside of all elements like a tag that belongs to no other."""
    if not any(sign in piece.text for piece in pieces if piece.kind is Kind.TEXT for sign in _SIGNS):
        return pieces
    return [*_divided(pieces, partners)]


def _divided(pieces: Sequence[Piece], partners: Mapping[int, int]) -> Iterator[Piece]:
    depth = num_open = 0
    for index, piece in enumerate(pieces):
        if index in partners:
            depth += 1 if partners[index] > index else -1
        if depth or piece.kind is not Kind.TEXT:
            yield piece
        elif piece.raw == piece.text:
            yield from _parts(piece, pieces[:index][-1:], pieces[index + 1 : index + 2], num_open)
        else:
            is_one = piece.text in {*_SIGNS} and _is_apart(pieces[:index][-1:], pieces[index + 1 : index + 2])
            yield _separator(piece) if is_one and num_open <= 0 else piece
        num_open += _num_open(piece.text)


def _parts(piece: Piece, before: Sequence[Piece], behind: Sequence[Piece], num_open: int) -> Iterator[Piece]:
    parts = _BETWEEN.split(piece.text)
    for number, part in enumerate(parts):
        left, right = "".join(parts[:number]), "".join(parts[number + 1 :])
        at_edges = [*(before if not left else ()), *(behind if not right else ())]
        is_word = any(edge.kind is Kind.TEXT and not edge.text.isspace() for edge in at_edges)
        is_within = num_open + _num_open(left) > 0
        own = replace(piece, raw=part, text=part)
        if part:
            is_one = number % 2 and not (is_word or is_within or _is_in_prose(left, part, right))
            yield _separator(own) if is_one else own


def _num_open(text: str) -> int:
    return sum(text.count(start) - text.count(end) for start, end in _PAIRS)


def _is_in_prose(left: str, sign: str, right: str) -> bool:
    """Whether a bar is mentioned in a sentence, that goes on with a small letter."""
    return sign in _BARS and left.rstrip()[-1:].islower() and right.lstrip()[:1].islower()


def _is_apart(before: Sequence[Piece], behind: Sequence[Piece]) -> bool:
    """Whether a sign that is written as a reference has no word directly beside it."""
    is_free = all(piece.kind is not Kind.TEXT or piece.text[-1:].isspace() for piece in before)
    return is_free and all(piece.kind is not Kind.TEXT or piece.text[:1].isspace() for piece in behind)


def _separator(piece: Piece) -> Piece:
    return Piece(Kind.CLOSE, piece.raw)
