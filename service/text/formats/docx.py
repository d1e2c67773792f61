"""Word documents (.docx): paragraphs of the text, tables, text boxes, notes, headers and footers.

Formatting goes with its words; links, fields, formulas, pictures, bookmarks and references stay, each once. All else in
the file is what it was: styles, settings, comments, and text that was deleted while changes were tracked.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from service.text.formats.document import DocumentError
from service.text.formats.docx_paragraphs import group_of_file
from service.text.formats.encoded import EncodedText
from service.text.formats.groups import Group
from service.text.formats.xml_tokens import TokenKind, decode_xml, tokens_of
from service.text.formats.zip_entries import read_entries, replace_entries
from service.text.marks import MarkedText

# How files begin that office programs have protected with a password, and their files of before 2007.
_COMPOUND_FILE: Final = b"\xd0\xcf\x11\xe0"
_CONTENT_TYPES: Final = "[Content_Types].xml"
_KIND: Final = re.compile(r"(?:wordprocessingml|ms-word)\..*\b(main|header|footer|footnotes|endnotes)\+xml$")
# The transitional and the strict form of the standard.
_NAMESPACES: Final = frozenset(
    [
        "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "http://purl.oclc.org/ooxml/wordprocessingml/main",
    ]
)


@dataclass(frozen=True, slots=True)
class DocxDocument:
    """A document whose files with text have been taken apart; see `Document`."""

    data: bytes
    files: Mapping[str, tuple[EncodedText, Group]]

    @property
    def units(self) -> Sequence[MarkedText]:
        """Paragraphs, or parts of them around text boxes."""
        return [unit for _, group in self.files.values() for unit in group.units]

    def render(self, translations: Sequence[MarkedText]) -> bytes:
        """The whole archive."""
        if list(self.units) == list(translations):
            return self.data
        written = {}
        position = 0
        for name, (file, group) in self.files.items():
            count = len(list(group.units))
            written[name] = file.encode(group.render(translations[position : position + count]))
            position += count
        return replace_entries(self.data, written)


def read(data: bytes) -> DocxDocument:
    """A document of Word's, from 2007 on. Raises DocumentError."""
    if data.startswith(_COMPOUND_FILE):
        raise DocumentError("the document has a password or is of the old kind (.doc); save it as .docx without one")
    entries = read_entries(data)
    return DocxDocument(data, {name: _read_file(name, entries[name]) for name in _files_with_text(entries)})


def _files_with_text(entries: Mapping[str, bytes]) -> list[str]:
    """Names of entries, that of the text itself first."""
    if _CONTENT_TYPES not in entries:
        raise DocumentError(f"there is no {_CONTENT_TYPES} in the archive: it is not a Word document")
    listed = [
        (found[1], token.attributes.get("PartName", "").removeprefix("/"))
        for token in tokens_of(decode_xml(entries[_CONTENT_TYPES]).text)
        if token.kind is TokenKind.START and (found := _KIND.search(token.attributes.get("ContentType", "")))
    ]
    names = [name for kind, name in sorted(listed, key=lambda entry: entry[0] != "main")]
    missing = [name for name in names if name not in entries]
    if missing or "main" not in {kind for kind, _ in listed}:
        lacks = repr(missing[0]) if missing else "a text"
        raise DocumentError(
            f"the archive lacks {lacks}: it is no whole Word document; open it in Word and save it again"
        )
    return names


def _read_file(name: str, data: bytes) -> tuple[EncodedText, Group]:
    try:
        file = decode_xml(data)
        tokens = tokens_of(file.text)
        root = next(token for token in tokens if token.kind is TokenKind.START)
        return file, group_of_file(file.text, tokens, _prefix(root.attributes))
    except DocumentError as error:
        raise DocumentError(f"{name} in the file: {error}") from error
    except RecursionError as error:
        raise DocumentError(f"{name} in the file: text boxes lie within each other too deep; take some out") from error


def _prefix(attributes: Mapping[str, str]) -> str:
    """What stands before the names of the text's elements: most often `w:`."""
    declared = [name for name, value in attributes.items() if name.startswith("xmlns") and value in _NAMESPACES]
    if not declared:
        raise DocumentError("its first element does not name the namespace of Word's texts; save the document again")
    prefix = declared[0].removeprefix("xmlns").removeprefix(":")
    return f"{prefix}:" if prefix else ""
