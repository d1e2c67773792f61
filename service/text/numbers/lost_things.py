"""Things that an English source counts, of which a translation has no more than the number, or an hour: 3 horses."""

import re
from collections.abc import Iterator, Set
from typing import Final

# The number of a size or a page, and the name of a model, count nothing.
_LABEL: Final = re.compile(
    r"(?:(?<=[\w,] )[A-Z]\w{0,30}|\b(?:size|number|no|page|level|chapter|step|grade|room|bus|line|day|channel|version|"
    r"type|age|at|the|of|was|be|is)) \Z"
)
_LONGEST: Final = 34
_NUMBER: Final = r"(?<![\w.,:/$€£-])(?P<number>(?!(?:1[5-9]|20)\d\d\b)\d{1,6}) "
# In the plural, or at the end.
_COUNTED: Final = re.compile(
    rf"{_NUMBER}(?:(?P<things>(?:[a-z]{{1,20}}-)?(?!\w+ss\b|(?:was|is|his|this|as|its|has|does|always|perhaps|times|us|years|months|weeks|days|hours|minutes|seconds)\b)"
    r"[a-z]{2,30}s)(?![\w'’-])|(?P<thing>[a-z]{3,30})(?<!ly)(?=[.!?]?\Z))"
)
# At the end, behind an ordinal: on the 2nd floor.
_ORDERED: Final = re.compile(
    r"(?<![\w.,:/$€£-])(?P<number>\d{1,3})(?:st|nd|rd|th)[ -](?P<thing>[a-z]{3,30})(?<!ly)(?=[.!?]?\Z)"
)
_NO_THING: Final = re.compile(
    r"today|tomorrow|tonight|now|then|again|too|ago|each|old|more|less|together|instead|fine|here"
)
_O_CLOCK: Final = re.compile(
    r"(?<![\d:.,])(?P<number>\d{1,3}) Uhr(?P<minutes> (?:fünf|zehn|zwanzig|dreißig|vierzig|fünfzig|\d\d)\b)?"
)
# An hour without minutes: 4 p.m., 11 am.
_HOUR: Final = re.compile(r"(?<![\w.,:/$€£-])(?P<number>1[0-2]|[1-9]) ?[ap]\.?\s?m\b", re.IGNORECASE)
_AT: Final = re.compile(r"\b(?:um|ab|bis|gegen|nach|vor) \Z", re.IGNORECASE)
_LAST: Final = re.compile(r"(?<![\w.,:/$€£-])(\d{1,6})[.!?]?\s*\Z")


def lost_things(source: str, target: str, languages: tuple[str, str]) -> tuple[str, ...]:
    """The number with what it counts, where that is not there; of other languages than English and German, none."""
    if languages != ("en", "de"):
        return ()
    last, clocks = _LAST.search(target), [*_O_CLOCK.finditer(target)]
    numbers = {clock["number"] for clock in clocks} | ({last[1]} if last else set())
    if not numbers:
        return ()
    things = (
        match[0]
        for match in _COUNTED.finditer(source)
        if match["number"] in numbers
        and not _NO_THING.fullmatch(match["thing"] or "")
        and not _LABEL.search(source[max(0, match.start() - _LONGEST) : match.start()])
    )
    ordered = _ORDERED.search(source)
    is_lost = ordered and last and last[1] == ordered["number"] and not _NO_THING.fullmatch(ordered["thing"])
    return (
        *things,
        *([ordered[0]] if ordered and is_lost else []),
        *_hours(source, target, last, {clock["number"] for clock in clocks if clock["minutes"]}),
    )


def _hours(source: str, target: str, last: "re.Match[str] | None", others: Set[str]) -> Iterator[str]:
    """Hours that have minutes in the translation, or of which only the number is left, as in "Mi 11."."""
    bare = last[1] if last and not _AT.search(target[: last.start()]) else ""
    yield from (match[0] for match in _HOUR.finditer(source) if match["number"] in others or match["number"] == bare)
