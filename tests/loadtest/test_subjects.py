"""Everybody's files are found, made once, and made anew when what makes them changes."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from loadtest import subjects
from loadtest.subjects import OPUS_NAME, Subject, find_subjects, make_missing


@pytest.fixture
def found(tiny_bundles: dict[str, Path], tmp_path: Path) -> list[Subject]:
    """With a tiny bundle as the shipped one."""
    return find_subjects(tmp_path, tiny_bundles["int8"])


def test_the_shipped_bundle_is_used_where_it_lies(found: list[Subject], tiny_bundles: dict[str, Path]) -> None:
    shipped, opus = found
    assert shipped.bundle("int8") == shipped.weights == tiny_bundles["int8"]
    assert shipped.bundle("fp32") != tiny_bundles["int8"]
    assert shipped.languages == opus.languages == ("en", "de")
    assert shipped.forced_tokens is None


def test_a_random_model_has_a_length_and_weights_of_its_own(found: list[Subject]) -> None:
    opus = found[1]
    assert opus.name == OPUS_NAME
    assert opus.max_new_tokens == opus.forced_tokens
    assert opus.weights == opus.bundle("int8")


def test_another_bundle_has_other_files(found: list[Subject], tiny_bundles: dict[str, Path], tmp_path: Path) -> None:
    other = shutil.copytree(tiny_bundles["int8"], tmp_path / "tiny-en-de")
    manifest = other / "bundle.json"
    manifest.write_text(manifest.read_text("utf-8") + "\n", "utf-8")
    assert find_subjects(tmp_path, other)[0].folder != found[0].folder


def test_files_are_made_anew_when_what_makes_them_changes(
    found: list[Subject], tiny_bundles: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One maker less is a change, too."""
    monkeypatch.setattr(subjects, "MAKERS", subjects.MAKERS[1:])
    assert {subject.folder for subject in find_subjects(tmp_path, tiny_bundles["int8"])}.isdisjoint(
        {subject.folder for subject in found}
    )


def test_only_what_is_missing_is_made(
    found: list[Subject], tiny_bundles: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []

    def run(command: list[str], **_: Any) -> None:
        commands.append(command)

    monkeypatch.setattr(subjects.subprocess, "run", run)
    opus = found[1]
    for folder in (opus.bundle("fp32"), opus.ctranslate2("fp32"), opus.bundle("int8")):
        folder.mkdir(parents=True)
    make_missing(opus, ["fp32"], tiny_bundles["int8"])
    assert commands == []
    make_missing(opus, ["fp32", "int8"], tiny_bundles["int8"])
    [command] = commands
    assert command[-2:] == ["--precisions", "int8"]
    assert "--shipped" not in command


@pytest.mark.slow
def test_files_of_a_shipped_bundle_are_made(found: list[Subject], tiny_bundles: dict[str, Path]) -> None:
    pytest.importorskip("ctranslate2")
    shipped = found[0]
    make_missing(shipped, ["int8", "fp32"], tiny_bundles["int8"])
    assert (shipped.bundle("fp32") / "decoder.onnx").is_file()
    assert (shipped.ctranslate2("int8") / "model.bin").is_file()
    assert (shipped.ctranslate2("fp32") / "model.bin").is_file()


def test_a_maker_that_fails_is_noticed(found: list[Subject], tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        make_missing(found[0], ["fp32"], tmp_path / "nothing")
