"""The whole check on the CPU, on which float16 runs through the same code as on a GPU."""

import dataclasses
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from loadtest import gpu_report
from loadtest.gpu_parity import Parity, measure_parity
from loadtest.gpu_report import ModelReport, Speed, main, make_sources, measure_speed, open_runners, render
from tests.loadtest.gpu_folder import MODEL, make_gpu_folder

SMALL = ["--device", "cpu", "--rows", "1", "4", "--sentences", "4", "--steps", "6"]
GOOD = Parity(0.001, 1.0, 0.99, 0.98, 1.0, is_broken_row_seen=True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, repository: Path, tiny_bundles: dict[str, Path]) -> Path:
    return make_gpu_folder(tmp_path_factory.mktemp("gpu"), repository, tiny_bundles["fp32"])


def test_the_script_writes_both_reports(folder: Path, repository: Path) -> None:
    command = ["loadtest/gpu_check.sh", "--folder", str(folder), "--python", sys.executable, *SMALL]
    result = subprocess.run(command, cwd=repository, capture_output=True, text=True, timeout=300, check=False)
    assert result.returncode == 0, result.stderr
    report = (folder / "gpu-report.md").read_text("utf-8")
    found = json.loads((folder / "gpu-report.json").read_text("utf-8"))
    assert "## tiny: good" in report
    assert [json.loads(result.stdout.splitlines()[-1])] == [found]
    [model] = found["models"]
    assert [speed["rows"] for speed in model["speeds"]] == [1, 4]
    assert all(rate > 0 for rate in model["tokens_per_s"].values())


def test_without_a_gpu_the_script_says_so(tmp_path: Path, repository: Path) -> None:
    result = subprocess.run(
        ["/bin/bash", "loadtest/gpu_check.sh", "--folder", str(tmp_path)],
        cwd=repository,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={"PATH": _without_nvidia(tmp_path)},
    )
    assert result.returncode == 1
    assert result.stderr.startswith("no nvidia-smi: is there a GPU with its driver?")


def _without_nvidia(folder: Path) -> str:
    """A search path with nothing but what the script needs until then."""
    for name in ("dirname", "mkdir"):
        (folder / name).symlink_to(Path("/usr/bin") / name)
    return str(folder)


def test_a_device_agrees_with_the_cpu_and_with_itself(folder: Path) -> None:
    reference, device = open_runners(folder / "bundles", MODEL, "cpu", rows=8)
    sources = make_sources(folder / "bundles", MODEL, 8)
    parity = measure_parity(reference, device, sources, "cpu", max_new_tokens=10)
    assert 0 < parity.relative_error < 0.01
    assert parity.best_agreement > 0.9
    assert parity.unchanged_by_company == 1, "on CPUs no operator mixes rows"
    assert parity.is_broken_row_seen


def test_a_device_that_computes_something_else_is_found_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reference, device = open_runners(folder / "bundles", MODEL, "cpu", rows=4)
    sources = make_sources(folder / "bundles", MODEL, 2)
    encode = device.encode
    monkeypatch.setattr(device, "encode", lambda given: encode(given)[::-1])
    parity = measure_parity(reference, device, sources, "cpu", max_new_tokens=4)
    assert parity.relative_error > 2 * gpu_report.MAX_RELATIVE_ERROR


def test_sources_differ_and_end(folder: Path) -> None:
    sources = make_sources(folder / "bundles", MODEL, 50)
    assert len({tuple(source) for source in sources}) == 50
    assert {source[-1] for source in sources} == {2}


def test_speed_is_measured_for_a_number_of_rows(folder: Path) -> None:
    _, device = open_runners(folder / "bundles", MODEL, "cpu", rows=4)
    speed = measure_speed(device, make_sources(folder / "bundles", MODEL, 2), rows=4, repetitions=3)
    assert speed.rows == 4
    assert min(speed.best_ms, speed.logits_ms, speed.fork_ms, speed.encode_ms) > 0
    assert speed.tokens_per_s == pytest.approx(4000 / speed.best_ms)


@pytest.mark.parametrize(
    ("changes", "is_good"),
    [
        ({}, True),
        ({"greedy_agreement": 0.5}, True),
        ({"relative_error": 0.5}, False),
        ({"relative_error": float("nan")}, False),
        ({"is_broken_row_seen": False}, False),
    ],
)
def test_what_must_hold_decides(changes: dict[str, Any], is_good: bool) -> None:
    report = ModelReport("tiny", dataclasses.replace(GOOD, **changes), [Speed(8, 2.0, 3.0, 0.1, 1.0)])
    assert report.is_good == is_good
    assert ("## tiny: good" in render([report], {})) == is_good


def test_a_report_that_is_not_good_is_a_failure(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu_report, "MAX_RELATIVE_ERROR", 0.0)
    assert main([str(folder / "bundles"), "--report", str(tmp_path / "report.md"), *SMALL]) == 1
    assert "NOT GOOD" in (tmp_path / "report.md").read_text("utf-8")


def test_a_folder_without_bundles_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path), "--device", "cpu"]) == 1
    assert "run python -m loadtest.gpu_bundles first" in capsys.readouterr().err
