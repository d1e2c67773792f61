"""SubRip subtitles (.srt): numbers and time lines stay as they are, what is said between them is translated."""

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from service.text.formats.cue_parts import LINE, Cue, milliseconds
from service.text.formats.cues import CueDocument, read_cues
from service.text.formats.document import DocumentError
from service.text.formats.encoded import decode
from service.text.formats.tags import TagSyntax

_CLOCK = r"(?:(\d{1,9}):)?(\d{1,2}):(\d{1,2})[,.](\d{1,3})"
# Behind the times some writers give a position on the screen.
_TIMES = re.compile(rf"[ \t]*{_CLOCK}[ \t]*-->[ \t]*{_CLOCK}(?![\d:])[^\r\n]*")
_LOOKS_LIKE_TIMES = re.compile(r"\s*\d+:\d+[:,.]\d[\d:,.\s]*-*[-=]>|(?=.*\d:\d)(?:(?!-->).)*-->")
_EXAMPLE = "00:01:02,345 --> 00:01:04,000"
_NUMBER = re.compile(r"\s*\d{1,9}\s*")

_SYNTAX = TagSyntax(
    # HTML's tags by their names, since "<" may also be text; and the {\codes} of SubStation.
    re.compile(
        r"<(?P<slash>/?)(?P<name>b|i|u|s|em|strong|font|span|c|v|ruby|rt)(?:[\s.=][^<>\r\n]*)?/?>"
        r"|\{\\[^{}\r\n]*\}|(?P<fixed>&(?:lt|gt|amp|nbsp|quot);|<br ?/?>)",
        re.IGNORECASE,
    ),
    unescape=str,
    escape=str,
    show=lambda fixed: " " if fixed.startswith("<") else html.unescape(fixed),
)


def read(data: bytes) -> CueDocument:
    """The cues of a file in UTF-8, or UTF-16 with its mark. Raises DocumentError for what belongs to no cue."""
    file = decode(data)
    lines = list(LINE.finditer(file.text))
    times = {number: found for number, line in enumerate(lines) if (found := _TIMES.fullmatch(line[0].rstrip("\r\n")))}
    _check(lines, times)
    return read_cues(file, list(_cues(lines, times)), _SYNTAX)


def _check(lines: Sequence[re.Match[str]], times: Mapping[int, re.Match[str]]) -> None:
    if not times:
        raise DocumentError(f"there is no time line, such as {_EXAMPLE}: this is not a SubRip file")
    first = min(times)
    for number, line in enumerate(lines):
        place = f"line {number + 1}: {line[0].strip()!r}"
        if number not in times and _LOOKS_LIKE_TIMES.match(line[0]):
            raise DocumentError(f"{place} looks like a time line and is none; write it like {_EXAMPLE}")
        if number < first and line[0].strip() and not _NUMBER.fullmatch(line[0]):
            raise DocumentError(f"{place} belongs to no cue; put a number and a time line before it")
    if (alone := _number_without_times(lines, times)) is not None:
        raise DocumentError(f"line {alone + 1}: there is no time line below this number; write one like {_EXAMPLE}")


def _number_without_times(lines: Sequence[re.Match[str]], times: Mapping[int, re.Match[str]]) -> int | None:
    """The first line that looks like the number of the next cue, but is not followed by its times."""
    expected = None
    for number, line in enumerate(lines):
        if not _NUMBER.fullmatch(line[0]):
            continue
        if number + 1 in times:
            expected = int(line[0]) + 1
        elif int(line[0]) == expected and not lines[number - 1][0].strip():
            return number
    return None


def _cues(lines: Sequence[re.Match[str]], times: Mapping[int, re.Match[str]]) -> Iterator[Cue]:
    """From each time line to the number above the next one; blank lines at the end are not the cue's."""
    for number, following in pairwise([*sorted(times), len(lines)]):
        is_numbered = following in times and _NUMBER.fullmatch(lines[following - 1][0])
        body = lines[number + 1 : following - 1 if is_numbered else following]
        start = lines[number].end()
        end = max([start, *(line.end() for line in body if line[0].strip())])
        yield Cue(start, end, *_moments(times[number]))


def _moments(times: re.Match[str]) -> tuple[int, int]:
    return milliseconds(*times.groups()[:4]), milliseconds(*times.groups()[4:])
