"""A file of strings, each between its own quotes or up to the end of its line, with all else around them kept."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from service.text.formats.document import DocumentError
from service.text.formats.encoded import EncodedText, line_of
from service.text.formats.icu import IcuError, Style, style_of
from service.text.formats.messages import Message, read_message
from service.text.formats.splicing import splice
from service.text.marks import MarkedText


@dataclass(frozen=True, slots=True)
class Field:
    """A string from `start` to `end` of a file: what it says, and how another one is written in its place."""

    start: int
    end: int
    value: str
    write: Callable[[str], str]


class FieldsDocument:
    """Renders by writing anew the strings that changed; see `Document`."""

    def __init__(self, file: EncodedText, fields: Sequence[tuple[Field, Message]]) -> None:
        self._file = file
        self._fields = fields

    @property
    def units(self) -> Sequence[MarkedText]:
        return [unit for _, message in self._fields for unit in message.units]

    def render(self, translations: Sequence[MarkedText]) -> bytes:
        remaining = iter(translations)
        rendered = [(field, message.render(remaining)) for field, message in self._fields]
        changed = [(field.start, field.end, field.write(value)) for field, value in rendered if value != field.value]
        return self._file.encode(splice(self._file.text, changed))


def read_fields(file: EncodedText, fields: Sequence[Field], style: Style | None = None) -> FieldsDocument:
    """A document of these strings of a file, in order. Raises DocumentError for one whose braces do not fit."""
    shown = style_of([field.value for field in fields]) if style is None else style
    return FieldsDocument(file, [(field, _message(file, field, shown)) for field in fields])


def _message(file: EncodedText, field: Field, style: Style) -> Message:
    try:
        return read_message(field.value, style)
    except IcuError as error:
        raise DocumentError(f"line {line_of(file.text, field.start)}: {error}; mend the message") from error
