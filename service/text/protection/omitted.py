"""Where emoji, tags and other parts go that the model did not see."""

from collections.abc import Sequence
from dataclasses import replace

from service.text.marking.projection import project
from service.text.marks import Mark
from service.text.numbers.amounts import amount_around, are_inside, together
from service.text.protection.entities import is_blank
from service.text.showing import Chunk
from service.text.spacing import begins_with_picture, ends_with_picture, has_space_before, has_space_behind
from service.text.spans import Span
from service.text.target import SourceMap, Unit, placed, spliced, starts_of, text_of


def with_omitted(units: list[Unit], omitted: Sequence[Chunk], source: SourceMap) -> list[Unit]:
    """The units with what the model did not see: behind the word before it, or before the word that they touch.

    What stands around words, two by two, goes around what they became.
    """
    # Where a space was shown instead, it says what to replace.
    sides = [span for chunk in omitted if not chunk.shown for span in chunk.omitted if span.side]
    gaps = [(span.start, span.end) for chunk in omitted for span in chunk.omitted]
    amounts_stay = not are_inside(source.text, gaps)
    units = _surrounded(units, sides, source, gaps)
    for number, chunk in enumerate(omitted):
        chunk = replace(chunk, omitted=tuple(span for span in chunk.omitted if span not in sides))
        if not chunk.omitted:
            continue
        if _is_opening(source.text[: chunk.omitted[0].start], source.text[chunk.end :]):
            units = _opened(units, chunk.omitted, source, amounts_stay=amounts_stay)
        else:
            rest = _rest(source.text, chunk.end, omitted[number + 1 :])
            units = _followed(units, chunk, rest, source, amounts_stay=amounts_stay)
    return units


def _surrounded(
    units: list[Unit], sides: Sequence[Span], source: SourceMap, gaps: Sequence[tuple[int, int]]
) -> list[Unit]:
    """With both of each couple around the same words; where the other one is in another sentence, up to that edge."""
    edges: dict[int, list[Span | None]] = {}
    for span in sides:
        if span.side:
            edges.setdefault(span.side.couple, [None, None])[span.side.is_last] = span
    ranges = (
        Mark(first.end if first else -1, last.start if last else len(source.text) + 1, key)
        for key, (first, last) in edges.items()
    )
    ordered = sorted(ranges, key=lambda mark: (mark.start, -mark.end))
    marks = project(together(units, source.text, gaps), ordered, source.text).marks if edges else ()
    places = []
    for mark in marks:
        first, last = edges[mark.key]
        is_empty = mark.start == mark.end
        # What closes comes before what opens at the same place.
        places += [(mark.start, 1 if is_empty else 2, first.start, first)] if first else []
        places += [(mark.end, 1 if is_empty else 0, last.start, last)] if last else []
    for place, *_, span in sorted(places, key=lambda entry: entry[:3], reverse=True):
        clear = _clear(units, place)
        units = spliced(units, clear, clear, _spaced([placed(span, source)], text_of(units), (clear, clear), source))
    return units


def _is_opening(before: str, behind: str) -> bool:
    """Whether what stands between belongs to the word behind it: it touches that, and no other."""
    touched = behind.split(maxsplit=1)[0] if behind and not behind[0].isspace() else ""
    return any(map(str.isalnum, touched)) and (not before or before[-1].isspace())


def _rest(text: str, start: int, later: Sequence[Chunk]) -> str:
    """What is behind `start`, without later omitted parts."""
    edges = [start, *(edge for chunk in later for edge in (chunk.omitted[0].start, chunk.end)), len(text)]
    return "".join(text[first:last] for first, last in zip(edges[::2], edges[1::2], strict=True))


def _opened(units: list[Unit], spans: Sequence[Span], source: SourceMap, *, amounts_stay: bool) -> list[Unit]:
    """With omitted parts directly before the word that they touch."""
    number = place_before(units, spans[-1].end)
    leading = next((len(unit.text) - len(unit.text.lstrip()) for unit in units[number : number + 1]), 0)
    place = len(text_of(units[:number])) + leading
    place = _clear(units, amount_around(text_of(units), place)[0] if amounts_stay else place)
    parts = _spaced([placed(span, source) for span in spans], text_of(units), (place, place), source)
    return spliced(units, place, place, parts)


def _followed(units: list[Unit], chunk: Chunk, rest: str, source: SourceMap, *, amounts_stay: bool) -> list[Unit]:
    """With omitted parts behind the word that is before them, and the space between them.

    Those that only have punctuation behind them, `rest`, stay before that, whatever the order of the words has become.
    White space is not the last of all, if the model drops the words behind it.
    """
    first = chunk.omitted[0].start
    before = source.text[:first]
    text = text_of(units)
    if any(map(str.isalnum, rest)):
        place = len(text_of(units[: place_behind(units, first)]))
    else:
        place = _place_before_end(text, rest)
    place = _clear(units, amount_around(text, place)[1] if amounts_stay else place)
    if any(map(str.isalnum, rest)) and _is_space_alone(chunk) and not any(map(str.isalnum, text[place:])):
        place = _place_before_last_word(units, place)
    if chunk.shown and is_blank(chunk.omitted[0]):
        place = _place_of_space(units, place)
    parts = [placed(span, source) for span in chunk.omitted]
    is_spaced = before[-1:].isspace() and text[:place] and not text[place - 1].isspace()
    space = [replace(parts[0], text=before[len(before.rstrip()) :], span=None)] if is_spaced else []
    # A space that was shown instead is none of the source.
    start, end = _with_white_space(units, place) if chunk.shown else (place, place)
    if _is_mark_behind_space(chunk) and text[end : end + 1].isalnum():
        parts.append(replace(parts[0], text=" ", span=None))
    return spliced(units, start, end, _spaced([*space, *parts], text, (start, end), source))


def _is_mark_behind_space(chunk: Chunk) -> bool:
    """Whether it is one that has a space of its own before it: so ».

    The one between the words stays behind it.
    """
    first, last = chunk.omitted[0].target, chunk.omitted[-1].target
    return bool(chunk.shown) and first[:1].isspace() and last[-1:] == "»"


def _is_space_alone(chunk: Chunk) -> bool:
    return all(span.target.isspace() for span in chunk.omitted)


def _place_before_last_word(units: Sequence[Unit], place: int) -> int:
    """Where the space before the last word up to a place is; the place itself if there is none."""
    free = _free_text_before(units, place).rstrip()
    return place if len(free.split()) < 2 else text_of(units).rindex(free.split()[-1], 0, place) - 1


def _spaced(parts: list[Unit], text: str, place: tuple[int, int], source: SourceMap) -> list[Unit]:
    """Parts that come between two places of a text, with the spaces that an alphabet has around pictures and outside of
    what stands around words."""
    first, last = parts[0], parts[-1]
    before, behind = text[: place[0]][-1:], text[place[1] :][:1]
    is_begun = begins_with_picture(first.text) or _is_side(first, is_last=False)
    is_ended = ends_with_picture(last.text) or _is_side(last, is_last=True) or "](" in last.text  # a link without words
    is_before = is_begun and has_space_before(source.text[: first.start][-1:], before)
    is_behind = is_ended and has_space_behind(source.text[last.end : last.end + 1], behind)
    spaces = [replace(part, text=" ", span=None) for part in (first, last)]
    return [*spaces[:is_before], *parts, *spaces[2 - is_behind :]]


def _is_side(part: Unit, *, is_last: bool) -> bool:
    return bool(part.span and part.span.side and part.span.side.is_last == is_last)


def _with_white_space(units: Sequence[Unit], place: int) -> tuple[int, int]:
    """From and to of the white space around a place."""
    before, behind = _free_text_before(units, place), _free_text(units, place)
    return place - len(before) + len(before.rstrip()), place + len(behind) - len(behind.lstrip())


def _free_text_before(units: Sequence[Unit], place: int) -> str:
    """What is before a place, down to what is protected."""
    ends = (start + len(unit.text) for unit, start in zip(units, starts_of(units), strict=False) if unit.span)
    return text_of(units)[max((end for end in ends if end <= place), default=0) : place]


def _place_of_space(units: Sequence[Unit], place: int) -> int:
    """Where the white space is that is only behind punctuation from a place on; the place itself if there is none.

    Or if it is directly before the place.
    """
    if _free_text_before(units, place)[-1:].isspace():
        return place
    free = _free_text(units, place)
    length = next((length for length, sign in enumerate(free) if sign.isalnum() or sign.isspace()), 0)
    return place + length if free[length : length + 1].isspace() else place


def _free_text(units: Sequence[Unit], place: int) -> str:
    """What is behind a place, up to what is protected."""
    protected = [start for unit, start in zip(units, starts_of(units), strict=False) if unit.span and start >= place]
    return text_of(units)[place : min(protected, default=None)]


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
