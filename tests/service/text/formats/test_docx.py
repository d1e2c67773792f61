"""Word documents: words change, and formats, links, fields, notes and all other files stay."""

import io
import zipfile
from collections.abc import Callable

import docx
import pytest
from docx.document import Document as WordDocument
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from service.text.formats.document import DocumentError
from service.text.formats.docx import read
from service.text.marks import Mark, MarkedText
from tests.service.text.formats.translating import shouted, translations

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
NAMESPACES = (
    f'xmlns:w="{W}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'wordprocessingml.document.main+xml"/></Types>'
)
BOLD = "<w:rPr><w:b/></w:rPr>"
RUN = "<w:r><w:t>run</w:t></w:r>"
TEXT_BOX = f"<w:r><w:pict><w:txbxContent><w:p>{RUN}</w:p></w:txbxContent></w:pict></w:r>"
FIELD = (
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> {} </w:instrText></w:r>'
    '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>{}</w:t></w:r>'
    '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
)
PIECES = [
    RUN,
    '<w:r w:rsidR="1"><w:rPr><w:lang w:val="en"/></w:rPr><w:t xml:space="preserve"> more </w:t></w:r>',
    f"<w:r>{BOLD}<w:t>bold &amp; bare</w:t><w:tab/><w:t>x</w:t></w:r>",
    "<w:r><w:t>a</w:t><w:br/><w:br w:type='page'/><w:t>b</w:t><w:footnoteReference w:id='2'/></w:r>",
    f'<w:hyperlink r:id="r1">{RUN}<w:r>{BOLD}<w:t>!</w:t></w:r></w:hyperlink>',
    '<w:bookmarkStart w:id="0" w:name="b"/><w:bookmarkEnd w:id="0"/>',
    "<w:proofErr w:type='spellStart'/>",
    FIELD.format("PAGE", "7"),
    FIELD.format("HYPERLINK &quot;x&quot;", "link"),
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r>',
    '<w:r><w:fldChar w:fldCharType="end"/></w:r>',
    "<m:oMath><m:r><m:t>x+1</m:t></m:r></m:oMath>",
    "<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>",
    f"<w:ins>{RUN}</w:ins>",
    f"<w:sdt><w:sdtPr><w:tag w:val='t'/></w:sdtPr><w:sdtContent>{RUN}</w:sdtContent></w:sdt>",
    TEXT_BOX,
    f"<w:r><w:t>around</w:t><mc:AlternateContent><mc:Choice>{TEXT_BOX}</mc:Choice></mc:AlternateContent></w:r>",
    f"<w:hyperlink r:id='r2'>{TEXT_BOX}</w:hyperlink>",
    "\n  ",
    "<!-- c -->",
]
STRUCTURE = {
    *("p", "pPr", "jc", "hyperlink", "bookmarkStart", "fldChar", "instrText", "del", "ins", "sdt", "sdtPr", "tag"),
    *("txbxContent", "pict", "footnoteReference", "oMath"),
}
CONTENTS = st.lists(st.sampled_from(PIECES), max_size=6).map("".join)


def file_of(body: str) -> bytes:
    """A document of these paragraphs, as small as it gets."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        archive.writestr("word/document.xml", f"<w:document {NAMESPACES}><w:body>{body}</w:body></w:document>")
        archive.writestr("word/media/image1.png", b"\x89PNG")
    return target.getvalue()


def body_of(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        text = archive.read("word/document.xml").decode()
    return text.split("<w:body>")[1].split("</w:body>")[0]


def said(body: str) -> list[str]:
    return [unit.text for unit in read(file_of(body)).units]


def rendered(body: str, *given: MarkedText | str) -> str:
    document = read(file_of(body))
    return body_of(document.render([MarkedText(text) if isinstance(text, str) else text for text in given]))


def word_file(write: Callable[[WordDocument], object]) -> bytes:
    document = docx.Document()
    write(document)
    target = io.BytesIO()
    document.save(target)
    return target.getvalue()


@settings(deadline=None)
@given(st.lists(CONTENTS, max_size=3))
def test_what_is_not_changed_is_byte_for_byte_the_same(contents: list[str]) -> None:
    data = file_of("".join(f"<w:p><w:pPr/>{content}</w:p>" for content in contents) + "<w:p/>")
    document = read(data)
    assert document.render(document.units) == data
    assert all(unit.text.strip() for unit in document.units)


@settings(deadline=None)
@given(CONTENTS, st.data())
def test_no_translation_can_lose_or_break_an_element(content: str, data: st.DataObject) -> None:
    source = file_of(f"<w:p><w:pPr><w:jc/></w:pPr>{content}</w:p><w:p>{RUN}</w:p>")
    document = read(source)
    result = document.render(data.draw(translations(document.units)))

    def elements(file: bytes) -> list[str]:
        root = etree.fromstring(f"<w:body {NAMESPACES}>{body_of(file)}</w:body>", None)
        found = [etree.QName(element).localname for element in root.iter(etree.Element)]
        return sorted(name for name in found if name in STRUCTURE)

    assert elements(result) == elements(source)


@settings(max_examples=20, deadline=None)  # the reference reader takes its time
@given(st.text(st.characters(exclude_categories=["Cs", "Co"]), min_size=1, max_size=20))
def test_word_reads_what_was_translated(text: str) -> None:
    data = word_file(lambda document: document.add_paragraph("Hello"))
    result = docx.Document(io.BytesIO(read(data).render([MarkedText(text)])))
    held = "".join("\ufffd" if (c < " " and c not in "\t\r\n") or c in "\ufffe\uffff" else c for c in text)
    assert result.paragraphs[0].text == held.replace("\r\n", "\n").replace("\r", "\n")


def test_everything_that_has_text_is_translated_and_all_else_stays() -> None:
    def write(document: WordDocument) -> None:
        paragraph = document.add_paragraph("Plain and ", style="Heading 1")
        paragraph.add_run("bold").bold = True
        paragraph.add_run(" words.")
        document.add_table(1, 1).cell(0, 0).text = "A cell"
        document.sections[0].header.paragraphs[0].text = "The header"
        document.sections[0].footer.paragraphs[0].text = "The footer"

    data = word_file(write)
    document = read(data)
    assert [unit.text for unit in document.units] == ["Plain and bold words.", "A cell", "The footer", "The header"]
    assert document.units[0].marks == (Mark(10, 14, 0),)
    result = document.render(shouted(document.units))
    word = docx.Document(io.BytesIO(result))
    assert [(run.text, run.bold) for run in word.paragraphs[0].runs] == [
        ("PLAIN AND ", None),
        ("BOLD", True),
        (" WORDS.", None),
    ]
    assert word.tables[0].cell(0, 0).text == "A CELL"
    assert word.sections[0].header.paragraphs[0].text == "THE HEADER"
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(io.BytesIO(result)) as new:
        changed = [name for name in old.namelist() if old.read(name) != new.read(name)]
        assert old.namelist() == new.namelist()
        assert [info.date_time for info in old.infolist()] == [info.date_time for info in new.infolist()]
    assert sorted(changed) == ["word/document.xml", "word/footer1.xml", "word/header1.xml"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("<w:r><w:t>Hel</w:t></w:r><w:proofErr w:type='x'/><w:r w:rsidR='2'><w:t>lo</w:t></w:r>", ["Hello"]),
        ("<w:r><w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t></w:r>", ["one\ttwo\nthree"]),
        (f"{RUN}<w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins>{RUN}</w:ins>", ["runrun"]),
        (f"{RUN}{FIELD.format('PAGE', '7')}{RUN}", ["run7run"]),
        (FIELD.format("PAGE", "7"), []),
        (f"{RUN}{TEXT_BOX}<w:r><w:t>after</w:t></w:r>", ["run", "run", "after"]),
        (f"{RUN}<m:oMath><m:r><m:t>x+1</m:t></m:r></m:oMath>", ["runx+1"]),
        ("<w:r><w:t>…</w:t></w:r>", []),
    ],
)
def test_what_is_translated(content: str, expected: list[str]) -> None:
    assert said(f"<w:p>{content}</w:p>") == expected


def test_formats_and_links_go_with_their_words() -> None:
    link = f'<w:hyperlink r:id="r1"><w:r>{BOLD}<w:t>here</w:t></w:r></w:hyperlink>'
    body = f'<w:p><w:r><w:t xml:space="preserve">Click </w:t></w:r>{link}<w:r><w:t>.</w:t></w:r></w:p>'
    (unit,) = read(file_of(body)).units
    assert unit == MarkedText("Click here.", (Mark(6, 10, 0),))
    assert rendered(body, MarkedText("Hier klicken.", (Mark(0, 4, 0),))) == (
        f'<w:p><w:hyperlink r:id="r1"><w:r>{BOLD}<w:t xml:space="preserve">Hier</w:t></w:r></w:hyperlink>'
        '<w:r><w:t xml:space="preserve"> klicken.</w:t></w:r></w:p>'
    )


def test_a_note_at_the_end_stays_there() -> None:
    note = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    body = f'<w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:t>Text.</w:t></w:r>{note}</w:p>'
    assert rendered(body, "Ein Text.") == body.replace("<w:t>Text.", '<w:t xml:space="preserve">Ein Text.')


def test_a_paragraph_that_does_not_change_keeps_its_source_beside_one_that_does() -> None:
    kept = "<w:p w:rsidR='1'><w:r w:rsidR='2'><w:t>Ok</w:t></w:r><w:proofErr w:type='x'/></w:p>"
    changed = '<w:p><w:r><w:t xml:space="preserve">{}</w:t></w:r></w:p>'
    assert rendered(kept + changed.format("One"), "Ok", "Eins") == kept + changed.format("Eins")


def archive_of(files: dict[str, str]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def test_elements_may_have_another_prefix_or_none() -> None:
    text = f'<document xmlns="{W}"><body><p><r><t>Hi</t></r></p></body></document>'
    document = read(archive_of({"[Content_Types].xml": TYPES, "word/document.xml": text}))
    assert [unit.text for unit in document.units] == ["Hi"]
    with zipfile.ZipFile(io.BytesIO(document.render([MarkedText("Ho")]))) as archive:
        expected = text.replace("<t>Hi", '<t xml:space="preserve">Ho')
        assert archive.read("word/document.xml").decode() == expected


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "not a whole ZIP archive"),
        (b"\xd0\xcf\x11\xe0 old", "has a password or is of the old kind"),
        (file_of("")[:-30], "not a whole ZIP archive"),
        (archive_of({"a": "b"}), "there is no [Content_Types].xml in the archive: it is not a Word document"),
        (archive_of({"[Content_Types].xml": "<Types/>"}), "the archive lacks a text"),
        (archive_of({"[Content_Types].xml": TYPES}), "the archive lacks 'word/document.xml'"),
        (file_of("<w:p>"), "word/document.xml in the file: line 1, column"),
        (
            archive_of({"[Content_Types].xml": TYPES, "word/document.xml": "<a/>"}),
            "word/document.xml in the file: its first element does not name the namespace",
        ),
        (file_of("<w:p><w:ins>" * 5_000 + "</w:ins></w:p>" * 5_000), "within each other too deep"),
    ],
)
def test_a_file_that_is_none_is_refused_with_the_reason(data: bytes, problem: str) -> None:
    with pytest.raises(DocumentError) as refusal:
        read(data)
    assert problem in str(refusal.value)
