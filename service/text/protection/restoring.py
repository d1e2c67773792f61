"""Puts protected parts back, each exactly once, whatever the model made of what stood in for them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from service.text.numbers.amounts import amount_around
from service.text.numbers.figures import figures_in, ordinal_ending
from service.text.protection.omitted import place_behind, with_omitted
from service.text.protection.signs import with_signs
from service.text.showing import Shown, Slot
from service.text.spans import Span
from service.text.target import SourceMap, Unit, placed, spliced, starts_of, text_of

# A stand-in is a word of its own: no letters or digits of a script with spaces before it or behind it.
_LETTER = r"0-9A-Za-z\u00c0-\u024f\u0370-\u052f"


@dataclass(frozen=True, slots=True)
class Restored:
    """A translation with its protected parts, and those among them whose place had to be guessed."""

    units: tuple[Unit, ...]
    guessed: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class _Edit:
    """Text `start` to `end` becomes these spans; without any it goes."""

    start: int
    end: int
    spans: tuple[Span, ...] = ()
    is_guess: bool = False  # of where they belong

    def overlaps(self, start: int, end: int) -> bool:
        """Whether anything of a part of the text, or a place in it, is inside."""
        return self.start < end and start < self.end


def num_broken(text: str, shown: Shown) -> int:
    """How many stand-ins a model did not keep exactly once."""
    return sum(len(_places(text, slot)) != 1 for slot in shown.slots)


def restore(units: Sequence[Unit], shown: Shown, source: SourceMap, language: str) -> Restored:
    """The same translation, which is in `language`, with protected parts in place of their stand-ins.

    One that the model lost takes the place of the word that was made of it most of all, or goes behind the word
    that comes from what is before it in the source. One that the model doubled stays where it fits best.
    """
    text = text_of(units)
    found = {slot.start: _places(text, slot) for slot in shown.slots}
    edits = [_Edit(*places[0], slot.spans) for slot in shown.slots if len(places := found[slot.start]) == 1]
    broken = [slot for slot in shown.slots if len(found[slot.start]) != 1]
    lost = []
    # What is there is known before what has to be guessed: no part may come to stand inside another, or of what goes.
    for slot in sorted(broken, key=lambda slot: not found[slot.start]):
        known = list(_known(units, slot, found[slot.start], edits, source))
        edits += known
        lost += [] if known else [slot]
    for slot in lost:
        edits.append(_guess(units, slot, edits))
    restored = list(units)
    # From the end, so that what is done does not move what is to be done; of two at one place the second one first.
    for _, edit in sorted(enumerate(edits), key=lambda pair: (pair[1].start, pair[1].end, pair[0]), reverse=True):
        restored = _apply(restored, edit, source)
    restored, omitted = with_signs(restored, shown.omitted, source, language)
    restored = with_omitted(restored, omitted, source)
    return Restored(tuple(restored), tuple(span for slot in broken for span in slot.spans))


def _places(text: str, slot: Slot) -> list[tuple[int, int]]:
    name = slot.stand_in.target
    behind = r"[.,:]?\d" if name.isdecimal() else r"[.,:]?\d|-\w"  # a number may be the first part of a word
    pattern = rf"(?<![{_LETTER}])(?<!\d[.,:])(?<![Xx]-){re.escape(name)}(?![{_LETTER}])(?!{behind})"
    return [match.span() for match in re.finditer(pattern, text)]


def _known(
    units: Sequence[Unit], slot: Slot, places: list[tuple[int, int]], edits: Sequence[_Edit], source: SourceMap
) -> Iterator[_Edit]:
    """What has to be done so that a slot is there once, if there is anything of it."""
    text = text_of(units)
    if places:
        best = max(places, key=lambda place: _weight(units, place, slot, source))
        yield _Edit(*best, slot.spans)
        # What goes takes the space before it along.
        yield from (_Edit(len(text[:start].rstrip()), end) for start, end in places if (start, end) != best)
    elif grown := _place_of_grown_number(text, slot, source.text, edits):
        yield _Edit(*grown, slot.spans)


def _guess(units: Sequence[Unit], slot: Slot, edits: Sequence[_Edit]) -> _Edit:
    """Where a slot goes of which there is nothing; what is done elsewhere is left as it is."""
    start, end = _place_of_grown(text_of(units), slot, edits) or _place_of_lost(units, slot)
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.overlaps(start, end):
            start = end = edit.end
    return _Edit(start, end, slot.spans, is_guess=True)


def _weight(units: Sequence[Unit], place: tuple[int, int], slot: Slot, source: SourceMap) -> float:
    """How much of what is at a place comes from a slot."""
    columns = [slot.start <= start < slot.end for start in source.places]
    inside = (unit for unit, start in zip(units, starts_of(units), strict=False) if place[0] <= start < place[1])
    return float(sum(unit.weights[columns].sum() for unit in inside))


def _place_of_grown(text: str, slot: Slot, edits: Sequence[_Edit]) -> tuple[int, int] | None:
    """Where a stand-in begins a much longer word: the name of somebody who is not in the source must not stay."""
    name = slot.stand_in.target
    found = (
        re.finditer(rf"\b{re.escape(name)}(?:(?:e[nr]|s|er[ns])\b|(?=[^\W\d_]{{3}}))", text) if name.isalpha() else ()
    )
    return next((match.span() for match in found if not _is_taken(match.span(), edits)), None)


def _place_of_grown_number(text: str, slot: Slot, source: str, edits: Sequence[_Edit]) -> tuple[int, int] | None:
    """Where a stand-in begins a number that the source does not have, or an ordinal: 157, 15th.

    The ending of that stays if it is right behind what comes there.
    """
    name = slot.stand_in.target
    if not name.isdecimal():
        return None
    known = {figure.text for figure in figures_in(source)}
    number = slot.spans[-1].target
    for match in re.finditer(rf"(?<!\d)(?<!\d[.,:]){name}(?:[.,:]?\d)*((?:st|nd|rd|th|s){{1,2}}(?![a-z]))?", text):
        if match[0] not in known and not _is_taken(match.span(), edits):
            is_right = len(number) <= 2 and number.isdecimal() and match[1] == ordinal_ending(number)
            return match.start(), match.end() - (len(match[1]) if is_right else 0)
    return None


def _is_taken(place: tuple[int, int], edits: Sequence[_Edit]) -> bool:
    """Whether something else is done to what is there."""
    return any(edit.overlaps(*place) for edit in edits)


def _place_of_lost(units: Sequence[Unit], slot: Slot) -> tuple[int, int]:
    """The words that come from the slot; where there are none, an empty place behind what is before it."""
    starts = list(starts_of(units))
    own = [number for number, unit in enumerate(units) if slot.start <= unit.start < slot.end and unit.text.strip()]
    if own:
        first = own[0]
        last = next(number for number in range(first, len(units) + 1) if number not in own)
        leading = len(units[first].text) - len(units[first].text.lstrip())
        return starts[first] + leading, starts[last]
    _, place = amount_around(text_of(units), starts[place_behind(units, slot.start)])
    return place, place


def _apply(units: list[Unit], edit: _Edit, source: SourceMap) -> list[Unit]:
    parts = [placed(span, source) for span in edit.spans]
    if edit.is_guess:
        text, (start, end) = text_of(units), (edit.spans[0].start, edit.spans[-1].end)
        before, behind = text[: edit.start][-1:], text[edit.end :][:1]
        # What a part touches in the source it may touch here.
        before = "" if before == source.text[:start][-1:] else before
        behind = "" if behind == source.text[end : end + 1] else behind
        parts = spaced(parts, before, behind, source)
    return spliced(units, edit.start, edit.end, parts)


def spaced(parts: list[Unit], before: str, behind: str, source: SourceMap) -> list[Unit]:
    """Parts that are added to a text, with spaces where they would touch a word."""
    space = Unit(" ", parts[0].start, parts[0].end, source.one_hot(parts[0].start))
    is_glued_before = re.search(rf"[{_LETTER}.,;:!?)\]-]$", before)
    is_glued_behind = re.match(rf"[{_LETTER}(\[-]", behind)
    return [*([space] if is_glued_before else []), *parts, *([space] if is_glued_behind else [])]
