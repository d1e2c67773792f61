"""What is no part of a sentence at the start of a line: signs of a list's items; and lines that are drawn of signs."""

import re
from typing import Final

BULLETS: Final = "-–—•*·"
# A letter with a stop is an item among others only: alone it may be an initial, "J. Smith".
_NUMBER: Final = r"(?:\(?(?:[A-Za-z]|[ivxIVX]{2,4}|[0-9]{1,3})\)|[IVX]{2,5}\.|[A-Z]:)"  # of a question, and its answer
_TASK: Final = r"(?:[^\S\n\r]+\[[ xX]\])?"
_LETTER: Final = re.compile(r"^[^\S\n\r]*[A-Za-z]\.[^\S\n\r]+(?=\S)", re.MULTILINE)
_SIGN: Final = re.compile(rf"^[^\S\n\r]*(?:[{BULLETS}]{_TASK}|{_NUMBER})[^\S\n\r]+(?=\S)", re.MULTILINE)
_NUMBER_ALONE: Final = re.compile(rf"{_NUMBER}|[A-Za-z]\.|[{BULLETS}]{_TASK}")
# Three signs or more, as under a heading or between parts.
_RULE: Final = re.compile(r"^[^\S\n\r]*([-=_*~#+·•–—])(?:[^\S\n\r]*\1){2,}[^\S\n\r]*$", re.MULTILINE)


def list_signs(text: str) -> list[tuple[int, int]]:
    """From and to of each sign of an item, with the white space on both sides, in order."""
    drawn = {start for start, _ in rules(text)}
    signs = [match.span() for match in _SIGN.finditer(text) if match.start() not in drawn]
    letters = [match.span() for match in _LETTER.finditer(text)]
    return sorted(signs + letters) if len(letters) > 1 else signs


def is_list_sign(text: str) -> bool:
    """Whether a text is nothing but the number or letter of an item."""
    return _NUMBER_ALONE.fullmatch(text) is not None


def rules(text: str) -> list[tuple[int, int]]:
    """From and to of each line that is drawn of signs, line breaks not included."""
    return [match.span() for match in _RULE.finditer(text)]
