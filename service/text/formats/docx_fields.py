"""Computed fields of WordprocessingML, whose parts stand in runs of their own, as single pieces."""

from collections.abc import Iterator, Sequence

from service.text.formats.docx_pieces import Border, FieldPart, Holder, Kept, Piece, Words


def with_fields(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Each field as a whole, links as borders around their words; what belongs to no whole field is kept."""
    stops = _stops(pieces)
    index = 0
    while index < len(pieces):
        piece = pieces[index]
        stop = stops.get(index, index)
        if stop > index:
            yield from _field(pieces[index:stop])
        elif isinstance(piece, FieldPart):
            yield Kept(piece.source)
        else:
            yield piece
        index = max(stop, index + 1)


def _stops(pieces: Sequence[Piece]) -> dict[int, int]:
    """From the beginning of each field to behind its end, if both are in the same elements and no holder between."""
    stops = {}
    waiting: list[int | None] = []  # beginnings of fields, and None for each element that has begun
    for index, piece in enumerate(pieces):
        match piece:
            case FieldPart(kind="begin"):
                waiting.append(index)
            case FieldPart(kind="end") if waiting and waiting[-1] is not None:
                stops[waiting.pop()] = index + 1
            case Border(is_end=False):
                waiting.append(None)
            case Border():
                while waiting and waiting.pop() is not None:
                    pass
            case Holder():
                waiting = [None] * waiting.count(None)
    return {start: stop for start, stop in stops.items() if start is not None}


def _field(pieces: Sequence[Piece]) -> Iterator[Piece]:
    own = list(_own_parts(pieces))
    instruction = "".join(part.instruction for _, part in own).strip().upper()
    results = [index + 1 for index, part in own if part.kind == "separate"]
    result = results[0] if results else len(pieces)
    if instruction.startswith("HYPERLINK") and results:
        yield Border(_source(pieces[:result]), is_end=False)
        yield from with_fields(pieces[result:-1])
        yield Border(_source(pieces[-1:]), is_end=True)
    else:
        shown = "".join(piece.text for piece in pieces[result:] if isinstance(piece, Words))
        yield Kept(_source(pieces), shown)


def _own_parts(pieces: Sequence[Piece]) -> Iterator[tuple[int, FieldPart]]:
    """The parts of a field, without those of fields in it."""
    depth = 0
    for index, piece in enumerate(pieces):
        if isinstance(piece, FieldPart):
            depth += piece.kind == "begin"
            if depth == 1:
                yield index, piece
            depth -= piece.kind == "end"


def _source(pieces: Sequence[Piece]) -> str:
    return "".join(piece.source for piece in pieces if not isinstance(piece, Holder))
