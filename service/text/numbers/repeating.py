"""Phrases that a translation says twice, each with a number that its source has once: "in 2019 in 2019"."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from service.text.numbers.edits import Edit
from service.text.numbers.figures import Figure, figures_in

_PAUSE: Final = re.compile("[ ,\u00a0]+")
# Between a phrase and itself, where more than the number is the same: "the 19th century in the 19th century".
_LINK: Final = re.compile(
    "[ ,\u00a0]+(?:(?:in|of|on|at|for|the|a|im|am|um|mit|von|der|die|das|den|dem|des|einem) ){0,2}"
)
_WORD: Final = re.compile(r"[^\W\d_]")


def repeats(text: str, target: str, surplus: Iterable[str]) -> Iterator[Edit]:
    """What goes of them, if a number is told as surplus; what is protected, and not in `target`, is none."""
    left = Counter(surplus)
    for first, second in pairwise(figures_in(target)):
        if first.value != second.value or not left[first.value]:
            continue
        if edit := _in_brackets(text, first, second) or _again(text, first, second):
            left[first.value] -= 1
            yield edit


def _in_brackets(text: str, first: Figure, second: Figure) -> Edit | None:
    """The number itself, beside a bracket with nothing else: "5 (5)" and "(5) 5"."""
    gap = text[first.end : second.start]
    if gap.lstrip(" ") == "(" and text[second.end :][:1] == ")":
        return Edit(first.start, second.start - 1)
    if gap.rstrip(" ") == ")" and text[: first.start][-1:] == "(":
        return Edit(first.end + 1, second.end)
    return None


def _again(text: str, first: Figure, second: Figure) -> Edit | None:
    """All from behind the phrase to where it ends for the second time."""
    gap, behind = text[first.end : second.start], text[second.end :]
    same = (end for end in range(len(gap)) if behind.startswith(gap[:end]))
    for end in (end for end in same if _is_end(gap, end) and _is_end(behind, end)):
        pause = _PAUSE.match(gap, end)
        before = gap[pause.end() :] if pause else ""
        is_same = bool(end or before) and _ends_with(text[: first.start], before)
        is_linked = _WORD.search(gap, 0, end) and _LINK.fullmatch(gap, end)
        if pause and (is_same or is_linked):
            return Edit(first.end + end, second.end + end)
    return None


def _ends_with(text: str, phrase: str) -> bool:
    """Whether a text ends with a phrase, in whole words."""
    return text.endswith(phrase) and not (phrase[:1].isalnum() and text[: len(text) - len(phrase)][-1:].isalnum())


def _is_end(text: str, place: int) -> bool:
    """Whether no word, and no number, goes on there."""
    return not text[place : place + 1].isalnum()
