"""Brackets and quotation marks of the source around what its words became, where a model lost or never saw them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from service.text.brackets.nesting import SQUARE, alone_in, has_brackets, is_filled, nesting, plain
from service.text.brackets.pairs import Pair, PairKind, mark_in
from service.text.brackets.quoting import in_one_form
from service.text.brackets.settling import Edit, edited, is_bracket, masked_text_of, seen_in, settled, with_alone
from service.text.faults.scripts import is_east_asian
from service.text.marking.projection import stretches
from service.text.numbers.amounts import amount_around, together
from service.text.protection.omitted import place_behind
from service.text.spans import Span
from service.text.target import SourceMap, Unit, text_of

_COMMAS: Final = (",", "\uff0c", "、")


@dataclass(frozen=True, slots=True)
class Bracketed:
    """A translation with the marks of its source.

    `repaired` were shown to the model, which did not keep them; for `lost` ones there is no place.
    """

    units: list[Unit]
    repaired: tuple[Pair, ...] = ()
    lost: tuple[Pair, ...] = ()


def bracketed(
    units: list[Unit],
    pairs: Sequence[Pair],
    hidden: Sequence[Pair],
    source: SourceMap,
    language: str,
    erased: Sequence[Span] = (),
) -> Bracketed:
    """The units with `pairs`, of which those `hidden` were not shown; a kind whose number is right stays as it is.

    Of all other brackets there are as many as in the source, which belong together as there; those that are `erased`
    have gone with what was between them.
    """
    if not pairs and not has_brackets(source.text) and not has_brackets(text_of(units)):
        return Bracketed(units)
    given = _given([*(unit.span for unit in units if unit.span and not is_bracket(unit)), *erased], source.text)
    unclear = [pair for kind in _unclear_kinds(pairs) for pair in _unclear_pairs(given, kind)]
    units, lost = _settled(units, given, pairs, source)
    done = _with_pairs(units, pairs, hidden, source, language) if pairs else Bracketed(units)
    lost += done.lost
    units = done.units
    if _alone(given) != _alone(seen_in(units)):
        units = with_alone(units, given, source, language)
    if not lost and _count(given) != _count(seen_in(units)):
        lost = [*pairs, *unclear]
    return Bracketed(_in_one_form(units, pairs, source, language), done.repaired, tuple(lost))


def _unclear_kinds(pairs: Sequence[Pair]) -> list[PairKind]:
    """Of brackets."""
    clear = {pair.kind for pair in pairs}
    return [kind for kind in (PairKind.ROUND, PairKind.SQUARE, PairKind.CURLY) if kind not in clear]


def _unclear_pairs(given: str, kind: PairKind) -> list[Pair]:
    return [Pair(start, last + 1, kind, True, True) for start, last in nesting(given, kind.value).pairs]


def _settled(units: list[Unit], given: str, pairs: Sequence[Pair], source: SourceMap) -> tuple[list[Unit], list[Pair]]:
    """The units without what is too much of unclear kinds, and the pairs that are not there; `[` and `]` come later."""
    plain = "".join(" " if sign in SQUARE else sign for sign in given)
    lost: list[Pair] = []
    for kind in dict.fromkeys((PairKind.SQUARE, *_unclear_kinds(pairs))):
        found = settled(units, plain, kind.value, source.text)
        units = found.units
        lost += [pair for pair in _unclear_pairs(plain, kind) if (pair.start, pair.end) in found.lost]
    return units, lost


def _in_one_form(units: list[Unit], pairs: Sequence[Pair], source: SourceMap, language: str) -> list[Unit]:
    """With the quotation marks of the source where a model has two that do not belong together."""
    quotes = (pair for pair in pairs if pair.kind is PairKind.QUOTES)
    wanted = [(source.text[pair.start], source.text[pair.end - 1]) for pair in quotes]
    marks = [(mark_in(language, first), mark_in(language, last)) for first, last in wanted]
    return in_one_form(units, masked_text_of(units), marks) if marks else units


def _given(spans: Sequence[Span], source: str) -> str:
    """The source with spaces for what is protected."""
    masked = [*source]
    for span in spans:
        masked[span.start : span.end] = " " * (span.end - span.start)
    return "".join(masked)


def _alone(text: str) -> list[str]:
    """The brackets of a text that stand alone."""
    return [plain(text[place]) for place in alone_in(text)]


def _count(text: str) -> Counter[str]:
    return Counter(sign for sign in plain(text) if has_brackets(sign))


def _with_pairs(
    units: list[Unit], pairs: Sequence[Pair], hidden: Sequence[Pair], source: SourceMap, language: str
) -> Bracketed:
    """Square brackets are not there yet; round ones take their places together with them."""
    clear = {pair.kind for pair in pairs}
    differing = {kind for kind in clear if _differs(units, kind, pairs, source.text)}
    kinds = differing | (clear - {PairKind.QUOTES} if PairKind.SQUARE in clear else set())
    wrong = [pair for pair in pairs if pair.kind in kinds]
    if not wrong:
        return Bracketed(units)
    free = list(_without(units, "".join(kind.value for kind in kinds)))
    places, text = _stretches(free, wrong, source), text_of(free)
    edits: list[Edit] = []
    lost = []
    for pair, (start, end) in places.items():
        if start < end:
            edits += _edits(text, start, end, pair, source.text, language)
            continue
        if pair.kind is PairKind.SQUARE:
            edits += _empty(free, pair, source.text)
        if pair.kind is not PairKind.SQUARE or is_filled(source.text[slice(*pair.inner)]):
            lost.append(pair)
    # At one place a mark that opens comes behind one that closes, an inner one where it belongs.
    edits.sort(key=lambda edit: (edit.start, edit.end, edit.origin))
    unseen = {*hidden}
    repaired = tuple(pair for pair in wrong if pair.kind in differing and pair not in unseen)
    return Bracketed(edited(free, edits, source), repaired, tuple(lost))


def _stretches(units: list[Unit], pairs: Sequence[Pair], source: SourceMap) -> dict[Pair, tuple[int, int]]:
    """From and to of what comes from between the marks of pairs, in that of the pairs around them; nothing if lost."""
    text = text_of(units)
    units = together(units, source.text, _marks_of(pairs))
    found: dict[Pair, tuple[int, int]] = {}
    around: list[Pair] = []
    for pair, place in zip(pairs, stretches(units, [pair.inner for pair in pairs], source.text), strict=True):
        inner = source.text[slice(*pair.inner)]
        start, end = _without_commas(text, *place, inner)
        while around and around[-1].end <= pair.start:
            around.pop()
        outer = next((other for other in reversed(around) if pair.end < other.end), None)
        if outer:
            low, high = found[outer]
            start, end = max(start, low), min(end, high)
        around.append(pair)
        is_there = start < end and (is_filled(text[start:end]) or not is_filled(inner))
        found[pair] = (start, end) if is_there else (start, start)
    return found


def _marks_of(pairs: Sequence[Pair]) -> list[tuple[int, int]]:
    """From and to of each mark."""
    return [(place, place + 1) for pair in pairs for place in (pair.start, pair.end - 1)]


def _differs(units: Sequence[Unit], kind: PairKind, pairs: Sequence[Pair], source: str) -> bool:
    """Whether a translation has other marks of a kind than the source, or none around words; their form may differ."""
    text = masked_text_of(units)
    own = [pair for pair in pairs if pair.kind is kind]
    if kind is PairKind.QUOTES:
        places = [place for place, sign in enumerate(text) if sign in kind.value]
        found = list(zip(places[::2], places[1::2], strict=False))
        is_paired = len(places) == 2 * len(own)
    else:
        brackets = nesting(text, kind.value)
        found, is_paired = [*brackets.pairs], len(brackets.places) == 2 * len(own) == 2 * len(brackets.pairs)
    may_be_empty = not all(is_filled(source[slice(*pair.inner)]) for pair in own)
    return not is_paired or not (
        may_be_empty or all(is_filled(text_of(units)[start + 1 : end]) for start, end in found)
    )


def _empty(units: list[Unit], pair: Pair, source: str) -> Iterator[Edit]:
    """The marks around nothing, behind what comes from what is before them."""
    _, place = amount_around(text_of(units), len(text_of(units[: place_behind(units, pair.start)])))
    for origin in (pair.start, pair.end - 1):
        yield Edit(place, place, source[origin], origin)


def _without(units: Sequence[Unit], marks: str) -> Iterator[Unit]:
    """The units without marks. The space before one stays where words would run together."""
    table = str.maketrans("", "", marks)
    for unit, following in zip_longest(units, units[1:]):
        text = unit.text if unit.span else unit.text.translate(table)
        is_needed = following is not None and following.text[:1].isalnum()
        if text != unit.text and following is not None and following.text[:1].isspace():
            text = text.rstrip()
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


def _edits(text: str, start: int, end: int, pair: Pair, source: str, language: str) -> Iterator[Edit]:
    """The marks around a stretch. A comma of the model that they stand for goes."""
    first, last = mark_in(language, source[pair.start]), mark_in(language, source[pair.end - 1])
    before, is_round = text[:start].rstrip(), pair.kind is PairKind.ROUND
    if is_round and before.endswith(_COMMAS) and not source[: pair.start].rstrip().endswith(_COMMAS):
        yield Edit(len(before) - 1, len(before), "", pair.start)
    yield Edit(start, start, _space(text[:start][-1:], language) + first, pair.start)
    is_replaced = is_round and text.startswith(_COMMAS, end) and not source[pair.end :].lstrip().startswith(_COMMAS)
    yield Edit(end, end + is_replaced, last + _space(text[end : end + 1], language), pair.end - 1)


def _space(touched: str, language: str) -> str:
    """The space between a mark and a word that it would touch."""
    return " " if touched.isalnum() and not is_east_asian(language) else ""
