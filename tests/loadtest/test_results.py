"""What was measured becomes tables and plain data."""

import json

import pytest

from loadtest.profiles import Profile
from loadtest.report import print_tables
from loadtest.results import Results
from tests.loadtest.samples import CELL, good_results


def test_everything_is_plain_data() -> None:
    document = json.loads(json.dumps(good_results().as_json()))
    [cell] = document["offline"]
    assert cell["best"]["dragoman"] == "dragoman 1x2"
    assert cell["best"]["ctranslate2"] == "ctranslate2 2x1"
    assert cell["ratio"] == {"ctranslate2": 1.5, "transformers": 15.0}
    assert cell["tokens_per_s"]["dragoman 1x2"] == [300.0, 300.0]
    assert document["serving"][0]["requests_per_s"] == [300.0, 300.0]
    assert document["serving"][0]["latency_ms"] == {"p50": 100.0, "p95": 100.0, "p99": 100.0}
    assert document["serving"][1]["first_part_ms"]["p50"] == 20.0
    assert document["limits"][0]["products_s"]["onednn"] == 0.6
    assert document["growth"][0]["exponent"] > 0


def test_every_part_has_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    print_tables(good_results())
    printed = capsys.readouterr().out
    shown = (
        "1.50",
        "98.00",
        "97.00",
        "15.0",
        "32 clients",
        "25%",
        "2x1",
        "decoder MatMul 50%",
        "10: 50 100: 60",
        "5.0%",
    )
    for expected in shown:
        assert expected in printed


def test_a_part_that_was_not_measured_has_none(capsys: pytest.CaptureFixture[str]) -> None:
    print_tables(Results({}))
    assert capsys.readouterr().out == ""


def test_a_profile_sums_to_the_whole() -> None:
    profile = Profile("m", CELL, 2.0, 0.0, {"decoder.onnx": {"MatMul": 1.0}, "encoder.onnx": {"MatMul": 0.4}})
    assert profile.shares() == {"decoder MatMul": 0.5, "outside": pytest.approx(0.3), "encoder MatMul": 0.2}
    assert list(profile.shares()) == ["decoder MatMul", "outside", "encoder MatMul"]
