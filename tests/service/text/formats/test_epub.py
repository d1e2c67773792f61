"""Books come back with all their entries, and only their pages and titles are translated."""

import io
import zipfile
from collections.abc import Mapping

import pytest

from service.text.formats.document import DocumentError
from service.text.formats.epub import read
from tests.service.text.formats.translating import shouted

PAGE = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a.js"/></head>
<body><h1 id="c1">Chapter&nbsp;one</h1><p>It <em>was</em> dark.<br/>Very.</p><![CDATA[<raw>]]></body></html>
"""
BOOK = {
    "mimetype": "application/epub+zip",
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    "OPS/book.opf": """<package xmlns:dc="x"><metadata><dc:title>A night</dc:title><dc:creator>Ann</dc:creator>
</metadata><manifest><item href="page%201.xhtml" media-type="application/xhtml+xml"/><item href="toc.ncx"
 media-type="application/x-dtbncx+xml"/><item href="a.css" media-type="text/css"/></manifest></package>""",
    "OPS/page 1.xhtml": PAGE,
    "OPS/toc.ncx": "<ncx><docTitle><text>A night</text></docTitle></ncx>",
    "OPS/a.css": "p { color: red }",
}


def zipped(files: Mapping[str, str]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, text in files.items():
            kind = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name, (2001, 2, 3, 4, 5, 6)), text, kind)
    return target.getvalue()


def test_pages_contents_and_title_are_translated() -> None:
    assert [unit.text for unit in read(zipped(BOOK)).units] == [
        "A night",
        "Chapter\xa0one",
        "It was dark.",
        "Very.",
        "A night",
    ]


def test_a_book_that_is_not_changed_is_byte_for_byte_the_same() -> None:
    data = zipped(BOOK)
    document = read(data)

    assert document.render(document.units) == data


def test_all_else_stays_with_the_order_and_the_way_of_the_entries() -> None:
    document = read(zipped(BOOK))
    with zipfile.ZipFile(io.BytesIO(document.render(shouted(document.units)))) as archive:
        infos = archive.infolist()
        contents = {info.filename: archive.read(info).decode() for info in infos}

    assert [*contents] == [*BOOK]
    assert infos[0].compress_type == zipfile.ZIP_STORED
    assert {info.date_time for info in infos} == {(2001, 2, 3, 4, 5, 6)}
    assert contents == BOOK | {
        "OPS/book.opf": BOOK["OPS/book.opf"].replace("A night", "A NIGHT"),
        "OPS/toc.ncx": BOOK["OPS/toc.ncx"].replace("A night", "A NIGHT"),
        "OPS/page 1.xhtml": PAGE.replace("Chapter&nbsp;one", "CHAPTER&nbsp;ONE")
        .replace("It <em>was</em> dark", "IT <em>WAS</em> DARK")
        .replace("Very", "VERY"),
    }


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"rubbish", "not a whole ZIP archive"),
        (zipped(BOOK)[:-30], "not a whole ZIP archive"),
        (zipped({"a": "b"}), "no 'META-INF/container.xml' in it; this is not an EPUB file"),
        (zipped(BOOK | {"META-INF/container.xml": "<container/>"}), "names no package"),
        (zipped(BOOK | {"OPS/page 1.xhtml": "<p>"}), "'OPS/page 1.xhtml' in it: line 1, column 4 is not well-formed"),
        (zipped({name: text for name, text in BOOK.items() if "page" not in name}), "lists 'OPS/page 1.xhtml', which"),
    ],
)
def test_what_is_no_book_is_refused_with_the_entry(data: bytes, said: str) -> None:
    with pytest.raises(DocumentError, match=said):
        read(data)


def test_a_file_that_claims_to_hold_very_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.text.formats.zip_entries.MAX_BYTES", 1000)

    with pytest.raises(DocumentError, match="more than the 1000 that are taken"):
        read(zipped(BOOK | {"big": "0" * 100_000}))


def test_a_book_with_copy_protection_says_so_and_encrypted_fonts_do_no_harm() -> None:
    """What is encrypted was said to be in a wrong encoding."""
    encrypted = '<encryption><CipherData><CipherReference URI="OPS/{}"/></CipherData></encryption>'
    with pytest.raises(DocumentError, match=r"'OPS/page 1.xhtml' in it is encrypted"):
        read(zipped({**BOOK, "META-INF/encryption.xml": encrypted.format("page%201.xhtml")}))
    assert read(zipped({**BOOK, "META-INF/encryption.xml": encrypted.format("a.otf")})).units
