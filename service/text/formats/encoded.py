"""Bytes as text and back: UTF-8, with or without a byte order mark, and UTF-16 or UTF-32 with one."""

import codecs
from dataclasses import dataclass

from service.text.formats.document import DocumentError

# The marks of UTF-32 begin like those of UTF-16: longer ones first.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class EncodedText:
    """The text of a file, and how it is written there."""

    text: str
    encoding: str
    byte_order_mark: bytes

    def encode(self, text: str) -> bytes:
        """`text` in place of the file's own, written in the same way. Raises DocumentError if that is not possible."""
        try:
            return self.byte_order_mark + text.encode(self.encoding)
        except UnicodeEncodeError as error:
            raise DocumentError(
                f"the translation has {error.object[error.start]!a}, which the file cannot hold, since it is in "
                f"{self.encoding.upper()}; save the file as UTF-8 and send it again"
            ) from error


def decode(data: bytes, declared: str = "utf-8") -> EncodedText:
    """The text of a file: by its byte order mark, or else as declared. Raises DocumentError where it is not so."""
    mark, encoding = next(((m, e) for m, e in _MARKS if data.startswith(m)), (b"", declared))
    try:
        file = EncodedText(data[len(mark) :].decode(encoding), encoding, mark)
    except UnicodeDecodeError as error:
        line = data[len(mark) :][: error.start].decode(encoding, "ignore").count("\n") + 1
        raise DocumentError(
            f"line {line}: byte {len(mark) + error.start + 1} of the file is not {encoding.upper()}; "
            "save the file as UTF-8 and send it again"
        ) from error
    except LookupError as error:
        raise DocumentError(f"the encoding {encoding[:40]!a} is not known; save the file as UTF-8") from error
    if "\0" in file.text:
        raise DocumentError(
            f"line {line_of(file.text, file.text.index(chr(0)))}: there is a null character, as in UTF-16 without a "
            "byte order mark and in files that are no text; save the file as UTF-8 and send it again"
        )
    if file.encode(file.text) != data:
        raise DocumentError(f"some bytes are not what {encoding.upper()} would write for them; save the file as UTF-8")
    return file


def line_of(text: str, position: int) -> int:
    """The number of the line, counted from 1, that `text[position]` is in, for messages."""
    return text.count("\n", 0, position) + 1
