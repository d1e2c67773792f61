"""Links, emphasis with underscores and headings of Markdown in plain text: `[page](https://a.b)`, `_old_`, `# Title`.

A link's target belongs to the bracket before it; both go around what the words between them became.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from service.text.spans import Kind, Span

_TARGET: Final = r"\]\((?:[^\s()<>]|\([^\s()<>]{0,200}\)){0,1000}(?:\s\"[^\"\n]{0,200}\")?\)"
# A number of a note is none, but that of a year or a version is one.
_WORD: Final = r"(?=[^\[\]\n]{0,300}(?:[^\W\d_]|\d{4}|\d[.,:/-]\d))"
_WORDS: Final = rf"{_WORD}[^\[\]\n]{{1,300}}"
_LINK: Final = re.compile(rf"(?P<first>!?\[){_WORDS}(?P<last>{_TARGET}|\]\[[\w-]{{1,60}}\])")
_WORDLESS: Final = re.compile(rf"!?\[(?!{_WORD})(?=[^\[\]\n]{{0,300}}\S)[^\[\]\n]{{1,300}}{_TARGET}")
_LINKED_IMAGE: Final = re.compile(rf"(?P<first>\[!\[){_WORDS}(?P<last>{_TARGET}(?:{_TARGET}|\]\[[\w-]{{1,60}}\]))")
_EMPHASIS: Final = re.compile(
    r"(?<![\w/.:@#*~\\`-])(?P<first>_{1,2})(?=[^\W\d_])"
    r"(?:[^\W\d_]|(?<=[^\W\d_])[ ,.!?:;'’-](?=[^\W\d_ ]| [^\W\d_])|(?<=[,.!?:;]) (?=[^\W\d_])){2,300}"
    r"(?<=[^\W\d_ ])(?P<last>(?P=first))(?![\w/`*~-]|\.\w)"
)
_NARROW: Final = str.maketrans("。，、！？：；", ".,,!?:;")
_HEADING: Final = re.compile(r"^[^\S\n]{0,3}#{1,6}(?=[^\S\n]+\S)", re.MULTILINE)


def link_spans(text: str, *, is_narrow: bool = False) -> Iterator[Span]:
    """The signs on both sides of words, and those before a heading; not __name__, which a program fills in.

    A link without words, `[.](https://a.b)`, is one part, with a narrow stop or comma if the target language has such.
    """
    for match in _HEADING.finditer(text):
        yield Span(*match.span(), Kind.OMITTED, match[0])
    for match in _WORDLESS.finditer(text):
        yield Span(*match.span(), Kind.OMITTED, match[0].translate(_NARROW) if is_narrow else match[0])
    for pattern in (_LINKED_IMAGE, _LINK, _EMPHASIS):
        for match in pattern.finditer(text):
            if match["first"] != "__" or " " in match[0]:
                for name in ("first", "last"):
                    yield Span(*match.span(name), Kind.OMITTED, match[name])


def links_in(spans: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """The numbers of spans that are such signs, two by two."""
    opened: dict[str, int] = {}
    for number, span in enumerate(spans):
        kind = span.target if span.target in ("_", "__") else "["
        if span.kind is not Kind.OMITTED:
            continue
        if span.target in ("[", "![", "[![") or (kind != "[" and kind not in opened):
            opened[kind] = number
        elif (kind != "[" or span.target[:2] in ("](", "][")) and kind in opened:
            yield opened.pop(kind), number
