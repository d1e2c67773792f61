"""Gettext catalogues: what is empty is filled, and nothing else changes."""

import polib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.text.formats.document import DocumentError
from service.text.formats.po import read
from service.text.marks import MarkedText
from tests.service.text.formats.translating import WORDS, shouted

HEADER = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
CATALOGUE = f"""# A comment
{HEADER}
#: views.py:3
#, python-format
msgid "Hello %(name)s"
msgstr ""

#| msgid "Old"
#, fuzzy
msgid "Kept"
msgstr "Behalten"

msgctxt "menu"
msgid ""
"Several \\"lines\\"\\n"
"of text\\n"
msgstr ""

msgid "%d file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""

#~ msgid "obsolete"
#~ msgstr ""
"""
FILLED = [
    ('msgid "Hello %(name)s"\nmsgstr ""', 'msgid "Hello %(name)s"\nmsgstr "HELLO %(NAME)S"'),
    (
        '"of text\\n"\nmsgstr ""',
        '"of text\\n"\nmsgstr ""\n"SEVERAL \\"LINES\\"\\n"\n"OF TEXT\\n"',
    ),
    ('msgstr[0] ""', 'msgstr[0] "%D FILE"'),
    ('msgstr[1] ""', 'msgstr[1] "%D FILES"'),
]
BLOCKS = st.sampled_from(
    [
        'msgid "a"\nmsgstr ""\n',
        'msgid "b"\nmsgstr "B"\n',
        'msgctxt "c"\nmsgid "a" "\\n"\nmsgstr ""\n""\n',
        'msgid "p"\nmsgid_plural "ps"\nmsgstr[0] ""\nmsgstr[1] "x"\nmsgstr[2] ""\n',
        "# note\n",
        '#~ msgid "x"\n#~ msgstr ""\n',
        "\n",
        ' \tmsgid  "t\\x41\\101\\t"\nmsgstr""\n',
    ]
)


@settings(deadline=None)
@given(blocks=st.lists(BLOCKS, max_size=5), line_end=st.sampled_from(["\n", "\r\n"]))
def test_what_is_not_changed_is_byte_for_byte_the_same(blocks: list[str], line_end: str) -> None:
    data = (HEADER + "\n".join(blocks)).replace("\n", line_end).encode()
    document = read(data)
    assert document.render(document.units) == data


# The reference reader takes some characters for line ends that gettext does not.
WITHOUT_LINE_ENDS = WORDS.filter(lambda text: not {*text} & {*"\x85\u2028\u2029"})


@settings(deadline=None)
@given(WITHOUT_LINE_ENDS, WITHOUT_LINE_ENDS)
def test_any_translation_is_read_back_as_it_is(one: str, many: str) -> None:
    data = f'{HEADER}\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\nmsgstr[1] ""\n\n# c\nmsgid "d"\nmsgstr "e"\n'
    result = polib.pofile(read(data.encode()).render([MarkedText(one), MarkedText(many)]).decode())

    def held(text: str) -> str:
        kept = "\n\t\r\b\f\v"
        return "".join(character if character >= " " or character in kept else "\ufffd" for character in text)

    forms = {number: held(text) for number, text in enumerate([one, many]) if text != "ab"[number]}
    assert {number: text for number, text in result[0].msgstr_plural.items() if number in forms} == forms
    assert (result[1].msgid, result[1].msgstr, result[1].tcomment) == ("d", "e", "c")


def test_only_empty_translations_are_filled() -> None:
    document = read(CATALOGUE.encode())
    expected = CATALOGUE
    for empty, filled in FILLED:
        assert empty in expected
        expected = expected.replace(empty, filled)
    assert document.render(shouted(document.units)).decode() == expected


@pytest.mark.parametrize(
    ("forms", "expected"),
    [(1, ["ps"]), (2, ["p", "ps"]), (3, ["p", "ps", "ps"])],
)
def test_a_single_form_is_for_all_numbers(forms: int, expected: list[str]) -> None:
    lines = "".join(f'msgstr[{number}] ""\n' for number in range(forms))
    data = f'msgid "p"\nmsgid_plural "ps"\n{lines}'.encode()
    assert [unit.text for unit in read(data).units] == expected


def test_the_encoding_is_that_of_the_header() -> None:
    text = HEADER.replace("UTF-8", "ISO-8859-1") + '\nmsgid "Grüße"\nmsgstr ""\n'
    document = read(text.encode("latin-1"))
    assert [unit.text for unit in document.units] == ["Grüße"]
    assert document.render([MarkedText("Größe")]).decode("latin-1").endswith('msgstr "Größe"\n')
    with pytest.raises(DocumentError, match="'\\\\u4f60', which the file cannot hold, since it is in ISO-8859-1"):
        document.render([MarkedText("你")])


def test_a_template_is_read_as_utf_8() -> None:
    text = HEADER.replace("UTF-8", "CHARSET") + '\nmsgid "Grüße"\nmsgstr ""\n'
    assert [unit.text for unit in read(text.encode()).units] == ["Grüße"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('msgid "a"\nmsgstr "b\n', "line 2: 'msgstr \"b' is no line of a catalogue"),
        ('msgid "a"\n\nmsgid "b"\nmsgstr ""\n', "line 1: 'msgid \"a\"' begins an entry without msgid or msgstr"),
        ('"a"\n', "line 1: '\"a\"' is no line"),
        ('msgid "a"\n# c\n"b"\nmsgstr ""\n', "line 3: '\"b\"' is no line"),
        ("Hello\n", "line 1: 'Hello' is no line"),
        (HEADER.replace("UTF-8", "UTF-99"), "the encoding 'utf-99' is not known"),
    ],
)
def test_a_file_that_is_none_is_refused_with_the_place(text: str, place: str) -> None:
    with pytest.raises(DocumentError) as refusal:
        read(text.encode())
    assert place in str(refusal.value)


def test_a_caption_keeps_the_sign_for_its_key() -> None:
    document = read(b'msgid "Save _as"\nmsgstr ""\n')
    assert [unit.text for unit in document.units] == ["Save as"]
    assert document.render([MarkedText("Speichern")]) == b'msgid "Save _as"\nmsgstr "_Speichern"\n'


@pytest.mark.parametrize(
    ("charset", "escapes"),
    [("UTF-8", "caf\\303\\251 \\xe2\\x80\\xa6!"), ("ISO-8859-1", "caf\\351 ...!")],
)
def test_escaped_bytes_are_in_the_encoding_of_the_file(charset: str, escapes: str) -> None:
    """Each was taken for a character."""
    text = HEADER.replace("UTF-8", charset) + f'\nmsgid "{escapes}"\nmsgstr ""\n'
    (unit,) = read(text.encode()).units
    assert unit.text.replace("…", "...") == "café ...!"
