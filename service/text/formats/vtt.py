"""WebVTT subtitles (.vtt): what is said in cues is translated; notes, styles, regions and settings stay as they are."""

import html
import re
from collections.abc import Iterator
from itertools import pairwise

from service.text.formats.cue_parts import LINE, Cue, milliseconds
from service.text.formats.cues import CueDocument, read_cues
from service.text.formats.document import DocumentError
from service.text.formats.encoded import decode
from service.text.formats.tags import TagSyntax

# Some writers leave out leading zeros.
_CLOCK = r"(?:(\d{1,9}):)?(\d{1,2}):(\d{1,2})\.(\d{1,3})"
_TIMES = re.compile(rf"[ \t]*{_CLOCK}[ \t]*-->[ \t]*{_CLOCK}(?:[ \t].*)?")
_EXAMPLE = "00:01:02.345 --> 00:01:04.000"
_NO_CUE = re.compile(r"(?:NOTE|STYLE|REGION)(?:\s|\Z)")

_TAG = re.compile(r"<(?P<slash>/?)(?P<name>[a-z]+)(?:[.\s][^<>\r\n]*)?>|<[^<>\r\n]*>")
# What nobody sees is written as the file has it.
_INVISIBLE = ("&nbsp;", "&lrm;", "&rlm;")


def read(data: bytes) -> CueDocument:
    """The cues of a file. Raises DocumentError for what is neither a cue nor a note, a style or a region."""
    file = decode(data)
    if not re.match(r"WEBVTT(?:[ \t\r\n]|\Z)", file.text):
        raise DocumentError("line 1: a WebVTT file begins with WEBVTT and a blank line; put them there")
    _header, *blocks = _blocks(file.text)
    return read_cues(file, [cue for block in blocks for cue in _cues(block)], _syntax(file.text))


def _syntax(text: str) -> TagSyntax:
    references = {ord(html.unescape(reference)): reference for reference in _INVISIBLE if reference in text}
    return TagSyntax(
        _TAG, unescape=html.unescape, escape=lambda said: html.escape(said, quote=False).translate(references)
    )


_Lines = list[tuple[int, re.Match[str]]]


def _blocks(text: str) -> Iterator[_Lines]:
    """Lines with their numbers, up to an empty one each time; lines of spaces before them are not theirs."""
    block: _Lines = []
    for number, line in enumerate(LINE.finditer(text), start=1):
        if line[0].strip() or (block and line[0].strip("\r\n")):
            block.append((number, line))
        elif block:
            yield block
            block = []
    if block:
        yield block


def _cues(block: _Lines) -> Iterator[Cue]:
    """The cues of a block: one in most; where empty lines are missing, each begins with its time line."""
    times = {row: found for row, (_, line) in enumerate(block) if (found := _TIMES.fullmatch(line[0].rstrip("\r\n")))}
    if not {0, 1} & times.keys():
        _check_note(block)
        return
    for row, following in pairwise([*times, len(block)]):
        is_named = following in times and block[following - 1][1][0].strip().isdecimal()
        body = block[row + 1 : following - 1 if is_named else following]
        _check_text(body)
        start = block[row][1].end()
        groups = times[row].groups()
        yield Cue(start, max([start, *(line.end() for _, line in body)]), *_moments(groups))


def _moments(groups: tuple[str, ...]) -> tuple[int, int]:
    return milliseconds(*groups[:4]), milliseconds(*groups[4:])


def _check_note(block: _Lines) -> None:
    number, first = block[0]
    if not _NO_CUE.match(first[0]):
        _check_text(block)
        raise DocumentError(
            f"line {number}: {first[0].strip()!r} begins a block without a time line, such as {_EXAMPLE}; "
            "write one above it, or take out the blank line before it"
        )


def _check_text(lines: _Lines) -> None:
    for number, line in lines:
        if "-->" in line[0]:
            raise DocumentError(
                f"line {number}: {line[0].strip()!r} looks like a time line and is none; write it like {_EXAMPLE}"
            )
