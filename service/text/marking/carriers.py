"""Words for marks that would be left without any: those that come from what was marked more than other words do.

"Do" of "Do not" is in no word of a translation, and "not" may be most of all in one that comes from another word.

W words, S source tokens.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

import numpy as np
import numpy.typing as npt

from service.text.marking.exact_words import is_inside_word
from service.text.marking.mark_tree import Group, Node, Part
from service.text.marks import Mark
from service.text.target import Unit, Weights, text_of, words_of

_UNSPACED: Final = re.compile(r"[\u2e80-\u9fff\uff00-\uffef]")


@dataclass(frozen=True, slots=True, eq=False)
class _Word:
    """Units of one word. One at the edge of a group may leave it, if that is not the last one there."""

    units: Sequence[Unit]
    group: Group | None = None

    @property
    def weights(self) -> Weights:
        """Shares of the source tokens [S]."""
        weights: Weights = np.mean([unit.weights for unit in self.units], axis=0)
        return weights


@dataclass(frozen=True, slots=True, eq=False)
class _Offer:
    """A word that a mark could have, and the source tokens that the mark covers [S]."""

    word: _Word
    node: Node
    columns: npt.NDArray[np.bool_]


def with_carriers(units: Sequence[Unit], grouped: Sequence[Part], source: str) -> list[Unit]:
    """The units, where groups of them have no words, with the places of these groups for the words that fit best.

    None at all if there is nothing to change.
    """
    groups = [part for part in grouped if isinstance(part, Group)]
    bare = [group.node for group in groups if _is_bare(group, source)]
    if bare:
        edges = {edge for group in groups if not _is_bare(group, source) for edge in _edges(group.node.mark)}
        bare = [node for node in bare if not _is_rest(node.mark, edges, source)]
    words = list(_words_to_give(grouped)) if bare else []
    found: dict[int, Unit] = {}
    served: set[int] = set()
    num_left = {id(word.group): _num_own(word.group) for word in words if word.group}
    for offer in _offers(words, bare):
        word, group = offer.word, id(offer.word.group)
        if id(word.units[0]) in found or id(offer.node) in served or num_left.get(group, 2) < 2:
            continue
        served.add(id(offer.node))
        found |= {id(unit): _moved(unit, offer) for unit in word.units}
        if word.group:
            num_left[group] -= 1
        if len(served) == len(bare):
            break
    return [found.get(id(unit), unit) for unit in units] if found else []


def _is_bare(group: Group, source: str) -> bool:
    """Whether words were marked, and there are none in a group. Behind the sentence's edges there may be some."""
    mark = group.node.mark
    if mark.is_fixed or mark.start < 0 or mark.end > len(source):
        return False
    has_words = any(map(str.isalpha, source[mark.start : mark.end]))  # a figure that is gone has no other word
    return has_words and not any(_has_words(part.text) for part in _units(group.parts))


def _edges(mark: Mark) -> tuple[int, int]:
    return mark.start, mark.end


def _is_rest(mark: Mark, edges: Set[int], source: str) -> bool:
    """Whether a mark covers a part of a word of which another mark has the other part, where words have spaces."""
    if any(map(str.isspace, source[mark.start : mark.end])):
        return False
    inside = (edge for edge in _edges(mark) if edge in edges and is_inside_word(edge, source))
    return any(not _UNSPACED.match(source, edge) for edge in inside)


def _num_own(group: Group) -> int:
    """How many words of a group come from what is marked; the last one stays."""
    return sum(group.node.has(word[0].start) for word in _words_in(group.parts))


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, text))


def _units(parts: Sequence[Part]) -> list[Unit]:
    return [part for part in parts if isinstance(part, Unit)]


def _words_to_give(grouped: Sequence[Part]) -> Iterator[_Word]:
    """Words that no mark has, and those at the edges of marks that have several."""
    for is_free, parts in groupby(grouped, key=lambda part: isinstance(part, Unit)):
        if is_free:
            yield from map(_Word, _words_in([*parts]))
            continue
        for group in (part for part in parts if isinstance(part, Group) and not part.node.mark.is_fixed):
            if len(words := _words_in(group.parts)) > 1:
                yield from (_Word(words[0], group), _Word(words[-1], group))


def _words_in(parts: Sequence[Part]) -> list[Sequence[Unit]]:
    """The units of each word of which it is known where it comes from."""
    units = _units(parts)
    words = (units[first:last] for first, last in words_of([unit.text for unit in units]))
    return [word for word in words if _has_words(text_of(word)) and all(unit.places and not unit.span for unit in word)]


def _offers(words: Sequence[_Word], bare: Sequence[Node]) -> Iterator[_Offer]:
    """What there is for the marks, the best first.

    A word that comes from its own mark more than twice as much is only for want of others.
    """
    if not words:
        return
    weights = np.stack([word.weights for word in words])
    places = np.asarray(words[0].units[0].places)
    columns = [_columns(node, places) for node in bare]
    shares = np.stack([weights[:, own].sum(axis=1) for own in columns], axis=1)  # of each word [W] from each mark
    due = [word.weights[_columns(word.group.node, places)].sum() / 2 if word.group else 0.0 for word in words]
    is_poor = shares < np.array(due)[:, None]
    for best in np.lexsort((-shares.ravel(), is_poor.ravel())):
        number, mark = divmod(int(best), len(bare))
        if shares[number, mark] > 0:
            yield _Offer(words[number], bare[mark], columns[mark])


def _columns(node: Node, places: npt.NDArray[np.int_]) -> npt.NDArray[np.bool_]:
    """Which source tokens a mark covers [S]; where none begins in it, the one that it is a part of."""
    columns: npt.NDArray[np.bool_] = (places >= node.mark.start) & (places < node.mark.end)
    if not columns.any():
        columns[max(0, int(np.searchsorted(places, node.mark.start, side="right")) - 1)] = True
    return columns


def _moved(unit: Unit, offer: _Offer) -> Unit:
    """A unit at the place of the marked token that it comes from most of all."""
    best = int(np.where(offer.columns, offer.word.weights, -1.0).argmax())
    place = max(unit.places[best], offer.node.mark.start)
    return replace(unit, start=place, end=place + 1)
