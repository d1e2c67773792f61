"""Messages whose lines were wrapped are sentences, and wrapped again."""

import json

import pytest

from service.text.formats import json_messages, po
from service.text.marks import MarkedText

HELP = (
    "The files that you have chosen are kept in the\n"
    "folder of the project until you delete them.\n"
    "\n"
    "Usage:\n"
    "  run [options]\n"
)


def test_lines_that_were_wrapped_are_shown_as_one_and_all_others_stay_lines() -> None:
    """Each line of a program's help was translated by itself, half a sentence at a time."""
    document = json_messages.read(json.dumps([HELP]).encode())
    (unit,) = document.units
    assert unit.text.split("\n") == [
        "The files that you have chosen are kept in the folder of the project until you delete them.",
        "",
        "Usage:",
        "  run [options]",
    ]
    assert document.render(document.units) == json.dumps([HELP]).encode()


def test_a_translation_is_wrapped_at_the_width_of_its_source() -> None:
    document = json_messages.read(json.dumps([HELP]).encode())
    said = "Die Dateien bleiben in dem Ordner des Projekts, bis Sie sie wieder entfernen.\n\nAufruf:\n  run [options]"
    (written,) = json.loads(document.render([MarkedText(said)]))
    assert written.split("\n")[:2] == [
        "Die Dateien bleiben in dem Ordner des",
        "Projekts, bis Sie sie wieder entfernen.",
    ]
    assert max(map(len, written.split("\n"))) <= 46
    assert written.endswith("\n\nAufruf:\n  run [options]\n")


def test_a_tag_over_two_lines_goes_with_its_words() -> None:
    text = "This is a <b>very long message, and it goes\non in the</b> next line of the same text."
    document = json_messages.read(json.dumps([text]).encode())
    (unit,) = document.units
    assert unit.text[unit.marks[0].start : unit.marks[0].end] == "very long message, and it goes on in the"
    assert document.render(document.units) == json.dumps([text]).encode()


@pytest.mark.parametrize(
    "text",
    [
        "First line.\nSecond line.",
        "Name: the name of the person who has it\nAge: how old that person is at this time\n",
        "one\ntwo\nthree",
        "- the first of all points that there are here\n- the second of them\n",
        "Die erste Zeile der Meldung, die umbricht und\r\nin der zweiten Zeile noch immer weitergeht.",
    ],
)
def test_other_lines_stay_as_they_are(text: str) -> None:
    document = json_messages.read(json.dumps([text]).encode())
    assert [unit.text for unit in document.units] == [text.strip()]


def test_a_catalogue_has_them_line_by_line() -> None:
    lines = ["The files that you have chosen are kept in the\\n", "folder until you delete them.\\n"]
    entry = 'msgid ""\n{}\nmsgstr ""\n'.format("\n".join(f'"{line}"' for line in lines)).encode()
    document = po.read(entry)
    (unit,) = document.units
    assert "\n" not in unit.text
    rendered = document.render([MarkedText("Die Dateien bleiben in diesem Ordner, bis Sie sie wieder entfernen.")])
    assert rendered.endswith(
        b'msgstr ""\n"Die Dateien bleiben in diesem Ordner, bis Sie\\n"\n"sie wieder entfernen.\\n"\n'
    )
