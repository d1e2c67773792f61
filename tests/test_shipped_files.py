"""Files of every kind through the shipped models: what is said is German, and all else stays, byte for byte.

`python -m pytest tests/test_shipped_files.py` tries the files of tests/samples, each with the line ends of Windows and
in UTF-16 as well, and eight damaged ones of each kind.
"""

import io
import json
import os
import re
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import docx
import httpx
import polib
import pytest

from service.text.formats.registry import reader_of
from tests.readme import ROOT
from tests.shipped import BUNDLES
from tests.skeletons import OF, WORD_TEXT, entries

SAMPLES: Final = {path.name: path.read_bytes() for path in sorted((ROOT / "tests" / "samples").iterdir())}
PAGE: Final = """<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>The weather</title></head>
<body><h1 id="c1">The weather</h1><p>The weather is <b>beautiful</b> today.<br/>I have two dogs.</p></body></html>
"""
BOOK: Final = {
    "mimetype": "application/epub+zip",
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    "book.opf": """<package xmlns:dc="x"><metadata><dc:creator>The weather</dc:creator></metadata><manifest>
<item href="page.xhtml" media-type="application/xhtml+xml"/><item href="a.css" media-type="text/css"/></manifest>
</package>""",
    "page.xhtml": PAGE,
    "a.css": "p { color: red } /* The weather */",
}
KEPT: Final = re.compile(
    r"https?://[^\s\"<>)]+|\w+@[\w.]+|\{\{\w+\}\}|\{\w+[,}]|%\d?\$?[sd]|(?<!`)`[^`\n]+`|♪|\{\\an8\}|</?[a-z0-9]+[^<>]*>"
)
COLUMNS: Final = {".csv": "name,note"}


def report() -> bytes:
    """A document of Word's."""
    document = docx.Document()
    document.add_heading("The weather", 1)
    paragraph = document.add_paragraph("The weather is ")
    paragraph.add_run("beautiful").bold = True
    paragraph.add_run(" today.")
    document.add_paragraph("I have two dogs.", style="List Bullet")
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "The dog", "12"
    target = io.BytesIO()
    document.save(target)
    return target.getvalue()


def book() -> bytes:
    """An EPUB."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, text in BOOK.items():
            archive.writestr(name, text, zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED)
    return target.getvalue()


FILES: Final[Mapping[str, bytes]] = SAMPLES | {"report.docx": report(), "book.epub": book()}


def asked(client: httpx.Client, name: str, data: bytes, source: str = "en") -> httpx.Response:
    form = {"source": source, "target": "de"}
    if columns := COLUMNS.get(Path(name).suffix):
        form["columns"] = columns
    return client.post("/translate_file", files={"file": (name, data)}, data=form)


def translated(client: httpx.Client, name: str, data: bytes, source: str = "en") -> bytes:
    answer = asked(client, name, data, source)
    assert answer.status_code == 200, answer.text
    return client.get(answer.json()["translatedFileUrl"]).content


def text_of(name: str, data: bytes) -> str:
    """All that may be text in a file; of a catalogue the translations, or what they are still to be made of."""
    if name.endswith(".po"):
        return " ".join(map(_said_by, polib.pofile(data.decode())))
    if name.endswith((".docx", ".epub")):
        text = entries(data)[WORD_TEXT if name.endswith(".docx") else "page.xhtml"].decode()
        return text.replace(' xml:space="preserve"', "")
    return data.decode()


def _said_by(entry: polib.POEntry) -> str:
    forms = " ".join(entry.msgstr_plural.values())
    return forms.strip() or entry.msgstr or f"{entry.msgid} {entry.msgid_plural}"


def units_of(name: str, data: bytes) -> list[str]:
    """What is said in it."""
    columns = COLUMNS.get(Path(name).suffix, "").split(",") if name.endswith(".csv") else ()
    return [unit.text for unit in reader_of(name, columns)(data).units]


@pytest.mark.parametrize("name", FILES)
def test_what_is_said_is_german_and_all_else_stays(shipped_client: httpx.Client, name: str) -> None:
    source = FILES[name]
    result = translated(shipped_client, name, source)

    skeleton = OF[Path(name).suffix]
    assert skeleton(result) == skeleton(source)
    kept = [Counter(KEPT.findall(text_of(name, data))) for data in (source, result)]
    assert kept[0] == kept[1]
    # A catalogue has nothing left to translate.
    said = text_of(name, result) if name.endswith(".po") else " ".join(units_of(name, result))
    assert "Wetter" in said
    assert re.search(r"zwei\sHunde", said)
    assert not re.search(r"\b(?:The|have|weather|beautiful|sister)\b", said)


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_line_ends_and_encodings_change_nothing_else(shipped_client: httpx.Client, name: str, encoding: str) -> None:
    windows = SAMPLES[name].decode().replace("\n", "\r\n").encode(encoding)
    result = translated(shipped_client, name, windows).decode(encoding)

    assert result.count("\r\n") == result.count("\n") == result.count("\r")
    assert result.replace("\r\n", "\n") == translated(shipped_client, name, SAMPLES[name]).decode()


def test_a_page(shipped_client: httpx.Client) -> None:
    page = (
        '<!DOCTYPE html>\n<html><head><title>The weather</title></head>\n<body class="a">\n'
        "<p>The weather is <b>beautiful</b> today.</p>\n<pre>The weather</pre>\n"
        '<p>I have <a href="/x">two dogs</a>.</p>'
    )
    result = translated(shipped_client, "page.html", page.encode(), source="auto").decode()

    assert result.startswith("<!DOCTYPE html>\n<html><head><title>")
    assert '</title></head>\n<body class="a">\n<p>' in result
    assert "</p>\n<pre>The weather</pre>\n<p>" in result
    assert "<b>schön</b>" in result
    assert "zwei Hunde</a>" in result
    assert result.count("<") == page.count("<")


def test_markdown(shipped_client: httpx.Client) -> None:
    text = (
        "# The weather\n\nThe weather is **beautiful** today,\nand I have [two dogs](http://x.y).\n\n"
        "```sh\nthe weather\n```\n\n- I have a cat.\n"
    )
    result = translated(shipped_client, "readme.md", text.encode(), source="auto").decode()

    assert result.startswith("# Das Wetter\n\nDas Wetter ist heute **schön**")
    assert "zwei Hunde](http://x.y)" in result
    assert result.endswith("\n\n```sh\nthe weather\n```\n\n- Ich habe eine Katze.\n")


def test_titles_and_labels_of_markdown(shipped_client: httpx.Client) -> None:
    text = "> **Two dogs**\n> The house is big.\n\n:::note Good morning\nI have a cat.\n:::\n\nIt is ==very== big.\n"
    result = translated(shipped_client, "readme.md", text.encode()).decode()

    assert result.startswith("> **Zwei Hunde**\n> Das Haus ist groß.\n\n:::note Gute")
    assert "\nIch habe eine Katze.\n:::\n\n" in result
    assert "==sehr== groß" in result


def test_a_message_whose_lines_were_wrapped(shipped_client: httpx.Client) -> None:
    said = (
        "The man who came to our house yesterday said that\nhe wants to buy it, and that he has enough money\nfor it.\n"
    )
    result = json.loads(translated(shipped_client, "en.json", json.dumps({"help": said}).encode()))["help"]

    assert "Haus kam" in result.replace("\n", " ")
    assert all(len(line) <= 49 for line in result.split("\n"))
    assert result.count("\n") == 3


def test_wrapped_text(shipped_client: httpx.Client) -> None:
    text = "The weather is beautiful today, and I think that my\ntwo dogs are happy.\n\nThank you.\n"
    first, second = translated(shipped_client, "letter.txt", text.encode(), source="auto").decode().split("\n\n")

    assert first.replace("\n", " ").startswith("Das Wetter ist heute schön")
    assert "Hunde glücklich" in first.replace("\n", " ")
    assert len(first.split("\n")) == 2
    assert all(len(line) <= 52 for line in first.split("\n"))
    assert second == "Danke.\n"


def test_sentences_that_run_over_cues_are_translated_whole(shipped_client: httpx.Client) -> None:
    cues = translated(shipped_client, "talk.srt", FILES["talk.srt"]).decode().split("\n\n")
    first, second = (" ".join(cue.split("\n")[2:]) for cue in cues[:2])

    assert first.startswith("Das Wetter ist heute schön")
    assert second
    assert second[0].islower()
    assert "Hunde" in second


def test_a_wrapped_paragraph_stays_within_its_width(shipped_client: httpx.Client) -> None:
    source, result = (
        data.decode() for data in (FILES["letter.txt"], translated(shipped_client, "letter.txt", FILES["letter.txt"]))
    )
    wrapped = result.split("\n\n")[1].split("\n")

    assert len(wrapped) > 2
    assert all(line.startswith("    ") and not line.startswith("     ") for line in wrapped)
    assert max(map(len, wrapped)) <= max(map(len, source.split("\n\n")[1].split("\n")))


def damaged(name: str) -> Iterator[tuple[str, bytes]]:
    """Ways in which files come: cut off, in another encoding, with rubbish in them, or as something else."""
    data = FILES[name]
    yield "cut off", data[: len(data) * 2 // 3]
    yield "cut off within a character", data + b"\xe2\x82"
    yield "null characters", data[:50] + b"\0\0" + data[50:]
    yield "another encoding", "Das Café hat für Übungen geöffnet.\n".encode("latin-1") + data
    yield "no byte order mark", data.decode("latin-1").encode("utf-16-le")
    yield "a picture", b"\x89PNG\r\n\x1a\n" + bytes(range(256))
    yield "blank", b" \n\n"
    yield "empty", b""


@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_is_refused_with_a_reason_or_translated_whole(shipped_client: httpx.Client, name: str) -> None:
    for what, data in damaged(name):
        answer = asked(shipped_client, name, data)
        assert answer.status_code in (200, 400), (what, answer.text)
        if answer.status_code == 400:
            assert re.match(
                r"Invalid request: (?:file cannot be translated: .{20,}|empty file$)", answer.json()["error"]
            )
        else:
            result = shipped_client.get(answer.json()["translatedFileUrl"]).content
            assert len(units_of(name, result)) in (0, len(units_of(name, data)))


@pytest.mark.parametrize("name", ["talk.srt", "goods.csv", "report.docx"])
def test_the_command_writes_what_the_server_answers(shipped_client: httpx.Client, name: str, tmp_path: Path) -> None:
    source, output = tmp_path / name, tmp_path / f"result{Path(name).suffix}"
    source.write_bytes(FILES[name])
    columns = ["--columns", COLUMNS[source.suffix]] if source.suffix in COLUMNS else []
    command = [sys.executable, "-m", "service", "translate", str(source), "--output", str(output), *columns]
    done = subprocess.run(
        [*command, "--source", "en", "--target", "de", "--bundles", str(BUNDLES)],
        cwd=ROOT,
        env=os.environ,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert output.read_bytes() == translated(shipped_client, name, FILES[name])
