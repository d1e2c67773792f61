"""EPUB: its pages, its tables of contents and its title are translated; every other entry stays as it is."""

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from service.text.formats import xhtml
from service.text.formats.document import Document, DocumentError
from service.text.formats.html_tokens import Token as HtmlToken
from service.text.formats.html_tokens import TokenKind as HtmlKind
from service.text.formats.xml_tokens import Token, TokenKind, decode_xml, tokens_of
from service.text.formats.zip_entries import read_entries, replace_entries
from service.text.marks import MarkedText

CONTAINER: Final = "META-INF/container.xml"
ENCRYPTION: Final = "META-INF/encryption.xml"
PAGES: Final = frozenset(["application/xhtml+xml", "application/x-dtbncx+xml"])


@dataclass(frozen=True, slots=True)
class EpubDocument:
    """An archive, and those of its entries that have text, by their names."""

    data: bytes
    entries: Mapping[str, Document]

    @property
    def units(self) -> Sequence[MarkedText]:
        return [unit for document in self.entries.values() for unit in document.units]

    def render(self, translations: Sequence[MarkedText]) -> bytes:
        """The archive with its texts translated."""
        if list(translations) == list(self.units):
            return self.data
        return replace_entries(self.data, dict(self._rendered(translations)))

    def _rendered(self, translations: Sequence[MarkedText]) -> Iterator[tuple[str, bytes]]:
        at = 0
        for name, document in self.entries.items():
            count = len(document.units)
            yield name, document.render(translations[at : at + count])
            at += count


def read(data: bytes) -> EpubDocument:
    """A book without copy protection. Raises DocumentError."""
    entries = read_entries(data)
    package = _package_name(entries)
    tokens = _tokens(entries, package)
    documents = {package: _package(entries[package], tokens)}
    encrypted = {*_encrypted_names(entries)}
    for name in _page_names(package, tokens):
        if name in encrypted:
            raise DocumentError(f"{name[:80]!a} in it is encrypted; a book with copy protection cannot be translated")
        documents[name] = _page(entries, name)
    return EpubDocument(data, documents)


def _package_name(entries: Mapping[str, bytes]) -> str:
    for token in _tokens(entries, CONTAINER):
        if token.kind is TokenKind.START and _local(token) == "rootfile" and "full-path" in token.attributes:
            return token.attributes["full-path"]
    raise DocumentError(f"{CONTAINER} in it names no package; this is not an EPUB file")


def _page_names(package: str, tokens: Sequence[Token]) -> Iterator[str]:
    """Of the entries that the package lists as pages or as a table of contents."""
    folder = posixpath.dirname(package)
    for token in tokens:
        if token.kind is TokenKind.START and _local(token) == "item" and token.attributes.get("media-type") in PAGES:
            yield posixpath.normpath(posixpath.join(folder, unquote(token.attributes.get("href", ""))))


def _encrypted_names(entries: Mapping[str, bytes]) -> Iterator[str]:
    """Of pages with copy protection, and of fonts, which are of no concern here."""
    for token in _tokens(entries, ENCRYPTION) if ENCRYPTION in entries else ():
        if token.kind is TokenKind.START and _local(token) == "CipherReference":
            yield unquote(token.attributes.get("URI", ""))


def _page(entries: Mapping[str, bytes], name: str) -> Document:
    if name not in entries:
        raise DocumentError(f"its package lists {name[:80]!a}, which is not in it; make the file anew")
    try:
        return xhtml.read(entries[name])
    except DocumentError as error:
        raise DocumentError(f"{name[:80]!a} in it: {error}") from error


def _package(data: bytes, tokens: Sequence[Token]) -> Document:
    """The description of the book, of which only the title is translated."""
    return xhtml.document_of(decode_xml(data), list(_titles(tokens)))


def _titles(tokens: Sequence[Token]) -> Iterator[HtmlToken]:
    is_title = False
    for token in tokens:
        if token.kind in (TokenKind.START, TokenKind.END):
            is_title = token.kind is TokenKind.START and _local(token) == "title"
        is_text = is_title and token.kind is TokenKind.TEXT
        yield HtmlToken(HtmlKind.TEXT if is_text else HtmlKind.OTHER, token.source, text=token.text)


def _tokens(entries: Mapping[str, bytes], name: str) -> Sequence[Token]:
    if name not in entries:
        raise DocumentError(f"there is no {name[:80]!a} in it; this is not an EPUB file")
    try:
        return tokens_of(decode_xml(entries[name]).text)
    except DocumentError as error:
        raise DocumentError(f"{name[:80]!a} in it: {error}") from error


def _local(token: Token) -> str:
    return token.name.rpartition(":")[2]
