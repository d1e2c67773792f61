"""Numbers that belong together, each with all that is said by it: dates, times, ranges, scores, positions."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from service.text.faults.scripts import base_language
from service.text.numbers.dates import dates_in
from service.text.numbers.figures import figures_in, written_figures
from service.text.numbers.ranges import joins, linked
from service.text.numbers.times import Time, times_in
from service.text.spans import Kind, Span, without_overlaps

_BEHIND: Final = re.compile(r"[°º′″]{1,2}(?:[NSEW]\b)?")
_LETTER: Final = re.compile(r"[A-Za-z\u00c0-\u024f]")
_LETTER_BEFORE: Final = re.compile(rf"{_LETTER.pattern}-?$")
_HOUR: Final = "点點时時"
_HOURS: Final = frozenset(map(str, range(25)))
_POINT: Final = re.compile(r"(?<!\w)\.$")


def number_spans(text: str, numbers: Sequence[str], language: str = "", source_language: str = "") -> list[Span]:
    """Where `numbers`, as a difference tells them, stand in a text, and how they are written in a language.

    What belongs together comes as a whole, and before its parts: one of them may be protected. A number with a word for
    zeros that is not known has to be translated.
    """
    written = written_figures(text, language, source_language)
    hours = {time.figure for time in times_in(text, base_language(source_language)) if time.said(text) in numbers}
    spans = []
    for figure in (figure for figure in figures_in(text) if figure.start in written):
        own = written[figure.start]
        if figure.value in numbers or text[figure.start : own.end] in numbers or figure.start in hours:
            spans.append(Span(figure.start, own.end, Kind.FIGURE, own.text))
    wholes = (whole for whole in whole_numbers(text, language, source_language) if whole not in spans)
    return [*(whole for whole in wholes if any(whole.start <= span.start < whole.end for span in spans)), *spans]


def lone_number_spans(text: str, language: str, source_language: str) -> list[Span]:
    """The same for all numbers that no letter touches: of 20th, 9mm or B52 a model knows more than of what would stand
    there."""
    values = [figure.value for figure in figures_in(text)]
    spans = number_spans(text, values, language, source_language)
    return [span for span in spans if not (_LETTER_BEFORE.search(text[: span.start]) or _LETTER.match(text, span.end))]


def whole_numbers(text: str, language: str, source_language: str) -> Iterator[Span]:
    """Each that is more than a figure, in order, as a language writes it."""
    source = base_language(source_language)
    times = {time.start: time for time in times_in(text, source)}
    chain: list[Span] = []
    for span in [*_parts(text, language, source, times.values()), None]:
        if chain and (span is None or not joins(text[chain[-1].end : span.start], source)):
            yield from _whole(text, chain, times)
            chain = []
        chain += [span] if span else []


def _parts(text: str, language: str, source: str, times: Iterable[Time]) -> list[Span]:
    """Dates, times and figures, without overlaps."""
    days = [
        Span(date.start, date.end, Kind.DAY if date.day else Kind.MONTH, written)
        for date in dates_in(text, source)
        if (written := date.written(language))
    ]
    hours = [Span(time.start, time.end, Kind.FIGURE, time.written(language)) for time in times]
    figures = written_figures(text, language, source).items()
    return without_overlaps([*days, *hours, *(Span(start, one.end, Kind.FIGURE, one.text) for start, one in figures)])


def _whole(text: str, chain: list[Span], times: Mapping[int, Time]) -> Iterator[Span]:
    """What is joined, if that is more than a figure, with the point before it and the signs behind it: 48°12′N."""
    start, end = chain[0].start, chain[-1].end
    written = "".join(_linked(text, chain, times))
    time = times.get(start) if len(chain) == 1 else None
    if time and time.is_apart:
        start, written = time.figure, time.bare
    elif len(chain) > 1:
        behind = _BEHIND.match(text, end)
        before = _POINT.search(text, max(0, start - 2), start)
        first, last = start - (before is not None), behind.end() if behind else end
        start, end, written = first, last, f"{text[first:start]}{written}{text[end:last]}"
    if written != chain[0].target or written != text[start:end]:
        yield Span(start, end, chain[0].kind, written)


def _linked(text: str, chain: list[Span], times: Mapping[int, Time]) -> Iterator[str]:
    """Each as it is written, and what is between them; an hour that only a character behind the next one says, as that:
    3到8点 is 3:00–8:00."""
    for first, second in pairwise(chain):
        time = times.get(second.start)
        is_hour = time is not None and text[time.end - 1] in _HOUR and first.target in _HOURS
        yield f"{first.target}:00" if is_hour else first.target
        yield linked(text[first.end : second.start])
    yield chain[-1].target
