"""Which kinds of files can be translated, told by the ends of their names."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import PurePath
from typing import Final

from service.text.formats import (
    android_strings,
    csv_table,
    docx,
    epub,
    html,
    json_messages,
    markdown,
    plain,
    po,
    properties,
    srt,
    vtt,
    xhtml,
)
from service.text.formats.document import DocumentError, Reader

READERS: Final[Mapping[str, Reader]] = {
    ".txt": plain.read,
    ".md": markdown.read,
    ".markdown": markdown.read,
    ".html": html.read,
    ".htm": html.read,
    ".xhtml": xhtml.read,
    ".srt": srt.read,
    ".vtt": vtt.read,
    ".po": po.read,
    ".pot": po.read,
    ".json": json_messages.read,
    ".arb": json_messages.read,
    ".xml": android_strings.read,
    ".properties": properties.read,
    ".docx": docx.read,
    ".epub": epub.read,
}
TABLES: Final = (".csv", ".tsv")
SUFFIXES: Final = (*READERS, *TABLES)


def reader_of(name: str, columns: Sequence[str] = ()) -> Reader:
    """What reads a file of this name; of a table, the named columns. Raises DocumentError."""
    suffix = PurePath(name).suffix.lower()
    if suffix in TABLES:
        return partial(csv_table.read, columns=columns)
    if suffix not in READERS:
        raise DocumentError(f"{suffix or 'no suffix'} is no known kind of file; known are {', '.join(SUFFIXES)}")
    if columns:
        raise DocumentError(f"columns are for {' and '.join(TABLES)}; a file of the kind {suffix} has none")
    return READERS[suffix]
