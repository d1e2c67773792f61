"""A text as pieces: one sentence each, with the white space around it. Joined, they are the text again."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final

from service.text.options import Split
from service.text.protection.chapters import title_starts
from service.text.protection.odd_signs import BARS, ESCAPES, SLASHES
from service.text.spans import Span, outside, within
from service.text.splitting.boundaries import sentence_ends
from service.text.splitting.listing import BULLETS, is_list_sign, label_ends, list_signs, rules

# Never half of \r\n: two breaks are a blank line.
LINE_BREAK: Final = re.compile(r"(?>\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029])")
# The gap between columns, which is a wide space in Chinese: what is on both sides is no sentence together.
_GAP: Final = re.compile(
    r"(?<=\S)(?: *\t[ \t]*| {3,})(?=\S)|(?<=[\u3001-\u9fff\uff00-\uffef])\u3000+(?=\S)", re.MULTILINE
)
# Between the labels of a menu or a path: Home | About us, File > Save, yes / no.
_SEPARATOR: Final = re.compile(
    r"(?<=\S) ?｜ ?(?=\S)|(?<=\S) [|•] (?=[A-Z\u00c0-\u00de\u2e80-\u9fff]|[^\W\d_]{2}|[-+€$£¥\uffe5]{0,2}\d|\|)"
    r"|(?<=[^\W\d_]{2}) (?:[<>/]|<?[-=~]{1,2}>|<[-=~]{1,2}) (?=[^\W\d_]{2})"
)
# From page to page: Home » Shop, Settings → Privacy.
_CRUMBS: Final = re.compile(r"(?<=[^\W\d_]{2}) [→»›] (?=[^\W\d_]{2})")
_QUOTES: Final = frozenset("«‹")  # of which the others are the second ones
# Dots that lead to a number of a page, or to a price.
_LEADER: Final = re.compile(r"(?<=\S)(?= \.{4,} ?\S)|(?<=[^\s.])(?=\.{6,} ?[^\s.])|(?<=[^\s…])(?= ?…{3,} ?[^\s…])")
# A picture that stands for an item, behind another on its line: 1️⃣ Open it 2️⃣ Save it.
_PICTURE: Final = (
    r"(?:[0-9]\ufe0f?\u20e3|[\u2139\u2460-\u2473\u25a0-\u25a2\u25cb\u25cf\u2610-\u2612\u26a0\u2705\u2713-\u2718\u274c\u27a1\u25b6\u26aa\u26ab"
    r"\U0001F534-\U0001F539\U0001F7E0-\U0001F7EB\U0001F4CD\U0001F4CC\U0001F4C5\U0001F4DE\U0001F4E7\U0001F449]\ufe0f?)"
)
_PICTURES: Final = re.compile(rf"(?:^|(?<=[：:]))[^\S\n\r]*{_PICTURE}[^\S\n\r]*[\w\"“]", re.MULTILINE)
_ITEM: Final = re.compile(rf"(?<=[\s\u2e80-\u9fff])(?={_PICTURE}[^\S\n\r]*[\w\"“])")
_INVISIBLE: Final = r"[\u200b\u2060\ufeff]"
_BLANK: Final = rf"(?:[^\S\n\r]|{_INVISIBLE})"
_BLANKS_IF_ANY: Final = rf"(?>{_BLANK}*)"
# What a sentence may begin with before its words: models lose it, or letters behind it. A sign that words may begin
# with, as in -f, #tag or _name, only if it stands alone; a hyphen or a colon before a Chinese character, too.
_FIRST_SIGNS: Final = re.compile(
    rf"(?>(?:{_INVISIBLE}{_BLANKS_IF_ANY})?)(?>(?:(?:[…⋯]+|\.{{2,}}|。{{2,}}|-{{2,}}|[—–]+|[•·=~;,]++){_BLANKS_IF_ANY}"
    rf"|(?:[-#&_:+/、，]++(?>{_BLANK}+)|\*{_BLANKS_IF_ANY}(?!.*\*)|[-:]++(?=[\u2e80-\u9fff])"
    r"|&(?=[A-Z][a-z]{1,30}\b(?!;))))+)(?=[^\W\d_])"  # of a key to press
)
_BLANKS: Final = re.compile(rf"(?:\s|{_INVISIBLE})+")
_BLANK_LINE: Final = re.compile(rf"{LINE_BREAK.pattern}[^\S\n\r]*{LINE_BREAK.pattern}\s*")


@dataclass(frozen=True, slots=True)
class Piece:
    """One sentence, or only white space; nothing of the source is missing between two pieces.

    `leading` ends with the dots, the dash or the like that the sentence begins with.
    """

    leading: str
    text: str
    trailing: str

    @property
    def is_translatable(self) -> bool:
        """Whether there is a letter to translate; figures, emoji, punctuation and a list's signs alone pass through."""
        return any(map(str.isalpha, self.text)) and not is_list_sign(self.text)

    def __str__(self) -> str:
        return f"{self.leading}{self.text}{self.trailing}"


def split(text: str, language: str, mode: Split = Split.LINES, protected: Sequence[Span] = ()) -> list[Piece]:
    """Pieces of `text`; no sentence ends inside a protected span.

    LINES: a line break ends a sentence, and inside a line the rules of `language` decide, so lines stay lines.
    The sign of a list's item, the gap between columns and a bar between labels stand for themselves.
    PARAGRAPHS: only the rules decide, and a blank line or one drawn of signs; line breaks between sentences stay,
    those inside one go.
    NONE: only such a line does: what stands between paragraphs is never shown to a model.
    """
    ends = outside(protected, _ends(text, language, mode))
    return [piece_of(text, start, end, protected) for start, end in pairwise([0, *ends])]


def _ends(text: str, language: str, mode: Split) -> list[int]:
    """Where pieces end, in order; the last one at the end of the text."""
    parts = text.splitlines(keepends=True) if mode is Split.LINES else _paragraphs(text)
    starts = accumulate(map(len, parts), initial=0)
    if mode is Split.NONE:
        return list(starts)[1:]
    ends = [start + end for start, part in zip(starts, parts, strict=False) for end in sentence_ends(part, language)]
    return sorted({*ends, *_layout_ends(text)}) if _may_have_layout(text) else ends


def _layout_ends(text: str) -> Iterator[int]:
    """Behind each sign of an item and before it, each label, gap between columns, sign between labels or lines."""
    for start, end in list_signs(text):
        yield end
        if start:
            yield start
    yield from label_ends(text)
    yield from title_starts(text)
    for pattern in (_GAP, _SEPARATOR, _LEADER, BARS, SLASHES, ESCAPES):
        for match in pattern.finditer(text):
            yield match.end()
    if _QUOTES.isdisjoint(text):
        yield from (match.end() for match in _CRUMBS.finditer(text))
    for line in _PICTURES.finditer(text):
        yield from (match.end() for match in _ITEM.finditer(text, line.end(), _end_of_line(text, line.end())))


def _end_of_line(text: str, place: int) -> int:
    line_break = LINE_BREAK.search(text, place)
    return line_break.start() if line_break else len(text)


def _may_have_layout(text: str) -> bool:
    head = text.lstrip()[:8]
    has_gaps = any(sign in text for sign in ("\n", "\t", "   ", "\u3000", "\\", "....", "………"))
    return (
        head[:1] in BULLETS
        or any(sign in head for sign in ")]、）.")
        or has_gaps
        or _PICTURES.search(text) is not None
        or any(title_starts(text))
        or any(label_ends(text))
        or any(sign.search(text) for sign in (_SEPARATOR, _CRUMBS, BARS, SLASHES))
    )


def _paragraphs(text: str) -> list[str]:
    """Each with the blank lines behind it; a line drawn of signs is one."""
    ends = {match.end() for match in _BLANK_LINE.finditer(text)}
    for start, end in rules(text):
        line_break = LINE_BREAK.match(text, end)
        ends |= {start, line_break.end() if line_break else end}
    return [text[start:end] for start, end in pairwise(sorted({0, *ends, len(text)}))]


def piece_of(text: str, start: int, end: int, protected: Sequence[Span]) -> Piece:
    """The part of `text` from `start` to `end`; white space that a mark protects is no white space around it.

    Dots, dashes and the like at its beginning belong to that.
    """
    first = end - len(text[start:end].lstrip())
    if signs := _FIRST_SIGNS.match(text, first, end):
        first = signs.end()
    last = start + len(text[start:end].rstrip())
    if signs and signs[0].startswith("—"):  # and those at the end are the others of a line between them: ——完——
        last = first + len(text[first:last].rstrip("— "))
    if protected and (spans := [span for span in within(protected, start, end) if not _is_blank(span)]):
        first = min(first, start + spans[0].start)
        last = max(last, start + spans[-1].end)
    last = max(first, last)
    return Piece(text[start:first], text[first:last], text[last:end])


def _is_blank(span: Span) -> bool:
    """Whether it is white space and the like, which at an edge of a sentence is around that."""
    return _BLANKS.fullmatch(span.target) is not None and not span.is_marked
