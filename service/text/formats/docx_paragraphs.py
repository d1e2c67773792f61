"""The paragraphs of a file in WordprocessingML, those of text boxes within them too, as groups of units."""

from collections.abc import Iterator, Sequence

from service.text.formats.docx_fields import with_fields
from service.text.formats.docx_pieces import Border, Holder, Kept, Piece, PieceReader, Words
from service.text.formats.docx_runs import RunsUnit, unit_of
from service.text.formats.groups import Group
from service.text.formats.xml_tokens import Token, TokenKind
from service.text.formats.xml_tree import tree_of


def group_of_file(source: str, tokens: Sequence[Token], prefix: str) -> Group:
    """A file whose elements have names with this prefix, its colon included."""
    reader = PieceReader(tree_of(tokens), prefix)
    return Group(source, list(_parts(reader, 0, len(tokens))))


def _parts(reader: PieceReader, start: int, stop: int) -> Iterator[str | Group]:
    """Paragraphs, and what stands between them."""
    kept = index = start
    while index < stop:
        if reader.tree.tokens[index].kind is TokenKind.START and reader.name(index) == "p":
            yield reader.tree.source(kept, index)
            yield _paragraph(reader, index)
            kept = index = reader.tree.ends[index] + 1
        else:
            index += 1
    yield reader.tree.source(kept, stop)


def _paragraph(reader: PieceReader, element: int) -> Group:
    tree = reader.tree
    properties = [child for child in tree.children(element) if reader.name(child) == "pPr"]
    start = tree.ends[properties[-1]] + 1 if properties else element + 1
    pieces = list(with_fields(list(reader.pieces(element))))
    parts: list[str | RunsUnit | Group] = [tree.source(element, start)]
    for stretch in _stretches(pieces):
        match stretch:
            case [Holder(inner, before, behind)]:
                parts += [before, *_parts(reader, inner, tree.ends[inner] + 1), behind]
            case _:
                parts.append(_of_stretch(stretch, reader.prefix))
    parts.append(tree.source(tree.ends[element], tree.ends[element] + 1))
    return Group(tree.element(element), parts)


def _stretches(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Pieces on one level each, with holders, and borders whose other half is beyond one, for themselves."""
    partners = _partners(pieces)
    stretch: list[Piece] = []
    for index, piece in enumerate(pieces):
        if isinstance(piece, Holder) or (isinstance(piece, Border) and index not in partners):
            yield from ([stretch] if stretch else [])
            yield [piece]
            stretch = []
        else:
            stretch.append(piece)
    if stretch:
        yield stretch


def _partners(pieces: Sequence[Piece]) -> dict[int, int]:
    """From each border to its other half, where there is no holder between them."""
    partners: dict[int, int] = {}
    waiting: list[int] = []
    for index, piece in enumerate(pieces):
        if isinstance(piece, Holder):
            waiting = [-1] * len(waiting)
        elif isinstance(piece, Border) and not piece.is_end:
            waiting.append(index)
        elif isinstance(piece, Border) and waiting and (start := waiting.pop()) >= 0:
            partners |= {start: index, index: start}
    return partners


def _of_stretch(pieces: Sequence[Piece], prefix: str) -> str | RunsUnit:
    """Words as a unit. What says nothing at its ends stays outside: references, pictures, tabs, links around all."""
    said = [index for index, piece in enumerate(pieces) if _says_something(piece)]
    if not any(isinstance(pieces[index], Words) and _has_letters(pieces[index]) for index in said):
        return _source(pieces)
    first, last = said[0], said[-1] + 1
    halves = [one for one, other in _partners(pieces).items() if first <= other < last]
    first, last = min([first, *halves]), max([last, *(half + 1 for half in halves)])
    return unit_of(pieces[first:last], _source(pieces[:first]), _source(pieces[last:]), prefix)


def _says_something(piece: Piece) -> bool:
    return bool((isinstance(piece, Words) and piece.text.strip()) or (isinstance(piece, Kept) and piece.shown.strip()))


def _has_letters(piece: Piece) -> bool:
    return isinstance(piece, Words) and any(map(str.isalnum, piece.text))


def _source(pieces: Sequence[Piece]) -> str:
    return "".join(piece.source for piece in pieces if not isinstance(piece, Holder))
