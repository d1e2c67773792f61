"""Java's .properties: values are translated; keys, comments, separators and line ends stay byte for byte.

So does white space at both ends of a value, as `\\ ` and a line that is continued before the first word.

Read as UTF-8, as Java does since version 9, or where a file is not that, as Latin-1. What Latin-1 does not have is
escaped there, and a file in ASCII stays in it: so every version of Java reads the same.
"""

import re
from collections.abc import Sequence
from functools import partial

from service.text.formats.document import DocumentError
from service.text.formats.encoded import EncodedText, decode, line_of
from service.text.formats.fields import Field, FieldsDocument, read_fields
from service.text.formats.icu import Style, style_of

# A backslash at the end of a line continues it.
_ENTRY = re.compile(
    r"[ \t\f]*(?:[#!][^\r\n]*"
    r"|(?P<key>(?:[^\\ \t\f\r\n=:]|\\(?:\r\n|[\s\S]|\Z))*)"
    r"[ \t\f]*[=:]?[ \t\f]*(?P<value>(?:[^\\\r\n]|\\(?:\r\n|[\s\S]|\Z))*)"
    r")(?:\r\n|\n|\r|\Z)"
)
_ESCAPE = re.compile(r"\\(?:u(?P<code>[\da-fA-F]{4})|(?P<line_end>\r\n|\n|\r)[ \t\f]*|(?P<character>[\s\S]|\Z))")
_PIECE = re.compile(r"(?P<blank>[ \t\f]|\\(?:[ tnrf]|u00(?:20|09|0[aAcCdD])|(?:\r\n|\n|\r)[ \t\f]*))|\\?[\s\S]")
_LETTERS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}
_WRITTEN = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r", "\f": "\\f"})

_NUMBERED = re.compile(r"\{\d+[,}]")
_LONE_APOSTROPHE = re.compile(r"(?<!')'(?!')")


def read(data: bytes) -> FieldsDocument:
    """The values of a file. Raises DocumentError for an escape that is none."""
    file = _decoded(data)
    write = partial(_written, last="\x7f" if file.text.isascii() else "\xff" if file.encoding == "latin-1" else None)
    fields = []
    for entry in _ENTRY.finditer(file.text):
        start, end = _words(entry)
        if start < end:
            fields.append(Field(start, end, _value(file, entry, start, end), write))
    return read_fields(file, fields, _style([field.value for field in fields]))


def _decoded(data: bytes) -> EncodedText:
    try:
        return decode(data)
    except DocumentError:
        if _is_broken_utf8(data):
            raise
        return decode(data, "latin-1")


def _is_broken_utf8(data: bytes) -> bool:
    """Whether most of what is not ASCII is UTF-8: in Latin-1, hardly any of it would be."""
    text = data.decode("utf-8", "replace")
    num_broken = text.count("\ufffd")
    return sum(character > "\x7f" for character in text) > 2 * num_broken


def _style(values: Sequence[str]) -> Style:
    """Java's own MessageFormat, where arguments have numbers and no apostrophe beside them says otherwise."""
    numbered = [value for value in values if _NUMBERED.search(value)]
    is_java = bool(numbered) and not any(map(_LONE_APOSTROPHE.search, numbered))
    return Style(is_used=True, is_doubled=True) if is_java else style_of(values)


def _words(entry: re.Match[str]) -> tuple[int, int]:
    """Where a value begins and ends without the white space there, however that is written."""
    if entry["value"] is None:
        return 0, 0
    start, end = entry.span("value")
    words = [found.span() for found in _PIECE.finditer(entry.string, start, end) if not found["blank"]]
    return (words[0][0], words[-1][1]) if words else (start, start)


def _value(file: EncodedText, entry: re.Match[str], start: int, end: int) -> str:
    value = _ESCAPE.sub(_meant, file.text[start:end])
    try:
        # Characters beyond 16 bits are written as two escapes.
        return value.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError as error:
        raise DocumentError(
            f"line {line_of(file.text, entry.start('value'))}: {entry['key']!r} has an escape that is none; "
            "write \\uXXXX with four hexadecimal digits, and two of them for characters beyond \\uFFFF"
        ) from error


def _meant(escape: re.Match[str]) -> str:
    if escape["code"]:
        return chr(int(escape["code"], 16))
    if escape["line_end"]:
        return ""
    # An incomplete \u is half a character, so that it is refused together with those.
    return "\ud800" if escape["character"] == "u" else _LETTERS.get(escape["character"], escape["character"])


def _written(value: str, *, last: str | None) -> str:
    """`last` is the highest character that is written as it is, if there is a limit."""
    plain = value.translate(_WRITTEN)
    # These would belong to what stands between key and value.
    if plain.startswith((" ", "=", ":")):
        plain = f"\\{plain}"
    return "".join(
        character if character >= " " and (last is None or character <= last) else _escaped(character)
        for character in plain
    )


def _escaped(character: str) -> str:
    data = character.encode("utf-16-be")
    return "".join(f"\\u{data[at : at + 2].hex()}" for at in range(0, len(data), 2))
