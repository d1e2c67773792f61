"""What is said in a subtitle cue, part by part: the words, apart from the tags and signs that stand around them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from service.text.formats.line_breaks import joint, width
from service.text.formats.tags import TaggedUnit, TagSyntax, pairs, read_inline
from service.text.marks import MarkedText

LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")

_LINE_END = re.compile(r"(?:(?<![ \t])[ \t]+)?(?:\r\n|\n|\r)[ \t]*")
_SEAM = re.compile(r"</(\w+)>[ \t]*(?:\r\n|\n|\r)[ \t]*<\1(?:[ .=][^<>\r\n]*)?>")
_SPEAKER = re.compile(r"\s*(?:[-‐–—](?![-\d])|>>+)")
_DASH = re.compile(r"[-‐–—]|>>")
_LABEL = re.compile(r"\s*[A-ZÀ-Þ](?:[A-ZÀ-Þ\d.'’ -]{0,30}[A-ZÀ-Þ\d.])?(?: ?\([^()]{1,30}\))?:(?=\s)")
_SOUND = re.compile(r"\s*(?:\[[^\[\]]+\]|\([^()]+\)|（[^（）]+）|【[^【】]+】)\s*")
_VOICE = re.compile(r"<v[ .][^>]*>")
# A dash behind words is punctuation.
_BEFORE_WORDS = re.compile(rf"(?:{_SPEAKER.pattern}|[♪♫\s]+)*")
_BEHIND_WORDS = "♪♫ \t\r\n\u00a0\u3000"

# No screen shows more.
_MAX_LINES = 12


@dataclass(frozen=True, slots=True)
class Cue:
    """Where in the file a cue's text stands, and when it is seen, in milliseconds."""

    start: int
    end: int
    shown_ms: int
    hidden_ms: int


def milliseconds(hours: str | None, minutes: str, seconds: str, fraction: str) -> int:
    """A moment, as its digits are written; a fraction of fewer than three digits is one of ten or a hundred."""
    return (int(hours or 0) * 60 + int(minutes)) * 60_000 + int(seconds) * 1_000 + int(fraction.ljust(3, "0"))


@dataclass(frozen=True, slots=True)
class Part:
    """What one speaker says in one cue: words, from `start` to `end` of the file."""

    cue: Cue
    start: int
    end: int
    before: str  # the tags and signs that stand before the words
    inline: TaggedUnit
    num_lines: int
    widest: int  # of its lines, in columns

    @property
    def source(self) -> MarkedText:
        """The words in one line, with their tags as marks."""
        return self.inline.text

    @property
    def has_dash(self) -> bool:
        """Whether a sign says that somebody else speaks."""
        return bool(_DASH.search(_VOICE.sub("", self.before)))

    @property
    def has_label(self) -> bool:
        """Whether it begins with the name of who speaks, in capitals."""
        return bool(_LABEL.match(self.source.text))

    @property
    def is_sung(self) -> bool:
        """Whether it begins with a note of music."""
        return "♪" in self.before or "♫" in self.before

    @property
    def voice(self) -> str | None:
        """The tag that names the speaker, if there is one."""
        found = _VOICE.search(self.before)
        return found and found[0]


def read_parts(text: str, cue: Cue, syntax: TagSyntax) -> Iterator[Part]:
    """The parts of a cue that have a letter or a digit in them."""
    for start, end in _spans(text, cue, syntax):
        seam = _seam(text[start:end])
        # As long as before, so that all positions stay.
        even = text[start:end].replace(seam, "\n".rjust(len(seam)))
        first, last = _words(even, syntax)
        lines = _LINE_END.split(even[first:last])
        raw = text[start + first : start + last]
        inline = read_inline(_in_one_line(lines, syntax), _with_line_ends(syntax, seam), raw)
        if any(map(str.isalnum, inline.text.text)):
            widest = max(width(syntax.unescape(syntax.token.sub("", line))) for line in lines)
            before = text[start : start + first]
            yield Part(cue, start + first, start + last, before, inline, min(len(lines), _MAX_LINES), widest)


def _with_line_ends(syntax: TagSyntax, line_end: str) -> TagSyntax:
    return replace(syntax, escape=lambda text: syntax.escape(text).replace("\n", line_end))


def _seam(text: str) -> str:
    """What stands between two lines: with tags, if each line has the same pair of them for itself."""
    ends = _LINE_END.findall(text.rstrip())
    seams = {match[0] for match in _SEAM.finditer(text)}
    is_seamed = len(seams) == 1 and len(_SEAM.findall(text)) == len(ends)
    return seams.pop() if is_seamed else ends[0] if ends else "\n"


def _spans(text: str, cue: Cue, syntax: TagSyntax) -> Iterator[tuple[int, int]]:
    """Where parts are: a new one begins with a line of another speaker, and behind a blank line or a sound."""
    start = cue.start
    was_sound = False
    for line in LINE.finditer(text, cue.start, cue.end):
        is_sound = bool(_SOUND.fullmatch(syntax.token.sub("", line[0])))
        is_new = not line[0].strip() or is_sound or was_sound or _is_of_speaker(line[0], syntax)
        if line.start() > start and is_new:
            yield start, line.start()
            start = line.start()
        was_sound = is_sound
    yield start, cue.end


def _is_of_speaker(line: str, syntax: TagSyntax) -> bool:
    said = syntax.token.sub("", line)
    return bool(_VOICE.match(line.lstrip()) or _SPEAKER.match(said) or _LABEL.match(said))


def _words(text: str, syntax: TagSyntax) -> tuple[int, int]:
    """Without the signs at both ends, and without tags there but those whose partner stands among the words."""
    blank = syntax.token.sub(lambda token: ("x" if _is_word(token, syntax) else " ") * len(token[0]), text)
    first = len(blank) - len(_BEFORE_WORDS.sub("", blank, count=1))
    last = max(first, len(blank.rstrip(_BEHIND_WORDS)))
    tokens = list(syntax.token.finditer(text))
    halves = [tokens[number] for number, partner in pairs(tokens).items() if first <= tokens[partner].start() < last]
    return min([first, *(tag.start() for tag in halves)]), max([last, *(tag.end() for tag in halves)])


def _is_word(token: re.Match[str], syntax: TagSyntax) -> bool:
    fixed = token.groupdict().get("fixed")
    return fixed is not None and not syntax.show(fixed).isspace()


def _in_one_line(lines: list[str], syntax: TagSyntax) -> str:
    shown = [syntax.token.sub("", line) for line in lines]
    joints = [joint(before, after) for before, after in pairwise(shown)]
    return "".join(f"{line}{between}" for line, between in zip(lines, [*joints, ""], strict=True))
