"""`dragoman translate` as a process, with tiny bundles whose weights are random: what it says is nonsense."""

import os
import pty
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.live import ROOT

TIMEOUT_S = 180


def command(bundles: dict[str, Path], *arguments: str) -> list[str]:
    folders = ",".join(map(str, bundles.values()))
    return [sys.executable, "-m", "service", "translate", "--bundles", folders, "--threads", "1", *arguments]


def run(
    bundles: dict[str, Path], *arguments: str, text: bytes = b"", environ: Mapping[str, str] | None = None
) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        command(bundles, *arguments),
        cwd=ROOT,
        env=os.environ | dict(environ or {}),
        input=text,
        capture_output=True,
        timeout=TIMEOUT_S,
    )


def test_an_argument_is_translated_and_ends_with_a_line_break(tiny_bundles: dict[str, Path]) -> None:
    done = run(tiny_bundles, "Hello.", "--source", "en", "--target", "de")
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(b"\n")
    assert done.stdout.count(b"\n") == 1


def test_beams_find_what_greedy_decoding_does_not(tiny_bundles: dict[str, Path]) -> None:
    lines = "".join(f"The teacher drew {number} chairs.\n" for number in ("two", "three", "four", "five", "six"))
    greedy, searched, by_variable = (
        run(tiny_bundles, "--model", "tiny-en-de", *flags, text=lines.encode(), environ=environ)
        for flags, environ in (([], {}), (["--num-beams", "4"], {}), ([], {"DRAGOMAN_NUM_BEAMS": "4"}))
    )
    assert searched.returncode == 0, searched.stderr
    assert searched.stdout.count(b"\n") == 5
    assert searched.stdout == by_variable.stdout
    assert searched.stdout != greedy.stdout


def test_standard_input_keeps_its_lines(tiny_bundles: dict[str, Path]) -> None:
    done = run(tiny_bundles, "--model", "tiny-en-de", text="  😆\n\nHello.\n😆".encode())
    assert done.returncode == 0, done.stderr
    lines = done.stdout.decode().split("\n")
    assert (lines[0], lines[1], lines[3], len(lines)) == ("  😆", "", "😆", 4)


def test_lines_come_out_while_the_next_ones_are_still_to_come(tiny_bundles: dict[str, Path]) -> None:
    with subprocess.Popen(
        command(tiny_bundles, "--model", "tiny-en-de"),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in ("😆 1\n".encode(), "😆 😆\n".encode()):
            process.stdin.write(line)
            assert process.stdout.readline().endswith(b"\n")
        process.stdin.close()
        assert process.wait(TIMEOUT_S) == 0


def test_a_file_has_a_progress_bar_on_a_terminal_and_none_otherwise(
    tiny_bundles: dict[str, Path], tmp_path: Path
) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Hello.\n😆\n" * 3)
    arguments = ("--file", str(path), "--target", "de")
    ours, theirs = pty.openpty()
    shown = subprocess.run(
        command(tiny_bundles, *arguments), cwd=ROOT, stdout=subprocess.PIPE, stderr=theirs, timeout=TIMEOUT_S
    )
    bar = os.read(ours, 100_000).decode()
    os.close(theirs)
    os.close(ours)
    assert shown.returncode == 0
    assert "letter.txt" in bar
    assert "100%" in bar
    hidden = run(tiny_bundles, *arguments)
    assert hidden.stdout == shown.stdout
    assert b"letter.txt" not in hidden.stderr


def test_a_file_of_a_known_kind_is_written_when_all_of_it_is_translated(
    tiny_bundles: dict[str, Path], tmp_path: Path
) -> None:
    page, output = tmp_path / "page.html", tmp_path / "seite.html"
    page.write_bytes(b"<h1 id=a>Hello.</h1>\r\n<pre>x</pre>")
    done = run(tiny_bundles, str(page), "-o", str(output), "--model", "tiny-en-de")
    assert done.returncode == 0, done.stderr
    assert done.stdout == b""
    assert output.read_bytes().startswith(b"<h1 id=a>")
    assert output.read_bytes().endswith(b"</h1>\r\n<pre>x</pre>")
    assert sorted(tmp_path.iterdir()) == [page, output]
    printed = run(tiny_bundles, "--file", str(page), "--model", "tiny-en-de")
    assert printed.stdout == output.read_bytes()


def test_a_file_that_cannot_be_read_leaves_nothing(tiny_bundles: dict[str, Path], tmp_path: Path) -> None:
    broken, output = tmp_path / "a.txt", tmp_path / "b.txt"
    broken.write_bytes(b"fine\n\xff\n")
    done = run(tiny_bundles, str(broken), "-o", str(output), "--model", "tiny-en-de")
    assert done.returncode == 1
    assert b"line 2: byte 6 of the file is not UTF-8" in done.stderr
    assert not output.exists()


@pytest.mark.parametrize(
    ("arguments", "text", "complaint"),
    [
        (["Hello."], b"", "--target is needed; it can be de or en"),
        (["Hello.", "--model", "gpt"], b"", "no bundle is named 'gpt'; there are tiny-zh-en, tiny-en-de"),
        (["--file", "/nowhere", "--target", "de"], b"", "No such file or directory: '/nowhere'"),
        (["Hello.", "--target", "de", "-o", "x"], b"", "--output and --columns are for files of a known kind: .txt, "),
        (["--target", "de"], b"fine\n\xff\n", "line 2: it is not UTF-8: byte 0 is 0xff"),
        (["--target", "de", "--max-text-chars", "3"], b"1234", "line 1: request (4) exceeds text limit (3)"),
    ],
)
def test_what_goes_wrong_is_said_in_a_line(
    tiny_bundles: dict[str, Path], arguments: Sequence[str], text: bytes, complaint: str
) -> None:
    done = run(tiny_bundles, *arguments, text=text)
    assert done.returncode == 1
    last = done.stderr.decode().splitlines()[-1]
    assert last.startswith("dragoman: ")
    assert complaint in last


def test_a_reader_that_leaves_ends_it_without_a_traceback(tiny_bundles: dict[str, Path]) -> None:
    with subprocess.Popen(
        command(tiny_bundles, "--model", "tiny-en-de"),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        _, errors = process.communicate("😆\n".encode() * 100, timeout=TIMEOUT_S)
    assert process.returncode == 1
    assert b"Traceback" not in errors
    assert b"Exception" not in errors


def test_the_output_may_be_a_link_or_a_pipe(tiny_bundles: dict[str, Path], tmp_path: Path) -> None:
    languages = ("--source", "en", "--target", "de")
    (tmp_path / "a.txt").write_text("1 Hello\n")
    (tmp_path / "kept.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to("kept.txt")
    done = run(tiny_bundles, str(tmp_path / "a.txt"), "-o", str(tmp_path / "link.txt"), *languages)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "link.txt").is_symlink()
    printed = run(tiny_bundles, str(tmp_path / "a.txt"), "-o", "/dev/stdout", *languages)
    assert printed.stdout == (tmp_path / "kept.txt").read_bytes() != b"old"


@pytest.mark.parametrize(
    ("output", "said"), [("no/b.txt", "No such file or directory: "), (".", "is a folder; name a")]
)
def test_an_output_that_cannot_be_written_is_said_before_the_work(
    tiny_bundles: dict[str, Path], tmp_path: Path, output: str, said: str
) -> None:
    (tmp_path / "broken.json").write_text("{")
    done = run(tiny_bundles, str(tmp_path / "broken.json"), "-o", str(tmp_path / output), "--target", "de")
    assert done.returncode == 1
    assert said in done.stderr.decode()
    assert os.listdir(tmp_path) == ["broken.json"]


def test_a_file_that_is_not_there_is_not_taken_for_a_text(tiny_bundles: dict[str, Path]) -> None:
    done = run(tiny_bundles, "nowhere.srt", "--target", "de")
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"No such file or directory: 'nowhere.srt'" in done.stderr
    assert run(tiny_bundles, "See a.md", "--source", "en", "--target", "de").returncode == 0
