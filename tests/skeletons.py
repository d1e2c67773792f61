"""What has to stay in a translated file, kind by kind, as libraries read it that the server does not use for that."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

import docx
import javaproperties
import polib
import pyromark
import pysubs2
from lxml import etree, html

# Elements around words of a sentence: where they stand depends on the words.
INLINE: Final = frozenset(["a", "b", "code", "i"])
VERBATIM: Final = frozenset(["code", "pre", "script", "style"])
WORDS: Final = frozenset(["Code", "Emphasis", "Link", "Strong"])
SAID: Final = frozenset(["Text", "SoftBreak"])
WORD_TEXT: Final = "word/document.xml"


def of_text(data: bytes) -> object:
    """Paragraphs: what the first line of each begins with, and the gaps of a table."""
    paragraphs = data.decode().split("\n\n")
    starts = [re.match(r"[\s-]*", paragraph) for paragraph in paragraphs]
    return [start and start[0] for start in starts], data.count(b"\n- "), len(re.findall(rb"\S(?: {3,})\S", data))


def of_markdown(data: bytes) -> object:
    """Blocks, code and addresses; front matter and comments by the byte."""
    text = data.decode()
    events = [event for event in pyromark.events(text) if _name(event) not in SAID]
    blocks = [event for event in events if _inner_name(event) not in WORDS]
    words = sorted(str(event) for event in events if _inner_name(event) in WORDS)
    return blocks, words, re.findall(r"---\n[\s\S]*?---\n|```[\s\S]*?```|<!--.*?-->", text)


def _name(event: Any) -> str:
    return event if isinstance(event, str) else next(iter(event))


def _inner_name(event: Any) -> str:
    """Of a tag's start or end, the tag's name."""
    if not isinstance(event, dict):
        return str(event)
    ((name, inner),) = event.items()
    return _name(inner) if name in ("Start", "End") else name


def of_html(data: bytes) -> object:
    """Elements with attributes, in order; comments and what is no prose by the byte."""
    return [*_elements(html.document_fromstring(data.decode()))]


def of_xml(data: bytes) -> object:
    """Elements with attributes, in order."""
    return [*_elements(etree.fromstring(data))]


def _elements(root: Any) -> Iterator[object]:
    inline = []
    for element in root.iter():
        if not isinstance(element.tag, str):
            yield etree.tostring(element, with_tail=False)
        elif element.tag in INLINE:
            inline.append((element.tag, dict(element.attrib)))
        else:
            yield element.tag, dict(element.attrib)
        if element.tag in VERBATIM:
            yield element.text
    yield sorted(inline, key=str)


def of_subtitles(data: bytes) -> object:
    """When each cue is seen, and what stands on the lines around the cues."""
    cues = pysubs2.SSAFile.from_string(data.decode())
    outside = re.findall(r"(?m)^(?:\d+|intro|WEBVTT.*|Kind.*|NOTE.*|::cue.*|.*-->.*)$", data.decode())
    return [(cue.start, cue.end) for cue in cues], outside


def of_catalogue(data: bytes) -> object:
    """Everything about each message but its translation, where that was empty."""
    catalogue = polib.pofile(data.decode())
    entries = [
        (entry.msgctxt, entry.msgid, entry.msgid_plural, entry.flags, entry.occurrences, entry.comment, entry.obsolete)
        for entry in catalogue
    ]
    return entries, catalogue.metadata, catalogue.header, [e.msgstr for e in catalogue if e.msgid in ("cat", "old")]


def of_messages(data: bytes) -> object:
    """Keys in order, and all values that are no texts."""
    return _shape(json.loads(data.decode(), object_pairs_hook=list)), re.findall(rb"[\s,:]\d[\d.]*", data)


def _shape(value: Any) -> object:
    if isinstance(value, (list, tuple)):
        is_pair = isinstance(value, tuple)
        return [value[0], _shape(value[1])] if is_pair else [_shape(inner) for inner in value]
    return "text" if isinstance(value, str) and value else value


def of_properties(data: bytes) -> object:
    """Keys, and all lines of comments."""
    entries = [*javaproperties.parse(data.decode())]
    return [
        entry.key if isinstance(entry, javaproperties.KeyValue) else entry.source for entry in entries
    ], b"path=C:\\\\temp\n" in data


def of_table(data: bytes) -> object:
    """The cells of all columns but those that are translated."""
    header, *rows = csv.reader(io.StringIO(data.decode(), newline=""))
    return header, [(row[0], row[3], len(row)) for row in rows]


def of_word(data: bytes) -> object:
    """Styles, tables and formats; every other file in it by the byte."""
    document = docx.Document(io.BytesIO(data))
    paragraphs = [
        (p.style and p.style.name, bool(p.text), sorted({bool(r.bold) for r in p.runs})) for p in document.paragraphs
    ]
    tables = [(len(table.rows), len(table.columns)) for table in document.tables]
    return paragraphs, tables, {name: text for name, text in entries(data).items() if name != WORD_TEXT}


def of_book(data: bytes) -> object:
    """The elements of its pages; every other file in it by the byte, in its place."""
    return [(name, of_xml(text) if name.endswith(".xhtml") else text) for name, text in entries(data).items()]


def entries(data: bytes) -> Mapping[str, bytes]:
    """What is in an archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


OF: Final[Mapping[str, Callable[[bytes], object]]] = MappingProxyType(
    {
        ".txt": of_text,
        ".md": of_markdown,
        ".html": of_html,
        ".srt": of_subtitles,
        ".vtt": of_subtitles,
        ".po": of_catalogue,
        ".json": of_messages,
        ".xml": of_xml,
        ".properties": of_properties,
        ".csv": of_table,
        ".docx": of_word,
        ".epub": of_book,
    }
)
