"""Markdown as the same kind of tokens that HTML has: emphasis and links are tags, what makes a block ends a line."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any, Final

import pyromark
from pyromark.event import BrokenLink

from service.text.formats.formulas import as_code, fixed
from service.text.formats.html_tokens import Token, TokenKind, tokens_of
from service.text.formats.markdown_html import BLOCK, QUOTE
from service.text.formats.markdown_labels import LabelLine
from service.text.formats.markdown_lines import events_of
from service.text.formats.markdown_signs import with_signs
from service.text.formats.markdown_titles import TITLED, title_of

OPTIONS: Final = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_HEADING_ATTRIBUTES
    | pyromark.Options.ENABLE_YAML_STYLE_METADATA_BLOCKS
    | pyromark.Options.ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS
    | pyromark.Options.ENABLE_DEFINITION_LIST
    | pyromark.Options.ENABLE_MATH
)
NAMES: Final = {"Emphasis": "em", "Strong": "strong", "Strikethrough": "del"}
KEPT_BLOCKS: Final = frozenset(["CodeBlock", "HtmlBlock", "MetadataBlock"])
BACKSLASH: Final = ord("\\")
AUTOLINKS: Final = frozenset(["Autolink", "Email"])
# Their words are also the label by which the link is found.
REFERENCES: Final = frozenset(["Shortcut", "ShortcutUnknown", "Collapsed", "CollapsedUnknown"])
LINKED_ADDRESS: Final = re.compile(r"\[((?:https?://|www\.)[^\s<>*`\[\]\\|]+)\](?:[\[(]|\Z)")
LONE_RETURN: Final = re.compile(r"\r(?!\n)")
LABEL: Final = "\0"  # in a rewritten link, before the label that it may need; no text has this


def markdown_tokens(text: str, *, trusts_references: bool = False) -> Iterator[Token]:
    """Tokens whose sources, joined, are all of the text. `trusts_references`: to links that are defined elsewhere."""
    yield from with_signs(_tokens(text, trusts_references=trusts_references))


def _tokens(text: str, *, trusts_references: bool) -> Iterator[Token]:
    reader = _Reader(text.encode())
    callback = _trust if trusts_references else None
    # A carriage return ends a line, too, but not for this parser.
    events = events_of(as_code(LONE_RETURN.sub("\n", text)), OPTIONS, callback)
    for (event, place), limit in zip(events, _limits(events), strict=True):
        yield from reader.tokens(event, place["start"], min(place["end"], limit))
    yield reader.rest()


def _limits(events: Sequence[tuple[Any, Any]]) -> Sequence[float]:
    """Where each event ends at the latest: an end may be said to be behind what comes after it."""
    limits: list[float] = []
    following = inf
    for event, place in reversed(events):
        is_end = _named(event)[0] == "End"
        limits.append(following if is_end else inf)
        following = following if is_end else place["start"]
    return limits[::-1]


def _trust(link: BrokenLink) -> tuple[str, str] | None:
    return None if link["reference"].startswith("^") else ("", "")


class _Reader:
    """Goes through the parser's events and the bytes side by side."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self._is_in_line = False  # what stands before the next event belongs to a line of text
        self._kept_end = 0  # of what is taken as a whole
        self._labels: list[str | None] = []  # of the open links: what they need when their words change
        self._label = LabelLine()

    def tokens(self, event: Any, start: int, end: int) -> Iterator[Token]:
        if start < self._kept_end:
            return
        kind, value = _named(event)
        self._label.follow(kind, _named(value)[0])
        match kind:
            case "Start":
                yield from self._start(*_named(value), start, end)
            case "End":
                yield from self._end(_named(value)[0], end)
            case "Rule":
                yield from self._rule(end)
            case "HardBreak" | "TaskListMarker":
                yield self._other(end)
            case "SoftBreak" if self._label.is_before(self._data[end:]):
                yield self._other(end)
            case _:
                yield from self._inline(kind, value, start, end)

    def rest(self) -> Token:
        return self._other(len(self._data))

    def _rule(self, end: int) -> Iterator[Token]:
        """A rule, or what is shown to the parser as one: a line that may have a title."""
        line = self._other(end)
        before, title, behind = title_of(line.raw)
        yield replace(line, raw=before)
        if title:
            yield replace(line, raw=title, name=TITLED)
            yield replace(line, raw=behind)

    def _inline(self, kind: str, value: str, start: int, end: int) -> Iterator[Token]:
        # A backslash before a character is not part of what is said, but goes with it.
        is_escaped = kind == "Text" and self._at < start and self._data[start - 1] == BACKSLASH
        yield from self._gap(start - is_escaped)
        raw = self._take(end)
        match kind:
            case "Text":
                yield Token(TokenKind.TEXT, raw, text=value)
            case "SoftBreak":
                yield Token(TokenKind.TEXT, raw, text=" ")
            case "Code" | "InlineMath" | "DisplayMath":
                yield from fixed(raw, raw if raw.startswith("\\") else value)
            case "InlineHtml":
                yield from tokens_of(raw)
            case _:
                yield Token(TokenKind.COMMENT, raw)

    def _start(self, name: str, value: Any, start: int, end: int) -> Iterator[Token]:
        if name in NAMES:
            yield from self._gap(start)
            yield Token(TokenKind.START, self._take(start + self._delimiter(name, start)), name=NAMES[name])
        elif name == "Link":
            yield from self._gap(start)
            yield from self._link(value, start, end)
        elif name == "Image":
            yield from self._gap(start)
            self._kept_end = self._closed(end, value["link_type"])
            yield Token(TokenKind.EMPTY, self._take(self._kept_end), name="img")
        elif name in KEPT_BLOCKS:
            self._kept_end = end
            quotes = self._quotes(start)
            yield self._other(start)
            yield replace(self._other(end), name=f"{BLOCK}{quotes}" if name == "HtmlBlock" else "")
        else:
            yield self._other(start)

    def _link(self, value: Any, start: int, end: int) -> Iterator[Token]:
        if value["link_type"] in AUTOLINKS:
            self._kept_end = end
            raw = self._take(end)
            yield from fixed(raw, raw[1:-1])
            return
        whole = self._closed(end, value["link_type"])
        if address := LINKED_ADDRESS.match(self._data[start:whole].decode()):
            self._kept_end = whole
            yield from fixed(self._take(whole), address[1])
            return
        self._labels.append(value["id"] if value["link_type"] in REFERENCES else None)
        yield Token(TokenKind.START, self._take(start + 1), name="a")

    def _end(self, name: str, end: int) -> Iterator[Token]:
        if name in NAMES:
            yield from self._gap(end - self._delimiter(name, end - 1))
            yield Token(TokenKind.END, self._take(end), name=NAMES[name])
        elif name == "Link":
            label = self._labels.pop()
            raw = self._take(end if label is None else self._closed(end, "Collapsed"))
            yield Token(TokenKind.END, raw, name="a", rewritten=None if label is None else f"]{LABEL}[{label}]")
        else:
            yield self._other(end)

    def _quotes(self, start: int) -> str:
        """The signs of the quotations that a block is in; before those in a list there is only white space."""
        before = self._data[self._data.rfind(b"\n", 0, start) + 1 : start].decode()
        return QUOTE * before.count(QUOTE)

    def _delimiter(self, name: str, position: int) -> int:
        """How long the delimiter is of which one character stands at `position`."""
        if name != "Strikethrough":
            return 1 if name == "Emphasis" else 2
        return (
            2 if self._data[position - 1 : position + 1] == b"~~" or self._data[position : position + 2] == b"~~" else 1
        )

    def _closed(self, end: int, link_type: str) -> int:
        """The end of a link, with the empty brackets that the parser leaves out."""
        return end + 2 if link_type.startswith("Collapsed") and self._data[end : end + 2] == b"[]" else end

    def _gap(self, start: int) -> Iterator[Token]:
        kind = TokenKind.TEXT if self._is_in_line else TokenKind.OTHER
        self._is_in_line = True
        if self._at < start:
            yield Token(kind, self._take(start))

    def _other(self, end: int) -> Token:
        self._is_in_line = False
        return Token(TokenKind.OTHER, self._take(end))

    def _take(self, end: int) -> str:
        start, self._at = self._at, max(self._at, end)
        return self._data[start : self._at].decode()


def _named(value: Any) -> tuple[str, Any]:
    return next(iter(value.items())) if isinstance(value, Mapping) else (value, None)
