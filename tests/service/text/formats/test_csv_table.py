"""Tables: named columns are translated, and the reference reader finds all other cells as they were."""

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.text.formats.csv_table import read
from service.text.formats.document import DocumentError
from service.text.marks import MarkedText
from tests.service.text.formats.translating import WORDS, shouted

CELLS = st.text(st.sampled_from("ab ,;|\t\"\n\r'é中"), max_size=6)
ROWS = st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=4)
DELIMITERS = st.sampled_from([",", ";", "\t", "|"])


def table(rows: list[tuple[str, ...]], delimiter: str, quoting: int, line_end: str) -> str:
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=delimiter, quoting=quoting, lineterminator=line_end)  # type: ignore[arg-type]
    writer.writerows([("id", "text", "more text"), *rows])
    return file.getvalue()


def cells(data: bytes, delimiter: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode(), newline=""), delimiter=delimiter, strict=True))


@settings(deadline=None)
@given(
    rows=ROWS,
    delimiter=DELIMITERS,
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    line_end=st.sampled_from(["\n", "\r\n"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_what_is_not_changed_is_byte_for_byte_the_same(
    rows: list[tuple[str, ...]], delimiter: str, quoting: int, line_end: str, encoding: str
) -> None:
    data = table(rows, delimiter, quoting, line_end).encode(encoding)
    document = read(data, ["text", "more text"])
    assert document.render(document.units) == data


@settings(deadline=None)
@given(rows=ROWS, delimiter=DELIMITERS, quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]), text=WORDS)
def test_any_translation_is_read_back_as_it_is(
    rows: list[tuple[str, ...]], delimiter: str, quoting: int, text: str
) -> None:
    data = table([*rows, ("1", "Hello", "you")], delimiter, quoting, "\n").encode()
    document = read(data, ["text"])
    result = document.render([*document.units[:-1], MarkedText(text)])
    expected = cells(data, delimiter)
    expected[-1][1] = text
    assert cells(result, delimiter) == expected


def test_only_the_named_columns_change() -> None:
    text = 'key;en;"note"\r\n\r\na;Hello;say it\r\nb;"one;\n""two""";x\r\nc\r\nd;;\r\ne;5" pipe;y;more'
    document = read(text.encode(), ["en"])
    assert [unit.text for unit in document.units] == ["Hello", 'one;\n"two"', '5" pipe']
    expected = text.replace("Hello", "HELLO").replace("one", "ONE").replace("two", "TWO")
    assert document.render(shouted(document.units)).decode() == expected.replace('5" pipe', '"5"" PIPE"')


def test_names_choose_the_delimiter() -> None:
    text = "a;b, c;d\n1;x, y;z\n"
    assert [unit.text for unit in read(text.encode(), ["b, c"]).units] == ["x, y"]
    assert [unit.text for unit in read(text.encode(), ["a;b"]).units] == ["1;x"]


@pytest.mark.parametrize(
    ("text", "columns", "problem"),
    [
        ("a,b\n1,2\n", ["c"], "the table has no column 'c'; name columns of its first row, which are 'a', 'b'"),
        ("a,b\n1,2\n", [], "no column was named; name columns of its first row, which are 'a', 'b'"),
        ("", ["a"], "the table has no column 'a'; name columns of its first row, which are none"),
        ('a,b\n1,2\n"x,3\n', ["b"], "line 3: the cell '\"x,3\\n'... does not end with its quotation marks"),
        ('a,b\n1,"x"y\n', ["b"], "line 2: the cell '\"x\"y\\n'... does not end with its quotation marks"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused_with_the_place(text: str, columns: list[str], problem: str) -> None:
    with pytest.raises(DocumentError) as refusal:
        read(text.encode(), columns)
    assert problem in str(refusal.value)


def test_spaces_around_the_name_of_a_column_mean_nothing() -> None:
    assert [unit.text for unit in read(b"id, title\n1,A ball\n", ["id", " title "]).units] == ["1", "A ball"]


def test_formulas_stay() -> None:
    text = 'a\n=SUM(B1)\n"=""Hello ""&B1"\n=$B$1\nSum = all\n'
    assert [unit.text for unit in read(text.encode(), ["a"]).units] == ["Sum = all"]


@pytest.mark.parametrize("sign", [";", ",", "|", "^"])
def test_a_line_that_says_the_delimiter_is_no_row(sign: str) -> None:
    """Excel writes and reads it."""
    text = f"sep={sign}\r\nid{sign}name\r\n1{sign}red apples\r\n"
    document = read(text.encode(), ["name"])
    assert [unit.text for unit in document.units] == ["red apples"]
    assert document.render(document.units) == text.encode()
