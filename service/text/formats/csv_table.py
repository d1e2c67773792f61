"""Tables in CSV: cells of named columns are translated; all others, and how cells are set apart, stay byte for byte.

The delimiter is the one of comma, semicolon, tab and bar that finds the named columns in the first row. A cell that was
quoted remains so; another one is quoted when its translation needs it. Formulas of spreadsheets (`=SUM(A1)`) stay, and
a line before the first row that only says the delimiter (`sep=;`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from service.text.formats.document import DocumentError
from service.text.formats.encoded import decode, line_of
from service.text.formats.fields import Field, FieldsDocument, read_fields

_DELIMITERS = ",;\t|"
_SEPARATOR = re.compile(r"sep=([^\"\w\r\n])(?:\r\n|\n|\r)")
_FORMULA = re.compile(r"\s*=\s*[\w$(\"+-]")


@dataclass(frozen=True, slots=True)
class _Cell:
    """Where a cell stands in the file, its quotes included, and what it says."""

    start: int
    end: int
    text: str
    is_quoted: bool


def read(data: bytes, columns: Sequence[str]) -> FieldsDocument:
    """The cells of these columns, named as in the first row. Raises DocumentError."""
    file = decode(data)
    names = [column.strip() for column in columns]
    separator = _SEPARATOR.match(file.text)
    start = separator.end() if separator else 0
    delimiter, header = _header(file.text, start, names, separator[1] if separator else _DELIMITERS)
    wanted = [number for number, cell in enumerate(header) if cell.text.strip() in names]
    rows = list(_rows(file.text, delimiter, start))[1:]
    fields = [
        Field(cell.start, cell.end, cell.text, partial(_written, delimiter=delimiter, is_quoted=cell.is_quoted))
        for row in rows
        for cell in (row[number] for number in wanted if number < len(row))
        if not _FORMULA.match(cell.text)
    ]
    return read_fields(file, fields)


def _header(text: str, start: int, columns: Sequence[str], delimiters: str) -> tuple[str, list[_Cell]]:
    """The delimiter and the first row. Raises DocumentError if that does not have all of the columns."""
    headers = {delimiter: _first_row(text, delimiter, start) for delimiter in delimiters}
    found = {delimiter: {cell.text.strip() for cell in header} for delimiter, header in headers.items()}
    best = max(delimiters, key=lambda delimiter: (len({*columns} & found[delimiter]), len(found[delimiter])))
    missing = [column for column in columns if column not in found[best]]
    if missing or not columns:
        problem = f"the table has no column {missing[0]!r}" if missing else "no column was named"
        names = ", ".join(repr(cell.text.strip()) for cell in headers[best])
        raise DocumentError(f"{problem}; name columns of its first row, which are {names or 'none'}")
    return best, headers[best]


def _first_row(text: str, delimiter: str, start: int) -> list[_Cell]:
    """Empty if its quotation marks do not fit this delimiter."""
    try:
        return next(_rows(text, delimiter, start), [])
    except DocumentError:
        return []


def _rows(text: str, delimiter: str, start: int) -> Iterator[list[_Cell]]:
    """Rows that are no blank lines. Raises DocumentError where a quoted cell does not end, or goes on."""
    sign = re.escape(delimiter)
    cells = re.compile(
        rf'(?:"(?P<quoted>(?:[^"]|"")*)"|(?P<plain>(?!")[^{sign}\r\n]*))(?P<behind>[{sign}]|\r\n|\n|\r|\Z)'
    )
    row: list[_Cell] = []
    position = start
    while position < len(text) or row:
        cell = cells.match(text, position)
        if cell is None:
            raise DocumentError(
                f"line {line_of(text, position)}: the cell {text[position : position + 20]!r}... does not end with its "
                "quotation marks; close it, and double those inside"
            )
        is_quoted = cell["quoted"] is not None
        said = cell["quoted"].replace('""', '"') if is_quoted else cell["plain"]
        row.append(_Cell(position, cell.start("behind"), said, is_quoted))
        position = cell.end()
        if cell["behind"] != delimiter:
            if len(row) > 1 or row[0].end > row[0].start:
                yield row
            row = []


def _written(text: str, *, delimiter: str, is_quoted: bool) -> str:
    needs_quotes = is_quoted or not text or any(character in text for character in f'{delimiter}"\r\n')
    return '"{}"'.format(text.replace('"', '""')) if needs_quotes else text
