"""Android's string resources (strings.xml): strings, plurals and string arrays.

Names, comments, attributes, code, and what is marked with `translatable="false"` stay byte for byte, and so does what
stands in `xliff:g`. Lists, paragraphs and line breaks in HTML end a sentence. A string that is one section of CDATA
remains one, and one between quotation marks remains so. Quotes, apostrophes, line breaks and white space are written
with the escapes that Android's compiler wants, and signs like those of the source, as `\u2026`.
"""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from service.text.formats.android_text import like, read_text, with_edges, write_quoted, write_text
from service.text.formats.document import DocumentError
from service.text.formats.parts import PartsDocument, Unit
from service.text.formats.tags import TaggedUnit, TagSyntax, read_inline, stretches
from service.text.formats.xml_tokens import Token, TokenKind, decode_xml, tokens_of
from service.text.marks import MarkedText

_PARENTS = {"string": {"resources"}, "item": {"plurals", "string-array"}}
_REFERENCE = re.compile(r"\s*[@?][\w:/.+-]+\s*")

_ATTRIBUTES = r"""(?:[^<>"']|"[^"]*"|'[^']*')*"""
_NAME = r"(?P<slash>/?)(?P<name>[A-Za-z_][\w:.-]*)"
# Tags may also be written as text, for an app that reads them as HTML.
_TAG = rf"(?:(?P<escaped>&lt;)|<){_NAME}(?(escaped)(?:(?!&[lg]t;)[^<>])*(?:&gt;|>)|{_ATTRIBUTES}>)"
_KEPT = rf"<xliff:g\b{_ATTRIBUTES}(?:(?<=/)>|>[\s\S]*?</xliff:g\s*>)"
# Code stays, unless there are tags in it, too.
_CODE = rf"<(?P<code>code|kbd|samp|var)\b{_ATTRIBUTES}>[^<>]{{1,1000}}</(?P=code)\s*>"
_WRITTEN_CODE = r"&lt;(?P<written>code|kbd|samp|var)(?:&gt;|>)(?:(?!&[lg]t;)[^<>]){1,1000}&lt;/(?P=written)(?:&gt;|>)"
_ENTITY = r"&(?!(?:lt|gt|amp|quot|apos);|\#)[^;]*;"
_TOKEN = re.compile(rf"(?P<fixed>{_KEPT}|{_CODE}|{_WRITTEN_CODE}|{_ENTITY})|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|{_TAG}")

_CDATA = re.compile(r"<!\[CDATA\[((?:(?!\]\]>)[\s\S])*)\]\]>")
_ANY_TAG = re.compile(rf"<{_NAME}{_ATTRIBUTES}>")
# A tag that the app has as a style would end the quotation.
_QUOTED = re.compile(rf"\"((?:[^\"\\<]|\\[\s\S]|{_KEPT}|<!--[\s\S]*?-->)*)\"")
_BLANK = re.compile(r"\s+|<!--[\s\S]*?-->")
_TOKEN_IN_CDATA = re.compile(rf"(?P<fixed>{_CODE}|&[A-Za-z\d#]+;)|{_ANY_TAG.pattern}")


@dataclass(frozen=True, slots=True)
class _Unquoted:
    """A string, or a line of one, outside of quotation marks."""

    tagged: TaggedUnit

    @property
    def text(self) -> MarkedText:
        return self.tagged.text

    def render(self, translation: MarkedText) -> str:
        """The compiler takes white space off at both ends, if it is not escaped."""
        written = self.tagged.render(translation)
        return written if translation == self.text else with_edges(written)


def read(data: bytes) -> PartsDocument:
    """The strings of a file in the encoding that it declares. Raises DocumentError."""
    file = decode_xml(data)
    tokens = tokens_of(file.text)
    root = next(token for token in tokens if token.kind is TokenKind.START)
    if root.name != "resources":
        raise DocumentError(f"the file begins with <{root.name}>; Android's string files begin with <resources>")

    def encode(text: str) -> bytes:
        return file.byte_order_mark + text.encode(file.encoding, "xmlcharrefreplace")

    return PartsDocument(list(_parts(tokens)), encode)


def _parts(tokens: Sequence[Token]) -> Iterator[str | Unit]:
    """Units, and what stands between them."""
    around: list[Token] = []
    start = 0
    for index, token in enumerate(tokens):
        if token.kind is TokenKind.START:
            around.append(token)
            if _is_string(around):
                yield "".join(kept.source for kept in tokens[start : index + 1])
                start = index + 1
        elif token.kind is TokenKind.END:
            if _is_string(around):
                yield from _string("".join(inner.source for inner in tokens[start:index]))
                start = index
            around.pop()
    yield "".join(kept.source for kept in tokens[start:])


def _is_string(around: Sequence[Token]) -> bool:
    """Whether the innermost of these elements holds a string that is to be translated."""
    if len(around) < 2:
        return False
    parent, element = around[-2:]
    if parent.name not in _PARENTS.get(element.name, ()):
        return False
    return all(token.attributes.get("translatable", "").lower() != "false" for token in (parent, element))


def _string(content: str) -> Iterator[str | Unit]:
    if _REFERENCE.fullmatch(content):
        yield content
        return
    leading, inner, trailing = _edges(content)
    # Sections that are only a part of a string become text once it changes: XML means the same by both.
    plain = _CDATA.sub(lambda part: html.escape(part[1], quote=False), inner)
    yield leading
    if section := _CDATA.fullmatch(inner):
        syntax = TagSyntax(_TOKEN_IN_CDATA, read_text, _escape_cdata, _shown_in_cdata)
        yield from ("<![CDATA[", *_units(section[1], syntax), "]]>")
    elif plain != inner:
        yield _unit(plain, _SYNTAX, inner)
    elif quoted := _QUOTED.fullmatch(inner):
        yield from ('"', *_units(quoted[1], _QUOTED_SYNTAX), '"')
    else:
        yield from _units(inner, _SYNTAX)
    yield trailing


def _units(written: str, syntax: TagSyntax) -> Iterator[str | Unit]:
    """What stands between the tags of a list, of paragraphs and the like is a unit each time."""
    for line in stretches(written, syntax):
        leading, inner, trailing = _edges(line)
        yield from (leading, _unit(inner, syntax, inner), trailing)


def _edges(text: str) -> tuple[str, str, str]:
    """White space and comments, what stands between, white space and comments."""
    blanks = [found.span() for found in _BLANK.finditer(text)]
    start, end = 0, len(text)
    for first, last in blanks:
        start = last if first == start else start
    for first, last in reversed(blanks):
        end = first if last == end and start <= first else end
    return text[:start], text[start:end], text[end:]


def _unit(written: str, syntax: TagSyntax, source: str) -> str | Unit:
    if not any(map(str.isalnum, syntax.unescape(syntax.token.sub("", written)))):
        return source
    unit = read_inline(written, replace(syntax, escape=like(written, syntax.escape)), source)
    return unit if syntax is _QUOTED_SYNTAX else _Unquoted(unit)


def _shown(fixed: str) -> str:
    """An entity of the app's own is itself; of others, the words."""
    if fixed.startswith("&") and not fixed.startswith("&lt;"):
        return fixed
    return _read_xml(_ANY_TAG.sub("", html.unescape(fixed)))


def _shown_in_cdata(fixed: str) -> str:
    return html.unescape(_ANY_TAG.sub("", fixed))


def _read_xml(text: str) -> str:
    return read_text(html.unescape(text))


def _read_quoted_xml(text: str) -> str:
    return read_text(html.unescape(text), is_quoted=True)


def _escape_xml(text: str) -> str:
    return html.escape(write_text(text), quote=False)


def _escape_quoted_xml(text: str) -> str:
    return html.escape(write_quoted(text), quote=False)


def _escape_cdata(text: str) -> str:
    return write_text(text).replace("]]>", "]]]]><![CDATA[>")


_SYNTAX = TagSyntax(_TOKEN, _read_xml, _escape_xml, _shown)
_QUOTED_SYNTAX = TagSyntax(_TOKEN, _read_quoted_xml, _escape_quoted_xml, _shown)
