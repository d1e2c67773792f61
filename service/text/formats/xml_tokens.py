"""XML as the tokens that expat finds in it, each with its stretch of the source."""

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from service.text.formats.document import DocumentError
from service.text.formats.encoded import EncodedText, decode

_DECLARED = re.compile(rb"""\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']""")
# What no XML file can hold, not even as a reference.
UNWRITABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class TokenKind(enum.Enum):
    """What tokens are told apart. An element without content is a START and an END that has no source."""

    START = enum.auto()
    END = enum.auto()
    TEXT = enum.auto()
    OTHER = enum.auto()  # declarations, comments, instructions, borders of CDATA, references to entities


@dataclass(frozen=True, slots=True)
class Token:
    """`source` is as it stands in the file; `text` is what a TEXT says, `name` with its prefix as it is written."""

    kind: TokenKind
    source: str
    name: str = ""
    text: str = ""
    attributes: Mapping[str, str] = field(default_factory=dict)


def decode_xml(data: bytes) -> EncodedText:
    """The text of a file, by its mark or its declaration. Raises DocumentError."""
    declared = _DECLARED.match(data)
    return decode(data, declared[1].decode("ascii").lower() if declared else "utf-8")


def tokens_of(text: str) -> list[Token]:
    """Tokens whose sources, joined, are all of the text. Raises DocumentError where it is not well-formed."""
    data = text.encode("utf-8")
    events = _Events()
    try:
        events.read(data)
    except expat.ExpatError as error:
        raise DocumentError(
            f"line {error.lineno}, column {error.offset + 1} is not well-formed XML "
            f"({expat.errors.messages[error.code]}); mend it and send it again"
        ) from error
    ends = [*(event.start for event in events.found[1:]), len(data)]
    return [
        Token(event.kind, data[event.start : end].decode("utf-8"), event.name, event.text, event.attributes)
        for event, end in zip(events.found, ends, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Event:
    start: int
    kind: TokenKind
    name: str = ""
    text: str = ""
    attributes: Mapping[str, str] = field(default_factory=dict)


class _Events:
    """What expat calls back, in order; entities are neither loaded nor replaced."""

    def __init__(self) -> None:
        self.found: list[_Event] = []
        self._parser = expat.ParserCreate("utf-8")

    def read(self, data: bytes) -> None:
        parser = self._parser
        parser.StartElementHandler = self._start
        parser.EndElementHandler = lambda name: self._add(TokenKind.END, name)
        parser.CharacterDataHandler = lambda text: self._add(TokenKind.TEXT, text=text)
        parser.DefaultHandler = lambda _: self._add(TokenKind.OTHER)
        parser.CommentHandler = lambda _: self._add(TokenKind.OTHER)
        parser.ProcessingInstructionHandler = lambda *_: self._add(TokenKind.OTHER)
        parser.StartCdataSectionHandler = lambda: self._add(TokenKind.OTHER)
        parser.EndCdataSectionHandler = lambda: self._add(TokenKind.OTHER)
        parser.Parse(data, True)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.found.append(_Event(self._parser.CurrentByteIndex, TokenKind.START, name, attributes=attributes))

    def _add(self, kind: TokenKind, name: str = "", text: str = "") -> None:
        self.found.append(_Event(self._parser.CurrentByteIndex, kind, name, text))
