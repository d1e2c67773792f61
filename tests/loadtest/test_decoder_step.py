"""The profile names every operator of the step and adds up."""

from pathlib import Path

import onnx
import pytest

from loadtest.decoder_step import main, profile_step
from service.runtime.bundle import load_bundle


def test_every_node_is_counted_once(tiny_bundles: dict[str, Path]) -> None:
    bundle = load_bundle(tiny_bundles["int8"])
    profile = profile_step(bundle, rows=3, length=4, threads=1, steps=3)
    operators = {cost.operator: cost for cost in profile.operators}
    written = [node.op_type for node in onnx.load(bundle.path / "decoder.onnx").graph.node]
    for operator in ("GroupQueryAttention", "LayerNormalization", "QuantizeLinear"):
        assert operators[operator].num_nodes == written.count(operator)
    assert [cost.microseconds for cost in profile.operators] == sorted(
        (cost.microseconds for cost in profile.operators), reverse=True
    )
    assert profile.step_us > 0


def test_the_table_ends_with_the_step(tiny_bundles: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tiny_bundles["fp32"]), "--rows", "2", "--length", "3", "--steps", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["operator", "nodes", "us", "share"]
    assert lines[-1].startswith("the step")
    costs = [float(line.split()[2]) for line in lines[1:-2]]
    assert float(lines[-2].split()[-1]) == pytest.approx(sum(costs), abs=0.1 * len(costs))


def test_a_folder_without_bundle_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert "is not a bundle" in capsys.readouterr().err


def test_a_length_beyond_the_model_is_refused(
    tiny_bundles: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([str(tiny_bundles["fp32"]), "--length", "64"])
    assert "--length at most 63" in capsys.readouterr().err
