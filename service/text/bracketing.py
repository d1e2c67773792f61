"""Brackets and quotation marks of the source around what its words became, where a model lost or never saw them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from types import MappingProxyType
from typing import Final

from service.text.pairs import Pair, PairKind
from service.text.projection import stretches
from service.text.scripts import is_east_asian
from service.text.target import SourceMap, Unit, spliced, text_of

_COMMAS: Final = (",", "\uff0c", "、")
_IN_ALPHABETS: Final = MappingProxyType({"\uff08": "(", "\uff09": ")", "「": "“", "」": "”", "『": "“", "』": "”"})


@dataclass(frozen=True, slots=True)
class Bracketed:
    """A translation with the marks of its source.

    `repaired` were shown to the model, which did not keep them; for `lost` ones there is no place.
    """

    units: list[Unit]
    repaired: tuple[Pair, ...] = ()
    lost: tuple[Pair, ...] = ()


@dataclass(frozen=True, slots=True)
class _Edit:
    """`text` comes in place of `start` to `end` of the units' text; it stands at `origin` in the source."""

    start: int
    end: int
    text: str
    origin: int


def bracketed(
    units: list[Unit], pairs: Sequence[Pair], hidden: Sequence[Pair], source: SourceMap, language: str
) -> Bracketed:
    """The units with `pairs`, of which those `hidden` were not shown; a kind whose number is right stays as it is.

    Marks that the source does not have are never added.
    """
    wrong = [pair for pair in pairs if _differs(units, pair.kind, pairs)]
    if not wrong:
        return Bracketed(units)
    free = list(_without(units, "".join({pair.kind.value for pair in wrong})))
    places = dict(zip(wrong, stretches(free, [pair.inner for pair in wrong], source.text), strict=True))
    text = text_of(free)
    edits: list[_Edit] = []
    lost = []
    for pair in wrong:
        start, end = _without_commas(text, *places[pair], source.text[slice(*pair.inner)])
        if start < end:
            edits += _edits(text, start, end, pair, source.text, language)
        else:
            lost.append(pair)
    # From the end. At one place a mark that opens comes behind one that closes, an inner one where it belongs.
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end, edit.origin), reverse=True):
        mark = Unit(edit.text, edit.origin, edit.origin + 1, source.one_hot(edit.origin))
        free = spliced(free, edit.start, edit.end, [mark] if edit.text else [])
    return Bracketed(free, tuple(pair for pair in wrong if pair not in hidden), tuple(lost))


def _differs(units: Sequence[Unit], kind: PairKind, pairs: Sequence[Pair]) -> bool:
    """Whether a translation has another number of such marks than the source; in which form does not count."""
    text = "".join(unit.text for unit in units if unit.span is None)
    marks = [character for character in text if character in kind.value]
    num_pairs = sum(pair.kind is kind for pair in pairs)
    num_opening = sum(mark in "(\uff08" for mark in marks)
    return len(marks) != 2 * num_pairs or (kind is PairKind.ROUND and num_opening != num_pairs)


def _without(units: Sequence[Unit], marks: str) -> Iterator[Unit]:
    """The units without marks. The space before one stays where words would run together."""
    table = str.maketrans("", "", marks)
    for unit, following in zip_longest(units, units[1:]):
        text = unit.text if unit.span else unit.text.translate(table)
        is_needed = following is not None and following.text[:1].isalnum()
        if text == unit.text or text.strip() or (text and is_needed):
            yield replace(unit, text=text)


def _without_commas(text: str, start: int, end: int, inner: str) -> tuple[int, int]:
    """From and to of a stretch without commas and white space at its edges, unless what is between has them itself."""
    kept = inner[:1] + inner[-1:]
    while start < end and (text[start].isspace() or (text[start] in _COMMAS and text[start] not in kept)):
        start += 1
    while start < end and (text[end - 1].isspace() or (text[end - 1] in _COMMAS and text[end - 1] not in kept)):
        end -= 1
    return start, end


def _edits(text: str, start: int, end: int, pair: Pair, source: str, language: str) -> Iterator[_Edit]:
    """The marks around a stretch. A comma of the model that they stand for goes."""
    first, last = source[pair.start], source[pair.end - 1]
    if not is_east_asian(language):
        first, last = (_IN_ALPHABETS.get(mark, mark) for mark in (first, last))
    before, is_round = text[:start].rstrip(), pair.kind is PairKind.ROUND
    if is_round and before.endswith(_COMMAS) and not source[: pair.start].rstrip().endswith(_COMMAS):
        yield _Edit(len(before) - 1, len(before), "", pair.start)
    yield _Edit(start, start, _space(text[:start][-1:], language) + first, pair.start)
    is_replaced = is_round and text.startswith(_COMMAS, end) and not source[pair.end :].lstrip().startswith(_COMMAS)
    yield _Edit(end, end + is_replaced, last + _space(text[end : end + 1], language), pair.end - 1)


def _space(touched: str, language: str) -> str:
    """The space between a mark and a word that it would touch."""
    return " " if touched.isalnum() and not is_east_asian(language) else ""
