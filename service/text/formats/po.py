"""Gettext catalogues (.po, .pot): where a translation is empty, the message is translated into it.

What has a translation keeps it, be it marked as fuzzy. Header, comments, flags, contexts, previous and obsolete entries
stay byte for byte. A caption's sign for its key (`_File`, `&File`) goes before the same letter or the first. Where a
translation equals its message it stays empty: gettext then shows the message.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from service.text.formats.document import DocumentError
from service.text.formats.encoded import EncodedText, decode, line_of
from service.text.formats.fields import Field, FieldsDocument, read_fields
from service.text.formats.mnemonics import Mnemonic, take_out

_STRING = r'"(?:[^"\\\r\n]|\\[^\r\n])*"'
_STRINGS = rf"(?P<strings>{_STRING}(?:[ \t]*{_STRING})*)"
_KEYWORD = r"(?P<keyword>msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)?"
_LINE = re.compile(rf"[ \t]*(?:{_KEYWORD}[ \t]*{_STRINGS}|\#[^\r\n]*|)[ \t]*(?:\r\n|\n|\r|\Z)")
_CHARSET = re.compile(rb'"Content-Type:[^"\n]*charset=([\w.:-]+)', re.IGNORECASE)
# Bytes of the file's encoding, as xgettext writes them when it is asked for ASCII.
_BYTE = r"\\(?:x[\da-fA-F]{1,2}|[0-3]?[0-7]{1,2})"
_ESCAPE = re.compile(rf"(?P<bytes>(?:{_BYTE})+)|\\(?P<letter>.)")
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
# There is no escape that every reader of catalogues knows for other control characters.
_WRITTEN = {
    **{code: "\ufffd" for code in range(32)},
    **{ord(character): f"\\{letter}" for letter, character in _LETTERS.items() if letter != "a"},
    ord("\\"): "\\\\",
    ord('"'): '\\"',
}


@dataclass(slots=True)
class _Value:
    """What a keyword says; its strings stand from `start` to `end` of the file."""

    keyword: str
    text: str
    start: int
    end: int


def read(data: bytes) -> FieldsDocument:
    """The untranslated messages of a catalogue in the encoding that its header names. Raises DocumentError."""
    charset = _CHARSET.search(data)
    # Templates have the word CHARSET there.
    declared = "utf-8" if charset is None or charset[1] == b"CHARSET" else charset[1].decode("ascii")
    file = decode(data, declared.lower())
    line_end = "\r\n" if "\r\n" in file.text else "\n"
    fields = [field for entry in _entries(file) for field in _fields(entry, line_end)]
    return read_fields(file, fields)


def _entries(file: EncodedText) -> Iterator[list[_Value]]:
    entry: list[_Value] = []
    for value in _values(file.text, file.encoding):
        begins = value.keyword == "msgctxt" or (value.keyword == "msgid" and [v.keyword for v in entry] != ["msgctxt"])
        if begins and entry:
            yield _checked(entry, file.text)
            entry = []
        entry.append(value)
    if entry:
        yield _checked(entry, file.text)


def _values(text: str, encoding: str) -> list[_Value]:
    values: list[_Value] = []
    position = 0
    is_open = False
    while position < len(text):
        line = _LINE.match(text, position)
        if line is None or (line["strings"] and not line["keyword"] and not is_open):
            raise DocumentError(f"{_place(text, position)} is no line of a catalogue; mend its quotes and backslashes")
        is_open = line["strings"] is not None
        if line["keyword"]:
            values.append(_Value(line["keyword"], "", line.start("strings"), 0))
        if is_open:
            values[-1].text += _meant(line["strings"], encoding)
            values[-1].end = line.end("strings")
        position = line.end()
    return values


def _checked(entry: list[_Value], text: str) -> list[_Value]:
    keywords = [value.keyword.partition("[")[0] for value in entry]
    if "msgid" not in keywords or "msgstr" not in keywords:
        raise DocumentError(f"{_place(text, entry[0].start)} begins an entry without msgid or msgstr; complete it")
    return entry


def _fields(entry: list[_Value], line_end: str) -> Iterator[Field]:
    """The empty translations of an entry, each with what it is a translation of."""
    said = {value.keyword: value.text for value in entry}
    forms = [value for value in entry if value.keyword.startswith("msgstr")]
    if not said["msgid"]:
        return
    for form in forms:
        if not form.text:
            keyword = "msgid" if _is_singular(form.keyword, len(forms)) else "msgid_plural"
            caption, mnemonic = take_out(said.get(keyword, said["msgid"]))
            write = partial(_written, mnemonic=mnemonic, line_end=line_end)
            yield Field(form.start, form.end, caption, write)


def _is_singular(keyword: str, num_forms: int) -> bool:
    """Languages with a single form use it for all numbers; the first of several is for one."""
    return keyword == "msgstr" or (keyword == "msgstr[0]" and num_forms > 1)


def _meant(strings: str, encoding: str) -> str:
    said = "".join(string[1:-1] for string in re.findall(_STRING, strings))
    return _ESCAPE.sub(partial(_characters, encoding=encoding), said)


def _characters(escape: re.Match[str], encoding: str) -> str:
    if letter := escape["letter"]:
        return _LETTERS.get(letter, letter)
    codes = re.findall(_BYTE, escape["bytes"])
    data = bytes(int(code[2:], 16) if code[1] == "x" else int(code[1:], 8) for code in codes)
    return data.decode(encoding, "replace")


def _written(text: str, *, mnemonic: Mnemonic | None, line_end: str) -> str:
    """In quotes, a text of several lines line by line."""
    text = text if mnemonic is None else mnemonic.put_into(text)
    lines = [f'"{line.translate(_WRITTEN)}"' for line in re.findall(r"[^\n]*\n|[^\n]+", text)]
    return line_end.join(['""', *lines] if len(lines) > 1 else lines or ['""'])


def _place(text: str, position: int) -> str:
    start = text.rfind("\n", 0, position) + 1
    return f"line {line_of(text, position)}: {text[start:].splitlines()[0][:40]!r}"
