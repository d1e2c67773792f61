"""Lines that become one, where words were broken at their ends: `free-` and `dom`, or `well-` and `known`."""

import re
from collections.abc import Sequence
from typing import Final

from service.text.formats.line_breaks import joint

HYPHENS: Final = "-\u2010"
SOFT: Final = "\u00ad"
BROKEN: Final = re.compile(rf"[^\W\d_]([{HYPHENS}{SOFT}])\Z")
FIRST: Final = re.compile(rf"[^\W_]+(?:[{HYPHENS}][^\W_]+)*(?=[{HYPHENS}{SOFT}]?\Z)")
SECOND: Final = re.compile(rf"[^\W_]+(?:[{HYPHENS}][^\W_]+)*")
WORD: Final = SECOND
# Behind one of these, what comes next is another word: "two- or threefold".
SUSPENDING: Final = frozenset(["and", "or", "to", "und", "oder", "bis", "sowie", "bzw"])


def words_of(text: str) -> frozenset[str]:
    """What is needed to tell broken words: those of the whole file, if any line ends with a hyphen."""
    if not re.search(rf"[^\W\d_][{HYPHENS}{SOFT}][^\S\n\r]*[\n\r]", text):
        return frozenset()
    return frozenset(word.lower() for word in WORD.findall(text))


def in_one(lines: Sequence[str], known: frozenset[str]) -> str:
    """Lines as one, broken words made whole; `known` are the words of the file."""
    text = lines[0]
    for line in lines[1:]:
        text = _joined(text, line, known)
    return text


def _joined(before: str, after: str, known: frozenset[str]) -> str:
    broken, second = BROKEN.search(before), SECOND.match(after)
    if broken is None or second is None or not after[0].islower() or second[0] in SUSPENDING:
        return before + joint(before, after) + after
    first = FIRST.search(before)
    is_compound = first is not None and _is_compound(first[0].lower(), second[0].lower(), known)
    return before + after if is_compound and broken[1] != SOFT else before[:-1] + after


def _is_compound(first: str, second: str, known: frozenset[str]) -> bool:
    """Whether the hyphen belongs to the word: the file says so, or has its second part as a word of its own."""
    if f"{first}{second}" in known:
        return False
    return f"{first}-{second}" in known or "-" in first or second.partition("-")[0] in known
