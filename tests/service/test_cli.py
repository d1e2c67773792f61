import re
from pathlib import Path

import pytest

from service.cli import main
from service.settings import Settings, flag_name, variable_name


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    for name in Settings.model_fields:
        monkeypatch.delenv(variable_name(name), raising=False)


def output_of(arguments: list[str], status: int, capsys: pytest.CaptureFixture[str]) -> str:
    try:
        result = main(arguments)
    except SystemExit as error:
        result = int(error.code or 0)
    captured = capsys.readouterr()
    assert result == status
    return captured.out + captured.err


def test_help_of_serve_lists_every_setting_with_its_variable_and_default(capsys: pytest.CaptureFixture[str]) -> None:
    text = " ".join(output_of(["serve", "--help"], 0, capsys).split())
    for name, field in Settings.model_fields.items():
        assert flag_name(name) in text
        assert f"[{variable_name(name)}]" in text
        assert str(field.description) in text
    assert "(default: 127.0.0.1)" in text
    assert "(default: models/bundles)" in text


@pytest.mark.parametrize("arguments", [[], ["nonsense"], ["serve", "--nonsense"], ["translate", "a", "--file", "b"]])
def test_a_wrong_call_is_answered_with_the_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert "usage: dragoman" in output_of(arguments, 2, capsys)


def test_a_bad_setting_is_a_wrong_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert "dragoman: DRAGOMAN_PORT (--port): " in output_of(["serve", "--port", "http"], 2, capsys)


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert re.fullmatch(r"dragoman \d+\.\d+\.\d+\n", output_of(["--version"], 0, capsys))


def test_models_lists_the_bundles(tiny_bundles: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    folders = ",".join(map(str, tiny_bundles.values()))
    text = output_of(["models", "--bundles", folders], 0, capsys)
    for part in ("tiny-zh-en", "zh → en", "fp32", "tiny-en-de", "en → de", "int8", " MB", "not measured", "CC0-1.0"):
        assert part in text


def test_models_finds_bundles_inside_a_folder(
    tiny_bundles: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert "tiny-zh-en" in output_of(["models", "--bundles", str(tiny_bundles["fp32"].parent)], 0, capsys)


def test_no_bundles_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"no bundle in {tmp_path}" in output_of(["models", "--bundles", str(tmp_path)], 1, capsys)
    assert "is not a folder" in output_of(["models", "--bundles", str(tmp_path / "x")], 1, capsys)
