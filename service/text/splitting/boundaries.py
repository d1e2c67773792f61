"""Where the sentences of a line end: the splitting library, guarded against what it does not bear."""

import re
from bisect import bisect_right
from itertools import accumulate, pairwise

import sentencex

# The library's time grows with the square of a line with quotes or Chinese stops, so long lines go in parts, and
# one in which it finds no end goes without its quotes.
_WINDOW = 4_000

# It fails on white space of several bytes in some places ("J", a no-break space, a stop): it sees plain spaces.
_WHITE_SPACE = re.compile(r"\s")

# It never ends a sentence between quotation marks or parentheses. What they hold may be longer than a model takes,
# so above this many bytes of UTF-8 it is shown the sentence again with other marks in their place.
_LONG = 240
_CLOSING = re.compile(r"(?<=[.!?…。\uff01\uff1f])(?:[”」』)\uff09]|[\"“«»‹›](?!\w))+")
# Behind several signs it knows no end before "I", nor before the small letters of chats.
_LOUD_END = re.compile(r"(?<=[!?]{2}) +(?=I\b|[a-z]{1,30}\b(?![-_./:@]))")
# Before a number, these end none.
_SHORT = re.compile(r"\b(?:approx|cf|excl|ext|figs?|incl|max|pp|vol)\. \Z", re.IGNORECASE)
_AMOUNT = re.compile(r"[\d€$£]")
_NEAR = 10
_MARKS = re.compile(r"[\"“”„«»‹›「」『』()\uff08\uff09]")


def sentence_ends(line: str, language: str) -> list[int]:
    """Positions in `line` behind each of its sentences, white space that follows one included; the last is its end."""
    plain = _WHITE_SPACE.sub(" ", line)
    ends = [0]
    size = _WINDOW
    while ends[-1] < len(plain):
        start = ends[-1]
        part = plain[start : start + size]
        found = _ends_in_part(part if size == _WINDOW else _without_marks(part), language)
        if start + size < len(plain):
            # What ends in the second half may end elsewhere once more text is seen: it is looked at again.
            found = found[: bisect_right(found, size // 2)]
        ends += [start + end for end in found]
        size = _WINDOW if found else 2 * size
    return ends[1:]


def _ends_in_part(text: str, language: str) -> list[int]:
    ends = []
    for start, end in pairwise([0, *_library_ends(text, language)]):
        sentence = text[start:end]
        inner = _library_ends(_without_marks(sentence), language) if _is_long(sentence) else [end - start]
        ends += [start + inner_end for inner_end in inner]
    return ends


def _is_long(sentence: str) -> bool:
    return len(sentence.encode("utf-8")) > _LONG


def _without_marks(sentence: str) -> str:
    """The same length, with apostrophes for marks that close behind a stop: they stay with their sentence."""
    closed = _CLOSING.sub(lambda match: "’" * len(match[0]), sentence)
    return _MARKS.sub("_", closed)


def _library_ends(text: str, language: str) -> list[int]:
    ends = list(accumulate(len(sentence) for sentence in sentencex.segment(language, text) if sentence))
    # A splitter that lost or added something would change somebody's text: then it is one sentence.
    ends = ends if ends[-1:] == [len(text)] else [len(text)]
    if language == "en":
        ends = [end for end in ends if not (_SHORT.search(text, max(0, end - _NEAR), end) and _AMOUNT.match(text, end))]
    loud = [match.end() for match in _LOUD_END.finditer(text) if not _MARKS.search(text)]
    return sorted({*ends, *loud}) if loud else ends
