"""A run of text with inline elements: from pieces of source to a unit with marks, and back."""

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from service.text.formats.inline import Inline
from service.text.formats.parts import Unit
from service.text.formats.pieces import SPACE, SPACES, Kind, Piece
from service.text.formats.run_cuts import cuts_of
from service.text.formats.separators import with_separators

MakeUnit = Callable[[Sequence[Piece], str], Unit]  # from the pieces of a text, and its source without space around it


def parts_of(pieces: Sequence[Piece], make_unit: MakeUnit) -> Iterator[str | Unit]:
    """Units, and what stands around them. A tag without its partner, or crossing another pair, ends a unit.

    So do tags at the edge of a run, as far as they are whole there: they cannot get anywhere else; and what stands
    between the items of a line, as in `Home | Help`.
    """
    pieces = with_separators(pieces, _partners(pieces))
    partners = _partners(pieces)
    start = 0
    for index, piece in enumerate(pieces):
        if piece.kind in (Kind.OPEN, Kind.CLOSE) and index not in partners:
            yield from _framed(pieces, partners, range(start, index), make_unit)
            yield piece.raw
            start = index + 1
    yield from _framed(pieces, partners, range(start, len(pieces)), make_unit)


def _partners(pieces: Sequence[Piece]) -> dict[int, int]:
    """From each tag to its other half, for those that nest properly and hold no stray tag."""
    partners: dict[int, int] = {}
    opened: list[int] = []
    names: Counter[str] = Counter()
    for index, piece in enumerate(pieces):
        if piece.kind is Kind.OPEN:
            opened.append(index)
            names[piece.name] += 1
        elif piece.kind is Kind.CLOSE and names[piece.name]:
            while pieces[start := opened.pop()].name != piece.name:
                names[pieces[start].name] -= 1
            names[piece.name] -= 1
            partners |= {start: index, index: start}
    return _without_strays(pieces, partners)


def _without_strays(pieces: Sequence[Piece], partners: dict[int, int]) -> dict[int, int]:
    tags = (index for index, piece in enumerate(pieces) if piece.kind in (Kind.OPEN, Kind.CLOSE))
    strays = [index for index in tags if index not in partners]
    return {one: other for one, other in partners.items() if bisect(strays, one) == bisect(strays, other)}


def _framed(pieces: Sequence[Piece], partners: dict[int, int], run: range, make_unit: MakeUnit) -> Iterator[str | Unit]:
    start, stop = run.start, run.stop
    first, last = _inner(pieces, partners, start, stop)
    if not any(piece.has_words and piece.kind is Kind.TEXT for piece in pieces[first:last]):
        yield "".join(piece.raw for piece in pieces[start:stop])
        return
    if cuts := cuts_of(pieces, partners, range(first, last)):
        for edges in pairwise([start, *cuts, stop]):
            yield from _framed(pieces, partners, range(*edges), make_unit)
        return
    within = [*pieces[first:last]]
    lead, within[0] = _without_lead(within[0])
    within[-1], trail = _without_trail(within[-1])
    yield "".join(piece.raw for piece in pieces[start:first]) + lead
    yield make_unit(within, "".join(piece.raw for piece in within))
    yield trail + "".join(piece.raw for piece in pieces[last:stop])


def _without_lead(piece: Piece) -> tuple[str, Piece]:
    if piece.kind is not Kind.TEXT:
        return "", piece
    raw = piece.raw.lstrip()
    return piece.raw[: len(piece.raw) - len(raw)], replace(piece, raw=raw, text=piece.text.lstrip())


def _without_trail(piece: Piece) -> tuple[Piece, str]:
    if piece.kind is not Kind.TEXT:
        return piece, ""
    raw = piece.raw.rstrip()
    return replace(piece, raw=raw, text=piece.text.rstrip()), piece.raw[len(raw) :]


def _inner(pieces: Sequence[Piece], partners: dict[int, int], start: int, stop: int) -> tuple[int, int]:
    """A stretch without the wordless pieces at its edges, except tags whose other half would stay inside."""
    worded = [index for index in range(start, stop) if pieces[index].has_words or pieces[index].rewritten]
    if not worded:
        return stop, stop
    first, last = worded[0], worded[-1] + 1
    first = next((index for index in range(start, first) if first <= partners.get(index, start) < last), first)
    last = next(
        (index + 1 for index in range(stop - 1, last - 1, -1) if first <= partners.get(index, stop) < last), last
    )
    return first, last


def inline_of(pieces: Sequence[Piece]) -> Inline:
    """The words with white space as it is shown: one space between words, none at the edges."""
    inline = Inline()
    shown = _shown([piece.text for piece in pieces])
    for index, (piece, text) in enumerate(zip(pieces, shown, strict=True)):
        match piece.kind:
            case Kind.TEXT:
                inline.add(text)
            case Kind.OPEN:
                inline.open(_changed(piece))
            case Kind.CLOSE:
                space = _space_behind(pieces, shown, index)
                inline.close(_changed(piece), space if space and _ends_picture(pieces, index) else "")
            case Kind.FIXED:
                inline.add_fixed(piece.raw, text)
            case Kind.POINT:
                inline.add_empty(piece.raw, "" if piece.is_unseen else _space_behind(pieces, shown, index))
    return inline


def _changed(piece: Piece) -> str:
    return piece.raw if piece.rewritten is None else piece.rewritten


def _shown(texts: Sequence[str]) -> list[str]:
    """Texts without the spaces that follow another space, or end the last."""
    shown: list[str] = []
    before = " "
    for text in texts:
        words = SPACES.sub(" ", text)
        shown.append(words.removeprefix(" ") if before == " " else words)
        before = (shown[-1] or before)[-1]
    last = max((index for index, text in enumerate(shown) if text), default=0)
    shown[last:] = [shown[last].rstrip(SPACE), *shown[last + 1 :]]
    return shown


def _ends_picture(pieces: Sequence[Piece], index: int) -> bool:
    """Whether a tag ends what ends with an image, as a link may, or what is empty, as an icon."""
    before = (pieces[number] for number in range(index - 1, -1, -1))
    last = next((piece for piece in before if piece.kind is not Kind.CLOSE and not piece.is_unseen), None)
    return last is not None and last.kind in (Kind.POINT, Kind.OPEN)


def _space_behind(pieces: Sequence[Piece], shown: Sequence[str], index: int) -> str:
    """Where there is space on both sides of an image, both are seen: the second one stays with it."""
    behind = pieces[index + 1 : index + 2]
    is_dropped = any(piece.text[:1].isspace() and not shown[index + 1][:1].isspace() for piece in behind)
    return " " if is_dropped else ""
