"""Bytes become text and the same bytes again, and messages say where that does not work."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.text.formats.document import DocumentError
from service.text.formats.encoded import decode, line_of


@settings(deadline=None)
@given(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff")),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32"]),
)
def test_a_text_is_written_as_it_was_read(text: str, encoding: str) -> None:
    data = text.encode(encoding)
    file = decode(data)
    assert file.text == text
    assert file.encode(file.text) == data


def test_a_mark_counts_more_than_what_is_declared() -> None:
    assert decode("ü".encode("utf-8-sig"), "latin-1").text == "ü"
    assert decode("ü".encode("latin-1"), "latin-1").text == "ü"


@pytest.mark.parametrize(
    ("data", "declared", "problem"),
    [
        (b"a\nb\n\xfc", "utf-8", "line 3: byte 5 of the file is not UTF-8; save the file as UTF-8"),
        (b"\xff\xfea", "utf-8", "line 1: byte 3 of the file is not UTF-16-LE"),
        (
            "Hello\n".encode("utf-16-le"),
            "utf-8",
            "line 1: there is a null character, as in UTF-16 without a byte order mark",
        ),
        (b"a\n\x89PNG\0", "latin-1", "line 2: there is a null character"),
        (b"a", "utf-99", "the encoding 'utf-99' is not known"),
        (b"\x1b$B\x1b(B\x1b(Ba", "iso-2022-jp", "some bytes are not what ISO-2022-JP would write for them"),
    ],
)
def test_bytes_that_are_not_what_they_say_are_refused(data: bytes, declared: str, problem: str) -> None:
    with pytest.raises(DocumentError) as refusal:
        decode(data, declared)
    assert problem in str(refusal.value)


def test_a_character_that_the_encoding_does_not_have_is_refused() -> None:
    with pytest.raises(DocumentError, match="the file cannot hold, since it is in LATIN-1; save the file"):
        decode(b"a", "latin-1").encode("你")


def test_lines_are_counted_from_one() -> None:
    assert [line_of("a\nb\n", position) for position in range(4)] == [1, 1, 2, 2]
