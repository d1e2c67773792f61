"""What goes together with a term that has to become nothing: the signs that nobody would write without it."""

import re
from typing import Final

_PAUSE: Final = ",;:\u3001\uff0c\uff1b\uff1a"
_END: Final = r".!?…\u3002\uff01\uff1f"
_START: Final = re.compile(rf"(?:[\n\r]|[{_END}][\"'”’)]?\s)[^\S\n\r]*\Z|[\u3002\uff01\uff1f]\Z")
_BEHIND_START: Final = re.compile(rf"[{_PAUSE}]?[^\S\n\r]*")
_LAST_PAUSE: Final = re.compile(rf"[{_PAUSE}][^\S\n\r]*\Z")
_BEFORE_END: Final = re.compile(rf"[^\S\n\r]*(?:[{_END}{_PAUSE}\n\r]|\Z)")
_PAIRS: Final = frozenset({"()", "[]", '""', "''", "“”", "„“", "‘’", "«»", "»«", "「」", "『』", "\uff08\uff09"})
_NEAR: Final = 10  # characters before a term that are looked at


def erased(text: str, start: int, end: int) -> tuple[int, int]:
    """From and to of what goes with the term from `start` to `end`: brackets with nothing else in them, the comma
    behind a first word, the one before a last one.
    """
    while text[start - 1 : start] + text[end : end + 1] in _PAIRS:
        start, end = start - 1, end + 1
    if begins_sentence(text, start) and (match := _BEHIND_START.match(text, end)):
        return start, match.end()
    before = text[max(0, start - _NEAR) : start]
    if _BEFORE_END.match(text, end) and (match := _LAST_PAUSE.search(before)):
        start -= len(before) - match.start()
    return start, end


def begins_sentence(text: str, place: int) -> bool:
    """Whether there is nothing but white space before a place, back to the end of a sentence or of a line."""
    before = text[max(0, place - _NEAR) : place]
    return _START.search(before if place > _NEAR else f"\n{before}") is not None
