"""Tables in CSV: cells of named columns are translated; all others, and how cells are set apart, stay byte for byte.

The delimiter is the one of comma, semicolon, tab and bar that finds the named columns in the first row. A cell that was
quoted remains so; another one is quoted when its translation needs it. Formulas of spreadsheets (`=SUM(A1)`) stay.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from service.text.formats.document import DocumentError
from service.text.formats.encoded import decode, line_of
from service.text.formats.fields import Field, FieldsDocument, read_fields

_DELIMITERS = ",;\t|"
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
    delimiter, header = _header(file.text, names)
    wanted = [number for number, cell in enumerate(header) if cell.text.strip() in names]
    rows = list(_rows(file.text, delimiter))[1:]
    fields = [
        Field(cell.start, cell.end, cell.text, partial(_written, delimiter=delimiter, is_quoted=cell.is_quoted))
        for row in rows
        for cell in (row[number] for number in wanted if number < len(row))
        if not _FORMULA.match(cell.text)
    ]
    return read_fields(file, fields)


def _header(text: str, columns: Sequence[str]) -> tuple[str, list[_Cell]]:
    """The delimiter and the first row. Raises DocumentError if that does not have all of the columns."""
    headers = {delimiter: _first_row(text, delimiter) for delimiter in _DELIMITERS}
    found = {delimiter: {cell.text.strip() for cell in header} for delimiter, header in headers.items()}
    best = max(_DELIMITERS, key=lambda delimiter: (len({*columns} & found[delimiter]), len(found[delimiter])))
    missing = [column for column in columns if column not in found[best]]
    if missing or not columns:
        problem = f"the table has no column {missing[0]!r}" if missing else "no column was named"
        names = ", ".join(repr(cell.text.strip()) for cell in headers[best])
        raise DocumentError(f"{problem}; name columns of its first row, which are {names or 'none'}")
    return best, headers[best]


def _first_row(text: str, delimiter: str) -> list[_Cell]:
    """Empty if its quotation marks do not fit this delimiter."""
    try:
        return next(_rows(text, delimiter), [])
    except DocumentError:
        return []


def _rows(text: str, delimiter: str) -> Iterator[list[_Cell]]:
    """Rows that are no blank lines. Raises DocumentError where a quoted cell does not end, or goes on."""
    cells = re.compile(
        rf'(?:"(?P<quoted>(?:[^"]|"")*)"|(?P<plain>(?!")[^{delimiter}\r\n]*))(?P<behind>[{delimiter}]|\r\n|\n|\r|\Z)'
    )
    row: list[_Cell] = []
    position = 0
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
