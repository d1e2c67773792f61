"""ICU's MessageFormat: where a message has arguments, which branches they have, and how text beside them is quoted."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

# Each argument's place is held by a character of these while the text around it is translated.
HOLDERS: Final = "\U000f0000-\U000ffffd"
_FIRST_HOLDER = 0xF0000

_HAS_BRANCHES = re.compile(r"\{\s*[\w.-]+\s*,\s*(?:plural|select|selectordinal)\s*,")
_SIMPLE = re.compile(r"\{\s*([\w.-]+)\s*(?:,[^{}]*)?\}")
_HEAD = re.compile(r"\{\s*([\w.-]+)\s*,\s*(plural|select|selectordinal)\s*,(?:\s*offset:\s*\d+)?")
# Java's older kind of plural: `{0,choice,0#none|1#one|1<{0} files}`.
_CHOICE = re.compile(r"\{\s*(\w+)\s*,\s*choice\s*,([^']*)\}")
_LIMIT = re.compile(r"(?:^|\|)\s*(?:-?[\d.]+|-?\u221e)\s*[#<\u2264]")
_SELECTOR = re.compile(r"\s*(?:=\d+|[^\s{}=,#']+)\s*\{")
_END = re.compile(r"\s*\}")
_HOLDER = re.compile(f"[{HOLDERS}]")
_QUOTED_BRACE = re.compile(r"'[{}]+'")
_BRACE = re.compile("[{}]")
# An apostrophe quotes only where it stands before something that would else mean something; two of them are one.
_QUOTATION = r"''|'[{}](?:[^']|'')*(?:'|\Z)"
_QUOTATION_IN_PLURAL = r"''|'[{}#](?:[^']|'')*(?:'|\Z)"
_TOKEN = re.compile(rf"{_QUOTATION}|[{{}}]")
_TOKEN_IN_PLURAL = re.compile(rf"{_QUOTATION_IN_PLURAL}|[{{}}#]")


class IcuError(ValueError):
    """A message whose braces do not fit together; the text says what is wrong with them."""


@dataclass(frozen=True, slots=True)
class Branch:
    """What stands between the braces of one of an argument's branches; in those of a plural, `#` is a number."""

    text: str
    in_plural: bool


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument as it is shown to who reads the sentence around it, and its source with the branches in it."""

    shown: str
    pieces: Sequence[str | Branch]


@dataclass(frozen=True, slots=True)
class Style:
    """What the strings of a file show about all of them: whether this kind is used, and how apostrophes are written.

    `is_doubled`: twice, wherever they are, as Java's MessageFormat needs it.
    """

    is_used: bool = False
    is_doubled: bool = False


def style_of(strings: Sequence[str]) -> Style:
    """Branches are a sign of this kind, and so is a doubled apostrophe beside an argument."""
    is_doubled = any("''" in text and has_argument(text) for text in strings)
    return Style(is_doubled or any(map(_HAS_BRANCHES.search, strings)), is_doubled)


def is_message(text: str, style: Style) -> bool:
    """Whether a string is of this kind: it has an argument, a brace in quotes, or doubled apostrophes where all are."""
    is_quoted = style.is_doubled and "''" in text and not _BRACE.search(text)
    has_sign = is_quoted or has_argument(text) or _QUOTED_BRACE.search(text) is not None
    return style.is_used and has_sign and not _HOLDER.search(text)


def has_argument(text: str) -> bool:
    """Whether there is a name or a number in single braces."""
    return bool(_HAS_BRANCHES.search(text) or ("{{" not in text and _SIMPLE.search(text)))


def holder(number: int) -> str:
    """The character in place of an argument, counted from 0."""
    return chr(_FIRST_HOLDER + number)


def number_of(character: str) -> int:
    """The argument whose place a character holds."""
    return ord(character) - _FIRST_HOLDER


def take_apart(text: str, *, in_plural: bool) -> tuple[str, list[Argument]]:
    """The text with holders in place of its arguments, still quoted, and these. Raises IcuError."""
    pieces: list[str] = []
    arguments: list[Argument] = []
    position = 0
    for start, end in _arguments(text, _TOKEN_IN_PLURAL if in_plural else _TOKEN):
        pieces += [text[position:start], holder(len(arguments))]
        arguments.append(_argument(text[start:end]))
        position = end
    return "".join([*pieces, text[position:]]), arguments


def unquoted(text: str, *, in_plural: bool) -> str:
    """Text of a message as it is read."""
    return re.sub(_QUOTATION_IN_PLURAL if in_plural else _QUOTATION, _without_quotes, text)


def quoted(text: str, *, in_plural: bool, is_doubled: bool) -> str:
    """Text as it is written in a message. `is_doubled`: every apostrophe, as Java needs it."""
    special = r"[{}#][{}#']*" if in_plural else r"[{}][{}']*"
    apostrophe = "'" if is_doubled else r"'(?=['{}#|]|\Z)"
    return re.sub(f"{special}|{apostrophe}", _with_quotes, _HOLDER.sub("\ufffd", text))


def _without_quotes(quotation: re.Match[str]) -> str:
    inner = quotation[0]
    return "'" if inner == "''" else inner[1:].removesuffix("'").replace("''", "'")


def _with_quotes(special: re.Match[str]) -> str:
    inner = special[0].replace("'", "''")
    return inner if special[0] == "'" else f"'{inner}'"


def _arguments(text: str, token: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Where arguments stand, those within others left out."""
    position = 0
    while found := token.search(text, position):
        position = found.end()
        if found[0] == "{":
            position = _end_of_argument(text, found.start())
            yield found.start(), position
        elif found[0] == "#":
            yield found.start(), position
        elif found[0] == "}":
            raise IcuError(f"'}}' without '{{' at character {found.start() + 1} of {text!r}")


def _end_of_argument(text: str, start: int) -> int:
    head = _HEAD.match(text, start)
    if head is None:
        return _end_of_branch(text, start + 1, in_plural=False) + 1
    *_, last = [head.end(), *(end + 1 for _, end, _ in _branches(text, head))]
    end = _END.match(text, last)
    if end is None or last == head.end():
        raise IcuError(f"a branch or '}}' is missing behind {text[:last][-40:]!r}")
    return end.end()


def _branches(text: str, head: re.Match[str]) -> Iterator[tuple[int, int, bool]]:
    """Where each branch begins and ends, and whether `#` is a number there."""
    position = head.end()
    in_plural = head[2] != "select"
    while selector := _SELECTOR.match(text, position):
        end = _end_of_branch(text, selector.end(), in_plural=in_plural)
        yield selector.end(), end, in_plural
        position = end + 1


def _end_of_branch(text: str, start: int, *, in_plural: bool) -> int:
    token = _TOKEN_IN_PLURAL if in_plural else _TOKEN
    position = start
    while found := token.search(text, position):
        if found[0] == "}":
            return found.start()
        position = _end_of_argument(text, found.start()) if found[0] == "{" else found.end()
    raise IcuError(f"'{{' without '}}' at character {start} of {text!r}")


def _argument(written: str) -> Argument:
    if choice := _CHOICE.fullmatch(written):
        return Argument(f"{{{choice[1]}}}", [*_pieces_of_choice(written, *choice.span(2))])
    head = _HEAD.match(written)
    if head is None:
        simple = _SIMPLE.fullmatch(written)
        return Argument(f"{{{simple[1]}}}" if simple else written, [written])
    pieces: list[str | Branch] = []
    last = 0
    for start, end, in_plural in _branches(written, head):
        pieces += [written[last:start], Branch(written[start:end], in_plural)]
        last = end
    return Argument(f"{{{head[1]}}}", [*pieces, written[last:]])


def _pieces_of_choice(written: str, start: int, end: int) -> Iterator[str | Branch]:
    """What stands behind each limit is a branch; `start` and `end` of where these are."""
    places = [(start + found.start(), start + found.end()) for found in _LIMIT.finditer(written[start:end])]
    ends = [*(first for first, _ in places[1:]), end]
    at = 0
    for (_, behind), last in zip(places, ends, strict=True):
        yield from (written[at:behind], Branch(written[behind:last], in_plural=False))
        at = last
    yield written[at:]
