"""Messages in JSON (i18next, vue-i18n, FormatJS, ARB): every string that is no key, in objects and arrays.

Indentation, separators, numbers and the order of keys stay byte for byte; strings are escaped as others of the file
are, `\\/` and `\\u003c` too. What belongs to a key that begins with `@` is a note on the message beside it (ARB), and
stays as well. So do the notes of files in which each message is an object: what it is about and its placeholders
(extensions of browsers, FormatJS), and the id of each in a list (go-i18n).
"""

import json
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from service.text.formats.document import DocumentError
from service.text.formats.encoded import decode, line_of
from service.text.formats.fields import Field, FieldsDocument, read_fields

_TOKEN = re.compile(r'(?P<string>"(?:[^"\\]|\\.)*")(?P<is_key>\s*:)?|[{}\[\]]')
_HALF = re.compile("[\ud800-\udfff]")
_MESSAGES = frozenset(("message", "defaultMessage"))
_NOTES = frozenset(("description", "placeholders"))
# What need not be escaped: a slash, signs that HTML has for its own, and characters that nobody sees.
_NEEDLESS = re.compile(r"(?<!\\)(?:\\\\)*(\\/|\\u(?:002[67f]|003[ce]|00a[0d]|20[0-6][\da-f]|feff))", re.IGNORECASE)
_ESCAPED = re.compile(r"\\u(?:00[89a-f]|0[1-9a-f]|[1-9a-f])", re.IGNORECASE)


def read(data: bytes) -> FieldsDocument:
    """The strings of a file in UTF-8, or UTF-16 or UTF-32 with its mark. Raises DocumentError."""
    file = decode(data)
    notes = _notes_in(_parsed(file.text))
    write = partial(
        _written,
        is_ascii=file.text.isascii() and _ESCAPED.search(file.text) is not None,
        escapes=_escapes_of(file.text),
    )
    fields = []
    for found in _values(file.text, notes):
        value = json.loads(found["string"])
        if _HALF.search(value):
            raise DocumentError(
                f"line {line_of(file.text, found.start())}: {found[0][:40]} has half of a character; "
                "an escape such as \\ud83d needs its other half"
            )
        fields.append(Field(found.start("string"), found.end("string"), value, write))
    return read_fields(file, fields)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise DocumentError(
            f"line {error.lineno}, column {error.colno} is not JSON ({error.msg}); mend it and send it again"
        ) from error
    except RecursionError as error:
        raise DocumentError("objects and arrays lie within each other too deep; take some of the levels out") from error


def _notes_in(content: Any) -> frozenset[str]:
    """The keys under which a file of messages that are objects says something about them."""
    entries = [*content.values()] if isinstance(content, dict) else content
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        return frozenset()
    notes = _NOTES if all(_MESSAGES & {*entry} for entry in entries) else frozenset()
    has_ids = entries is content and all(isinstance(entry.get("id"), str) for entry in entries)
    return notes | {"id"} if has_ids else notes


def _values(text: str, notes: frozenset[str]) -> Iterator[re.Match[str]]:
    """Strings that are no keys, without those of notes."""
    depth = 0
    depths_of_notes: list[int] = []
    for token in _TOKEN.finditer(text):
        if token["is_key"]:
            # A key ends the note before it, if that is in the same object or within it.
            depths_of_notes = [at for at in depths_of_notes if at < depth]
            key = json.loads(token["string"])
            depths_of_notes += [depth] if key.startswith("@") or key in notes else []
        elif token["string"]:
            if not depths_of_notes:
                yield token
        elif token[0] in "{[":
            depth += 1
        else:
            depth -= 1
            depths_of_notes = [at for at in depths_of_notes if at <= depth]


def _escapes_of(text: str) -> dict[int, str]:
    """How a file writes signs that it escapes without need."""
    return {ord(json.loads(f'"{escape}"')): escape for escape in _NEEDLESS.findall(text)}


def _written(value: str, *, is_ascii: bool, escapes: dict[int, str]) -> str:
    """None of `escapes` is for a sign of the notation itself, so that they can be put into what is written."""
    return json.dumps(value, ensure_ascii=is_ascii).translate(escapes)
