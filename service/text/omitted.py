"""Where emoji, tags and other parts go that the model did not see."""

from collections.abc import Sequence
from dataclasses import replace

from service.text.spans import Span
from service.text.target import SourceMap, Unit, placed, spliced, starts_of, text_of


def with_omitted(units: list[Unit], omitted: Sequence[Sequence[Span]], source: SourceMap) -> list[Unit]:
    """The units with what the model did not see: behind the word before it, or before the word that they touch."""
    for number, spans in enumerate(omitted):
        if _is_opening(source.text[: spans[0].start], source.text[spans[-1].end :]):
            units = _opened(units, spans, source)
        else:
            units = _followed(units, spans, _rest(source.text, spans[-1].end, omitted[number + 1 :]), source)
    return units


def _is_opening(before: str, behind: str) -> bool:
    """Whether what stands between belongs to the word behind it: it touches that, and no other."""
    touched = behind.split(maxsplit=1)[0] if behind and not behind[0].isspace() else ""
    return any(map(str.isalnum, touched)) and (not before or before[-1].isspace())


def _rest(text: str, start: int, later: Sequence[Sequence[Span]]) -> str:
    """What is behind `start`, without later omitted parts."""
    edges = [start, *(edge for spans in later for edge in (spans[0].start, spans[-1].end)), len(text)]
    return "".join(text[first:last] for first, last in zip(edges[::2], edges[1::2], strict=True))


def _opened(units: list[Unit], spans: Sequence[Span], source: SourceMap) -> list[Unit]:
    """With omitted parts directly before the word that they touch."""
    number = place_before(units, spans[-1].end)
    leading = next((len(unit.text) - len(unit.text.lstrip()) for unit in units[number : number + 1]), 0)
    place = _clear(units, len(text_of(units[:number])) + leading)
    return spliced(units, place, place, [placed(span, source) for span in spans])


def _followed(units: list[Unit], spans: Sequence[Span], rest: str, source: SourceMap) -> list[Unit]:
    """With omitted parts behind the word that is before them, and the space between them.

    Those that only have punctuation behind them, `rest`, stay before that, whatever the order of the words has become.
    """
    before = source.text[: spans[0].start]
    text = text_of(units)
    if any(map(str.isalnum, rest)):
        place = len(text_of(units[: place_behind(units, spans[0].start)]))
    else:
        place = _place_before_end(text, rest)
    place = _clear(units, place)
    parts = [placed(span, source) for span in spans]
    is_spaced = before[-1:].isspace() and text[:place] and not text[place - 1].isspace()
    space = [replace(parts[0], text=before[len(before.rstrip()) :], span=None)] if is_spaced else []
    # Between letters the model was shown a space, which the source does not have.
    is_inside_word = before[-1:].isalnum() and rest[:1].isalnum()
    num_spaces = len(text[place:]) - len(text[place:].lstrip())
    end = place + num_spaces if is_inside_word and _clear(units, place + num_spaces) == place + num_spaces else place
    return spliced(units, place, end, [*space, *parts])


def _clear(units: Sequence[Unit], place: int) -> int:
    """The place, or the end of the protected part that it is in."""
    for unit, start in zip(units, starts_of(units), strict=False):
        if unit.span and start < place < start + len(unit.text):
            return start + len(unit.text)
    return place


def _place_before_end(text: str, rest: str) -> int:
    """Before as much punctuation as there is in `rest`, but not before the last word."""
    low = max((place for place, character in enumerate(text, start=1) if character.isalnum()), default=0)
    place, num_marks = len(text), sum(not character.isspace() for character in rest)
    while num_marks and place > low:
        place -= 1
        num_marks -= not text[place].isspace()
    return max(low, len(text[:place].rstrip())) if rest[:1].isspace() else place


def place_behind(units: Sequence[Unit], position: int) -> int:
    """The number of units up to the last of those that come from what is directly before `position` of the source."""
    ends = [unit.end if unit.end <= position else 0 for unit in units]
    best = max(ends, default=0)
    return max(number for number, end in enumerate(ends, start=1) if end == best) if best else 0


def place_before(units: Sequence[Unit], position: int) -> int:
    """The number of units before the first of those that come from what is directly behind `position`."""
    starts = [unit.start for unit in units if unit.start >= position]
    if not starts:
        return len(units)
    return next(number for number, unit in enumerate(units) if unit.start == min(starts))
