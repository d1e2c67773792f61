"""Translations that no model would give, for tests of what a document makes of them."""

from collections.abc import Sequence

from hypothesis import strategies as st

from service.text.marks import Mark, MarkedText

CHARACTERS = st.characters(exclude_categories=["Cs"]) | st.sampled_from("&<>\"'`*_[]{}\\|#\n\r\t\0\x1b ")
WORDS = st.text(CHARACTERS, max_size=30).filter(str.strip)


@st.composite
def translations(draw: st.DrawFn, units: Sequence[MarkedText]) -> list[MarkedText]:
    """Any words, with the marks of each unit anywhere."""
    return [draw(translation(unit)) for unit in units]


@st.composite
def translation(draw: st.DrawFn, unit: MarkedText) -> MarkedText:
    text = draw(WORDS)
    marks: list[Mark] = []
    for mark in unit.marks:
        around = [m for m, source in zip(marks, unit.marks, strict=False) if _is_around(source, mark)]
        low, high = (around[-1].start, around[-1].end) if around else (0, len(text))
        start = draw(st.integers(low, high))
        end = start if mark.is_fixed and mark.start == mark.end else draw(st.integers(start, high))
        # Neighbours do not overlap: whoever would, is empty.
        if any(m.start < end and start < m.end for m in marks if m not in around):
            start = end = low
        marks.append(Mark(start, end, mark.key, mark.is_fixed))
    return MarkedText(text, tuple(sorted(marks, key=lambda m: (m.start, -m.end, m.key))))


def _is_around(outer: Mark, inner: Mark) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end and outer.key < inner.key


def shouted(units: Sequence[MarkedText]) -> list[MarkedText]:
    """Every word in capitals, the marks where they are."""
    return [MarkedText("".join(c.upper() if len(c.upper()) == 1 else c for c in u.text), u.marks) for u in units]
