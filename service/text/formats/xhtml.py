"""XHTML: as HTML, but what is not well-formed is refused, and an empty element may be written as one tag."""

import html
from collections.abc import Iterator, Sequence
from typing import Final

from service.text.formats import xml_tokens
from service.text.formats.document import Document
from service.text.formats.encoded import EncodedText
from service.text.formats.formulas import fixed, with_formulas
from service.text.formats.html import HtmlUnit
from service.text.formats.html_tokens import Token, TokenKind
from service.text.formats.markup import parts_of_tokens
from service.text.formats.parts import PartsDocument
from service.text.formats.xml_tokens import decode_xml, tokens_of

KINDS: Final = {xml_tokens.TokenKind.START: TokenKind.START, xml_tokens.TokenKind.END: TokenKind.END}


def read(data: bytes) -> Document:
    """A page in the encoding that it declares. Raises DocumentError."""
    source = decode_xml(data)
    return document_of(source, list(with_formulas(html_tokens_of(tokens_of(source.text)))))


def document_of(source: EncodedText, tokens: Sequence[Token]) -> Document:
    """What to do with the tokens of any XML file whose texts are translated like those of a page."""

    def encode(text: str) -> bytes:
        return source.byte_order_mark + text.encode(source.encoding, "xmlcharrefreplace")

    return PartsDocument(list(parts_of_tokens(tokens, HtmlUnit)), encode)


def html_tokens_of(tokens: Sequence[xml_tokens.Token]) -> Iterator[Token]:
    """The same tokens as those of HTML. What is marked as CDATA is not touched."""
    is_cdata = False
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        is_cdata = token.source == "<![CDATA[" or (is_cdata and token.source != "]]>")
        is_empty = token.kind is xml_tokens.TokenKind.START and after is not None and _is_empty_end(after)
        if is_cdata:
            yield Token(TokenKind.OTHER, token.source)
        elif is_empty:
            yield Token(TokenKind.EMPTY, token.source, name=token.name, attributes=[*token.attributes.items()])
        elif token.source.startswith("&") and html.unescape(token.source) == token.source:
            yield from fixed(token.source, token.source)  # an entity that the page itself declares
        elif not _is_empty_end(token):
            yield _token(token)


def _is_empty_end(token: xml_tokens.Token) -> bool:
    return token.kind is xml_tokens.TokenKind.END and not token.source


def _token(token: xml_tokens.Token) -> Token:
    if token.kind is xml_tokens.TokenKind.TEXT:
        return Token(TokenKind.TEXT, token.source, text=token.text)
    if token.kind in KINDS:
        return Token(KINDS[token.kind], token.source, name=token.name, attributes=[*token.attributes.items()])
    if token.source.startswith("&"):  # an entity of the page's own kind, such as &nbsp;
        return Token(TokenKind.TEXT, token.source, text=html.unescape(token.source))
    is_comment = token.source.startswith(("<!--", "<?")) and not token.source.startswith("<?xml ")
    return Token(TokenKind.COMMENT if is_comment else TokenKind.OTHER, token.source)
