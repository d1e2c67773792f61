"""Brackets and quotation marks of a sentence, two by two, and how they are shown to a model.

Models lose them, and misread the words that they touch. So brackets are not shown at the first attempt, but commas in
their place, nor quotation marks where a tokenizer tears a word apart because of the mark before it. Others are not
shown at the second one.
"""

import enum
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from service.text.brackets.nesting import CURLY, QUOTES, ROUND, SQUARE, nesting
from service.text.faults.scripts import is_east_asian
from service.text.spans import Kind, Span

Pieces = Callable[[str], int]

_MARK: Final = re.compile(r"[()\uff08\uff09\"“”„‟«»「」『』《》〈〉]")
_CLOSING: Final = frozenset(")\uff09”」』》〉")
_OPENING: Final = frozenset("(\uff08„「『《〈")
_FIRST_WORD: Final = re.compile(r"[^\W\d_]+")
_IN_ALPHABETS: Final = MappingProxyType(
    {"\uff08": "(", "\uff09": ")", "「": "“", "」": "”", "『": "“", "』": "”"} | dict.fromkeys("《》〈〉", '"')
)
_WIDE: Final = frozenset("\uff08「『《〈")
_TITLE: Final = re.compile("[《〈][^《》〈〉]{1,100}[》〉]")
_SEEN: Final = MappingProxyType({"《": "“", "》": "”", "〈": "“", "〉": "”"})  # by models, which know these well
_SPACED_LETTER: Final = re.compile(r"[^\W_\u2e80-\u9fff\uac00-\ud7af]")


class PairKind(enum.Enum):
    """Marks that may stand for each other."""

    ROUND = ROUND
    QUOTES = QUOTES
    SQUARE = SQUARE  # each of them is protected, and not shown
    CURLY = CURLY  # never clear what belongs together


@dataclass(frozen=True, slots=True)
class Pair:
    """`text[start]` and `text[end - 1]` are two marks that belong together."""

    start: int
    end: int
    kind: PairKind
    is_shown_first: bool
    has_words: bool  # between them; otherwise they are always shown

    @property
    def inner(self) -> tuple[int, int]:
        """From and to of what is between them."""
        return self.start + 1, self.end - 1


@dataclass(frozen=True, slots=True)
class Replaced:
    """The model sees `shown` in place of `text[start:end]`."""

    start: int
    end: int
    shown: str


def may_have_pairs(text: str) -> bool:
    """A quick look."""
    return _MARK.search(text) is not None


def pairs_in(text: str, spans: Sequence[Span], pieces: Pieces) -> tuple[Pair, ...]:
    """In order of their starts. Of a kind that has marks without another, or at a letter as in word(s), there are none.

    `pieces` counts what a tokenizer makes of a text. What is protected does not count.
    """
    matches = [match.start() for match in _MARK.finditer(text)]
    places = [place for place in matches if not any(span.start <= place < span.end for span in spans)]
    found: list[Pair] = []
    for kind in (PairKind.ROUND, PairKind.QUOTES) if places else ():
        own = [place for place in places if text[place] in kind.value]
        edges = _matched(text, own) if kind is PairKind.ROUND else _alternating(text, own)
        is_shown = kind is PairKind.QUOTES and not any(_tears(text, first, pieces) for first, _ in edges)
        found += [
            Pair(first, last + 1, kind, is_shown, any(map(str.isalpha, text[first:last]))) for first, last in edges
        ]
    return tuple(sorted([*found, *square_pairs(text, spans)], key=lambda pair: pair.start))


def square_pairs(text: str, spans: Sequence[Span]) -> Iterator[Pair]:
    """Square brackets, which are protected one by one."""
    omitted = (span for span in spans if span.kind is Kind.OMITTED and not span.is_marked)
    places = {span.start for span in omitted if span.end - span.start == 1}
    masked = "".join(sign if place in places else " " for place, sign in enumerate(text)) if places else ""
    for start, last in nesting(masked, SQUARE).pairs:
        yield Pair(start, last + 1, PairKind.SQUARE, False, any(map(str.isalpha, text[start:last])))


def _matched(text: str, places: Sequence[int]) -> list[tuple[int, int]]:
    """Brackets by nesting; none if one has no other."""
    found: list[tuple[int, int]] = []
    opened: list[int] = []
    for place in places:
        if text[place] in _OPENING:
            opened.append(place)
        elif opened:
            found.append((opened.pop(), place))
        else:
            return []
    return [] if opened or any(_is_glued(text, *edges) for edges in found) else found


def _alternating(text: str, places: Sequence[int]) -> list[tuple[int, int]]:
    """Quotation marks in turn; none if one has no other, or looks the wrong way. Titles are apart; one that is quoted
    with more has no marks, since two kinds of them would be mixed up."""
    titles = [(match.start(), match.end() - 1) for match in _TITLE.finditer(text) if match.start() in places]
    others = [place for place in places if not any(place in title for title in titles)]
    found = list(zip(others[::2], others[1::2], strict=False))
    is_odd = len(others) % 2 == 1 or any(text[first] in _CLOSING or text[last] in _OPENING for first, last in found)
    own = [title for title in titles if not any(first < title[0] < last for first, last in found)]
    found = sorted([*found, *own])
    return [] if is_odd or any(_is_glued(text, *edges) for edges in found) else found


def _is_glued(text: str, first: int, last: int) -> bool:
    """Whether a letter or a digit touches a narrow pair from outside, or any has nothing or white space inside."""
    is_wide = text[first] in _WIDE  # which stands at letters of an alphabet as at others
    outside = "" if is_wide else text[max(0, first - 1) : first] + text[last + 1 : last + 2]
    inside = text[first + 1] + text[last - 1]
    return first + 1 == last or _SPACED_LETTER.search(outside) is not None or any(map(str.isspace, inside))


def _tears(text: str, place: int, pieces: Pieces) -> bool:
    """Whether the word behind a mark is more pieces because of it."""
    word, mark = _FIRST_WORD.match(text, place + 1), _SEEN.get(text[place], text[place])
    return word is not None and pieces(mark + word[0]) - pieces(mark) > pieces(word[0])


def hidden_pairs(pairs: Sequence[Pair], number: int) -> tuple[Pair, ...]:
    """Those that are not shown at attempt `number`."""
    return tuple(pair for pair in pairs if _is_hidden(pair, number))


def _is_hidden(pair: Pair, number: int) -> bool:
    return pair.kind is PairKind.SQUARE or (pair.has_words and pair.is_shown_first == (number > 0))


def mark_in(language: str, mark: str) -> str:
    """A mark as a language has it."""
    return mark if is_east_asian(language) else _IN_ALPHABETS.get(mark, mark)


def seen(text: str, pairs: Sequence[Pair], hidden: Sequence[Pair]) -> Iterator[Replaced]:
    """What is shown in place of the marks of titles that are not hidden."""
    for pair in pairs:
        if text[pair.start] in _SEEN and pair not in hidden:
            yield Replaced(pair.start, pair.start + 1, _SEEN[text[pair.start]])
            yield Replaced(pair.end - 1, pair.end, _SEEN[text[pair.end - 1]])


def replaced(text: str, pairs: Sequence[Pair], language: str) -> Iterator[Replaced]:
    """What is shown in place of hidden marks: commas for brackets, as far as there is no punctuation; else nothing."""
    comma, space = ("\uff0c", "") if is_east_asian(language) else (",", " ")
    for pair in (pair for pair in pairs if pair.kind is not PairKind.SQUARE):
        before, behind = text[: pair.start].rstrip(), text[pair.end :].lstrip()
        needs_comma = pair.kind is PairKind.ROUND
        if needs_comma and before[-1:].isalnum():
            yield Replaced(len(before), pair.start + 1, comma + space)
        else:
            yield Replaced(pair.start, pair.start + 1, "")
        is_open_end = behind[:1].isalnum() and text[pair.end - 2].isalnum()
        yield Replaced(pair.end - 1, pair.end, comma if needs_comma and is_open_end else "")
