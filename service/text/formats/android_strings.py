"""Android's string resources (strings.xml): strings, plurals and string arrays.

Names, comments, attributes, code, and what is marked with `translatable="false"` stay byte for byte, and so does what
stands in `xliff:g`. Lists, paragraphs and line breaks in HTML end a sentence. A string that is one section of CDATA
remains one. Quotes, apostrophes and line breaks are written with the escapes that Android's compiler wants.
"""

import html
import re
from collections.abc import Iterator, Sequence

from service.text.formats.document import DocumentError
from service.text.formats.parts import PartsDocument
from service.text.formats.splicing import in_edges
from service.text.formats.tags import TaggedUnit, TagSyntax, read_inline, stretches
from service.text.formats.xml_tokens import UNWRITABLE, Token, TokenKind, decode_xml, tokens_of

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
_TOKEN_IN_CDATA = re.compile(rf"(?P<fixed>{_CODE}|&[A-Za-z\d#]+;)|{_ANY_TAG.pattern}")

# The compiler knows no white space but ASCII's: a no-break space is a character like others.
_SPACE = r"[ \t\n\r\f\v]"
_ESCAPE = re.compile(rf"\\u[\da-fA-F]{{4}}|\\[\s\S]?|\"|(?P<space>{_SPACE}+)|[^\\\" \t\n\r\f\v]+")
_LETTERS = {"\\n": "\n", "\\t": "\t"}
_WRITTEN = str.maketrans({"\\": "\\\\", "'": "\\'", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\u000d"})


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


def _parts(tokens: Sequence[Token]) -> Iterator[str | TaggedUnit]:
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
    *_, parent, element = [None, *around]
    if parent is None or element is None or parent.name not in _PARENTS.get(element.name, ()):
        return False
    return all(token.attributes.get("translatable") != "false" for token in (parent, element))


def _string(content: str) -> Iterator[str | TaggedUnit]:
    if _REFERENCE.fullmatch(content):
        yield content
        return
    leading, inner, trailing = in_edges(content)
    section = _CDATA.fullmatch(inner)
    # Sections that are only a part of a string become text once it changes: XML means the same by both.
    plain = _CDATA.sub(lambda part: html.escape(part[1], quote=False), inner)
    syntax = TagSyntax(_TOKEN, _read_xml, _escape_xml, _shown)
    yield leading
    if section is not None:
        yield "<![CDATA["
        yield from _units(section[1], TagSyntax(_TOKEN_IN_CDATA, _read_android, _escape_cdata, _shown_in_cdata))
        yield "]]>"
    elif plain != inner:
        yield _unit(plain, syntax, inner)
    else:
        yield from _units(inner, syntax)
    yield trailing


def _units(written: str, syntax: TagSyntax) -> Iterator[str | TaggedUnit]:
    """What stands between the tags of a list, of paragraphs and the like is a unit each time."""
    lines = list(stretches(written, syntax))
    if len(lines) == 1:
        yield _unit(written, syntax, written)
        return
    for line in lines:
        leading, inner, trailing = in_edges(line)
        yield from (leading, _unit(inner, syntax, inner), trailing)


def _unit(written: str, syntax: TagSyntax, source: str) -> str | TaggedUnit:
    has_words = any(map(str.isalnum, syntax.unescape(syntax.token.sub("", written))))
    return read_inline(written, syntax, source) if has_words else source


def _shown(fixed: str) -> str:
    """An entity of the app's own is itself; of others, the words."""
    if fixed.startswith("&") and not fixed.startswith("&lt;"):
        return fixed
    return _read_xml(_ANY_TAG.sub("", html.unescape(fixed)))


def _shown_in_cdata(fixed: str) -> str:
    return html.unescape(_ANY_TAG.sub("", fixed))


def _read_xml(text: str) -> str:
    return _read_android(html.unescape(text))


def _read_android(text: str) -> str:
    """White space is one space, except between quotes, which are not part of the text."""
    read = []
    is_quoted = False
    for found in _ESCAPE.finditer(text):
        piece = found[0]
        if piece == '"':
            is_quoted = not is_quoted
        elif piece.startswith("\\u") and len(piece) > 2:
            read.append(chr(int(piece[2:], 16)))
        elif piece.startswith("\\"):
            read.append(_LETTERS.get(piece, piece[1:]))
        else:
            read.append(" " if found["space"] and not is_quoted else piece)
    return "".join(read)


def _escape_xml(text: str) -> str:
    return html.escape(_escape_android(text), quote=False)


def _escape_cdata(text: str) -> str:
    return _escape_android(text).replace("]]>", "]]]]><![CDATA[>")


def _escape_android(text: str) -> str:
    """White space that the compiler would make one is escaped; so is what begins a reference to something else."""
    written = UNWRITABLE.sub("\ufffd", text).translate(_WRITTEN)
    written = re.sub(rf"(?<={_SPACE}){_SPACE}", lambda space: f"\\u{ord(space[0]):04x}", written)
    return f"\\{written}" if written.startswith(("@", "?")) else written
