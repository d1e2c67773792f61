"""Files are read by the ends of their names."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.text.formats import html, plain
from service.text.formats.document import DocumentError
from service.text.formats.registry import READERS, reader_of


def test_the_end_of_the_name_tells_in_any_case() -> None:
    assert reader_of("letter.txt") is plain.read
    assert reader_of("archive.v2/INDEX.HTML") is html.read


@pytest.mark.parametrize("name", ["letter", "letter.xyz", ".txt", ""])
def test_other_names_are_refused_with_what_is_known(name: str) -> None:
    with pytest.raises(DocumentError, match=r"no known kind of file; known are \.txt, "):
        reader_of(name)


def test_tables_are_read_by_the_names_of_their_columns() -> None:
    document = reader_of("a.csv", ["said"])(b"id,said\n7,Hello\n")

    assert [unit.text for unit in document.units] == ["Hello"]
    with pytest.raises(DocumentError, match=r"columns are for \.csv and \.tsv"):
        reader_of("a.txt", ["said"])


@pytest.mark.parametrize("suffix", READERS)
@given(data=st.binary(max_size=60) | st.text("<>/?![]{}\"'=:,&;#%\\\n\r\t -|*_`ab1\xa0中", max_size=60).map(str.encode))
def test_any_bytes_are_refused_or_given_back(suffix: str, data: bytes) -> None:
    with contextlib.suppress(DocumentError):
        document = READERS[suffix](data)
        assert document.render(document.units) == data
