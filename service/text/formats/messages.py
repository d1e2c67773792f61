"""A string of a user interface: sentences with tags, entities, and where it has them ICU's arguments and branches.

What is translated in `{count, plural, one {a file} other {# files}}` is each branch for itself; in the sentence around
it the argument stays, in its place. Simple placeholders, such as `%s` and `{{name}}`, are part of the text. Lists,
paragraphs and line breaks in HTML end a sentence, and so do bars between plural forms or titles; code stays, and so
does any other bar.
"""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from service.text.formats.bars import at_bars
from service.text.formats.icu import (
    HOLDERS,
    Argument,
    IcuError,
    Style,
    holder,
    is_message,
    number_of,
    quoted,
    take_apart,
    unquoted,
)
from service.text.formats.parts import Unit
from service.text.formats.splicing import in_edges
from service.text.formats.tags import TagSyntax, read_inline, stretches
from service.text.formats.wrapped import unwrapped
from service.text.marks import MarkedText

# Code stays, unless there are tags in it, too.
_CODE = r"<(?P<kept>code|kbd|samp|var)(?:\s[^<>]*)?>[^<>]{1,1000}</(?P=kept)>"
# Not one that is in braces, and goes with them.
_BAR = r"(?<![|\s])\|(?![|\s]|[^{}]{0,200}\})"
# With the sign of money before it, and of per cent behind it.
_ARGUMENT = rf"[$\u20ac\u00a3\u00a5]?[{HOLDERS}](?:%(?![\w%(@])| %(?![\w%(@]| ?[{HOLDERS}]))?"
_TOKEN = re.compile(
    rf"(?P<fixed>{_CODE}|&(?:[A-Za-z][A-Za-z\d]*|\#\d+|\#[xX][\da-fA-F]+);|\$t\([^()]*\)|{_ARGUMENT}|{_BAR})"
    r"|<(?P<slash>/?)(?P<name>[A-Za-z][\w.-]*|\d+)(?:\s[^<>]*)?/?>"
)
_TAG = re.compile(r"<[^<>]*>")
_HOLDER = re.compile(f"[{HOLDERS}]")
# `#st` and `#nd`: each language has endings of its own, and they are no words.
_ORDINAL = re.compile(r"\s*#(?:st|nd|rd|th)\s*")


@dataclass(frozen=True, slots=True)
class Message:
    """A string as units between stretches that stay; in one of ICU's, characters hold the places of its arguments."""

    parts: Sequence[str | Unit]
    arguments: "Sequence[Sequence[str | Message]]" = ()

    @property
    def units(self) -> Iterator[MarkedText]:
        """What is translated; what is in its arguments' branches comes last."""
        yield from (part.text for part in self.parts if not isinstance(part, str))
        for argument in self.arguments:
            for piece in argument:
                if isinstance(piece, Message):
                    yield from piece.units

    def render(self, translations: Iterator[MarkedText]) -> str:
        """The string; takes as many translations as it has units."""
        written = "".join(part if isinstance(part, str) else part.render(next(translations)) for part in self.parts)
        for number, argument in enumerate(self.arguments):
            filled = "".join(piece if isinstance(piece, str) else piece.render(translations) for piece in argument)
            written = written.replace(holder(number), filled)
        return written


def read_message(text: str, style: Style) -> Message:
    """A string taken apart; `style` is that of its file. Raises IcuError where its braces do not fit together."""
    if is_message(text, style):
        try:
            return _icu_message(text, in_plural=False, is_doubled=style.is_doubled)
        except RecursionError as error:
            raise IcuError(f"there are branches within branches without end in {text[:40]!r}") from error
    syntax = TagSyntax(_TOKEN, unescape=str, escape=str, show=partial(_shown, ()))
    return Message(_parts(text, syntax, is_quoted=False))


def _icu_message(text: str, *, in_plural: bool, is_doubled: bool) -> Message:
    if in_plural and _ORDINAL.fullmatch(text):
        return Message([text])
    level, arguments = take_apart(text, in_plural=in_plural)
    syntax = TagSyntax(
        _TOKEN,
        unescape=partial(unquoted, in_plural=in_plural),
        escape=partial(quoted, in_plural=in_plural, is_doubled=is_doubled),
        show=partial(_shown, arguments),
    )
    inner = [
        [
            piece
            if isinstance(piece, str)
            else _icu_message(piece.text, in_plural=piece.in_plural, is_doubled=is_doubled)
            for piece in argument.pieces
        ]
        for argument in arguments
    ]
    return Message(_parts(level, syntax, is_quoted=True), inner)


def _parts(text: str, syntax: TagSyntax, *, is_quoted: bool) -> list[str | Unit]:
    """What stands between bars, or the tags of a list, of paragraphs and the like, is a unit each time."""
    strings = at_bars(text, is_quoted=is_quoted)
    return [part for string in strings for line in stretches(string, syntax) for part in _parts_of_line(line, syntax)]


def _parts_of_line(text: str, syntax: TagSyntax) -> list[str | Unit]:
    """The text between the white space at its ends as a unit, if there is a letter or a digit in it."""
    if not any(map(str.isalnum, syntax.token.sub("", text))):
        return [text]
    leading, inner, trailing = in_edges(text)
    return [leading, unwrapped(read_inline(inner, syntax)), trailing]


def _shown(arguments: Sequence[Argument], fixed: str) -> str:
    """What is fixed as it is read: an entity as its character, code without its tags, an argument by its name."""
    said = html.unescape(_TAG.sub("", fixed)) if fixed.startswith(("&", "<")) else fixed
    return _HOLDER.sub(lambda found: arguments[number_of(found[0])].shown, said) if arguments else said
