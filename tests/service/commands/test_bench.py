import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.commands import bench as module
from service.commands.bench import ROWS, bench
from service.settings import Settings


@pytest.fixture(autouse=True)
def in_short(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Measure for an instant, and leave this process as it was."""
    monkeypatch.setattr(module, "TOTAL_S", 0.1)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(module, "set_up_logging", lambda *_: None)
    interval = sys.getswitchinterval()
    yield
    sys.setswitchinterval(interval)


def run(*bundles: Path) -> int:
    return bench(Settings(bundles=bundles, threads=1, workers=1, device="cpu"))


def reading_french(bundle: Path, folder: Path) -> Path:
    """The same bundle for a language that there are no sentences of."""
    copy = Path(shutil.copytree(bundle, folder / "french"))
    manifest: dict[str, Any] = json.loads((copy / "bundle.json").read_text("utf-8"))
    manifest |= {"name": "french", "pairs": [{"source": "fr", "target": "en"}]}
    (copy / "bundle.json").write_text(json.dumps(manifest), "utf-8")
    return copy


def test_every_bundle_is_measured_at_every_width(
    tiny_bundles: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*tiny_bundles.values()) == 0
    output = capsys.readouterr()
    assert output.out.count("\n") == 1, "one line that another program can read"
    models = {model["name"]: model for model in json.loads(output.out)["models"]}
    assert models.keys() == {"tiny-zh-en", "tiny-en-de"}
    for model in models.values():
        assert [entry["rows"] for entry in model["runs"]] == [*ROWS]
        assert all(value > 0 for entry in model["runs"] for value in entry.values())
        widths = [entry["rows_per_step"] for entry in model["runs"]]
        assert widths == sorted(widths)
        assert widths[-1] > 8 > widths[0], "random weights repeat themselves: some are asked again, with 4 beams"
    assert all(title in output.err for title in ("tiny-zh-en", "tokens/s", "encoder ms"))


def test_a_bundle_without_sentences_is_left_out_and_named(
    tiny_bundles: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle, *_ = tiny_bundles.values()
    assert run(reading_french(bundle, tmp_path)) == 1
    assert "french is left out: it reads none of de, en, zh" in capsys.readouterr().err


def test_a_folder_without_bundles_is_a_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path) == 1
    assert "no bundle in" in capsys.readouterr().err
