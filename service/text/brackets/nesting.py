"""Which brackets of a text belong together. Smileys have none."""

import re
from dataclasses import dataclass
from typing import Final

ROUND: Final = "()\uff08\uff09"  # brackets that may stand for each other
SQUARE: Final = "[]\uff3b\uff3d【】〔〕〖〗"
CURLY: Final = "{}\uff5b\uff5d"
QUOTES: Final = '"“”„‟«»「」『』《》〈〉'  # quotation marks, of titles, too
_KINDS: Final = (ROUND, SQUARE, CURLY)
_PUNCTUATION: Final = " \t\n,.;:!?…\uff0c、。；：！？"
_OPENING: Final = frozenset("([{\uff08\uff3b\uff5b【〔〖")
_BRACKET: Final = re.compile(f"[{re.escape(''.join(_KINDS))}]")
_MARK: Final = re.compile(f"[{re.escape(''.join(_KINDS))}{QUOTES}]")
_NARROW: Final = str.maketrans("\uff08\uff09\uff3b\uff3d\uff5b\uff5d【】〔〕〖〗", "()[]{}[][][]")
_SMILEY: Final = re.compile(r"(?<!\S)[:;=][-'^o]?[()\[\]{}](?!\w)")


@dataclass(frozen=True, slots=True)
class Nesting:
    """The places of brackets: those that belong together, by their ends, and those without another, in order.

    All that close alone come before all that open alone.
    """

    pairs: tuple[tuple[int, int], ...]
    closing: tuple[int, ...]
    opening: tuple[int, ...]

    @property
    def places(self) -> set[int]:
        """All of them."""
        return {*self.closing, *self.opening, *(place for pair in self.pairs for place in pair)}


def has_brackets(text: str) -> bool:
    """Whether there is any bracket that is no part of a smiley."""
    return _BRACKET.search(text) is not None and _BRACKET.search(_without_smileys(text)) is not None


def bracket_places(text: str) -> list[int]:
    """Where brackets are that are no parts of smileys."""
    return [match.start() for match in _BRACKET.finditer(_without_smileys(text))] if has_brackets(text) else []


def has_marks(text: str) -> bool:
    """Whether there is any bracket or quotation mark."""
    return _MARK.search(text) is not None


def before_marks(text: str, start: int) -> str:
    """What is before the first bracket or quotation mark from `start` on, and the white space before that."""
    match = _MARK.search(text, start)
    return text[: match.start()].rstrip() if match else text


def nesting(text: str, kind: str) -> Nesting:
    """Of the brackets of a kind."""
    pairs, closing = [], []
    opened: list[int] = []
    for match in _BRACKET.finditer(_without_smileys(text)):
        if match[0] not in kind:
            continue
        if match[0] in _OPENING:
            opened.append(match.start())
        elif opened:
            pairs.append((opened.pop(), match.start()))
        else:
            closing.append(match.start())
    return Nesting(tuple(pairs), tuple(closing), tuple(opened))


def alone_in(text: str) -> list[int]:
    """The places of brackets without another, in order; where two of different kinds cross, all of them are."""
    return _all_kinds(text)[1]


def outermost_in(text: str) -> list[tuple[int, int]]:
    """Brackets that belong together, and are in no others, in order."""
    found: list[tuple[int, int]] = []
    for start, last in sorted(_all_kinds(text)[0]):
        if not found or found[-1][1] < start:
            found.append((start, last))
    return found


def _all_kinds(text: str) -> tuple[list[tuple[int, int]], list[int]]:
    pairs: list[tuple[int, int]] = []
    opened: list[re.Match[str]] = []
    for match in _BRACKET.finditer(_without_smileys(text)):
        if (
            opened
            and opened[-1][0] in _OPENING
            and match[0] not in _OPENING
            and _kind(opened[-1][0]) == _kind(match[0])
        ):
            pairs.append((opened.pop().start(), match.start()))
        else:
            opened.append(match)
    return pairs, [match.start() for match in opened]


def _kind(bracket: str) -> str:
    return next(kind for kind in _KINDS if bracket in kind)


def plain(text: str) -> str:
    """With narrow brackets for wide ones."""
    return text.translate(_NARROW)


def is_opening(bracket: str) -> bool:
    """Whether it opens."""
    return bracket in _OPENING


def is_filled(text: str) -> bool:
    """Whether there is something besides punctuation, as there should be between brackets."""
    return bool(text.strip(_PUNCTUATION))


def _without_smileys(text: str) -> str:
    """The same length."""
    return _SMILEY.sub(lambda match: "_" * len(match[0]), text)
