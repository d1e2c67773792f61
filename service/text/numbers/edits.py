"""Changes to the numbers of a translation."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from service.text.protection.restoring import spaced
from service.text.target import SourceMap, Unit, spliced, starts_of, text_of


@dataclass(frozen=True, slots=True)
class Edit:
    """What is at `start` to `end` of the translation becomes `text`, which stands at `origin` in the source.

    Where it is known what comes between that and what is before it, or behind it, these are added.
    """

    start: int
    end: int
    text: str = ""
    origin: int = 0
    before: str = ""
    behind: str = ""

    @property
    def is_added(self) -> bool:
        """Whether nothing goes for it."""
        return self.start == self.end


def with_edits(units: Sequence[Unit], edits: Iterable[Edit], source: SourceMap) -> list[Unit]:
    """The units with all of them, from the end, so that what is done does not move what is to be done.

    Of two at one place the second one comes first; what goes elsewhere is no place to add anything, and what is
    protected never goes.
    """
    done = list(units)
    kept = [(start, start + len(unit.text)) for unit, start in zip(units, starts_of(units), strict=False) if unit.span]
    numbered = enumerate(_apart(edit for edit in edits if edit.is_added or not _touches(edit, kept)))
    for _, edit in sorted(numbered, key=lambda pair: (pair[1].start, pair[1].end, pair[0]), reverse=True):
        done = _edited(done, edit, source)
    return done


def _touches(edit: Edit, places: Sequence[tuple[int, int]]) -> bool:
    return any(edit.start < end and start < edit.end for start, end in places)


def _apart(edits: Iterable[Edit]) -> list[Edit]:
    """None in another: what is added there comes behind it, what changes the same is left out."""
    chosen: list[Edit] = []
    added = []
    for edit in edits:
        if edit.is_added:
            added.append(edit)
        elif all(edit.end <= other.start or other.end <= edit.start for other in chosen):
            chosen.append(edit)
    for edit in added:
        around = next((other for other in chosen if other.start < edit.start < other.end), None)
        chosen.append(replace(edit, start=around.end, end=around.end) if around else edit)
    return chosen


def _edited(units: list[Unit], edit: Edit, source: SourceMap) -> list[Unit]:
    if not edit.text:
        return spliced(units, edit.start, edit.end, [])
    text = text_of(units)
    before, behind = text[: edit.start], text[edit.end :]
    written = f"{edit.before}{edit.text}{edit.behind}"
    parts = [Unit(written, edit.origin, edit.origin + 1, source.one_hot(edit.origin))]
    if edit.is_added and not (edit.before or edit.behind):
        return spliced(units, edit.start, edit.end, spaced(parts, before, behind, source))
    if edit.is_added:  # a number beside another is like that: only with letters it needs a space
        before, behind = before[-1:] if edit.behind else "", behind[:1] if edit.before else ""
    elif " " not in edit.text:
        before, behind = "", ""
    before, behind = (near if near.isalnum() else "" for near in (before[-1:], behind[:1]))
    return spliced(units, edit.start, edit.end, spaced(parts, before, behind, source))
