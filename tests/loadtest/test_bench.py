"""The command line measures what it is asked to, and ends with one line of JSON."""

import gzip
import json
from pathlib import Path

import pytest

from loadtest import bench
from loadtest.bench import Bench
from loadtest.plan import Cell, Plan
from loadtest.subjects import Subject
from tests.grammar import make_sentences


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Which part was measured of which model. Nothing is, and no file is made."""
    calls: list[tuple[str, str]] = []
    monkeypatch.setattr(bench, "describe_machine", dict)
    monkeypatch.setattr(bench, "make_missing", lambda subject, precisions, tokenizer: None)
    for part in ("offline", "serving", "limit", "growth"):

        def measure(self: Bench, subject: Subject, *_: object, part: str = part) -> None:
            calls.append((subject.name, part))

        monkeypatch.setattr(Bench, part, measure)
    return calls


def run(tiny_bundles: dict[str, Path], *arguments: str) -> int:
    return bench.main(["--bundle", str(tiny_bundles["int8"]), *arguments])


def test_all_parts_of_both_models_are_measured(
    tiny_bundles: dict[str, Path], measured: list[tuple[str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tiny_bundles) == 0
    parts = ["offline", "serving", "limit"]
    expected = [("tiny-en-de", part) for part in parts]
    assert measured == [*expected, *(("opus-size", part) for part in (*parts, "growth"))]
    printed = capsys.readouterr().out
    assert "no --sentences" in printed
    document = json.loads(printed.splitlines()[-1])
    assert document["offline"] == document["requirements"] == []


def test_parts_and_models_can_be_chosen(tiny_bundles: dict[str, Path], measured: list[tuple[str, str]]) -> None:
    assert run(tiny_bundles, "--quick", "--models", "opus-size", "--parts", "growth") == 0
    assert measured == [("opus-size", "growth")]


def test_cells_can_be_chosen(
    tiny_bundles: dict[str, Path], measured: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[str] = []
    monkeypatch.setattr(Bench, "offline", lambda self, subject, cells: found.extend(map(str, cells)))
    chosen = ["fp32 beam 4, 2 threads, cap 8", "int8 greedy, 1 threads, cap 1"]
    run(tiny_bundles, "--models", "opus-size", "--cells", *chosen)
    assert found == ["int8 greedy, 1 threads, cap 1", "fp32 beam 4, 2 threads, cap 8"]


@pytest.mark.parametrize("arguments", [["--parts", "nothing"], ["--what"]])
def test_wrong_arguments_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        bench.main(arguments)


def test_sentences_come_from_a_file(tiny_bundles: dict[str, Path], tmp_path: Path) -> None:
    """Plain or gzipped; each line once, none that is too long."""
    lines = ["A cat.", "", "A dog.", "A cat.", "word " * 500]
    (tmp_path / "plain.txt").write_text("\n".join(lines), "utf-8")
    with gzip.open(tmp_path / "packed.gz", "wt", encoding="utf-8") as file:
        file.write("\n".join(lines))
    for name in ("plain.txt", "packed.gz"):
        options = bench._options(["--bundle", str(tiny_bundles["int8"]), "--sentences", str(tmp_path / name)])
        made = bench._make_bench(options, tiny_plan(), bench.Results({}))
        assert list(made.sentences) == ["A cat.", "A dog."]
        assert [source[-1] for source in made.sources] == [made.end, made.end]


def tiny_plan() -> Plan:
    """As little as there can be."""
    return Plan(
        offline_cells=([Cell("int8", 1, 1, 2)], []),
        offline_s=0.05,
        clients=(1,),
        serving_s=0.2,
        serving_repetitions=1,
        shares_of_peak=(0.5,),
        source_lengths=(4, 8),
        target_lengths=(4, 8),
        growth_rows=(1, 2),
        repetitions=2,
        with_transformers_server=False,
    )


@pytest.mark.slow
def test_a_tiny_bundle_is_measured_for_real(
    tiny_bundles: dict[str, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Processes, servers and files are real ones; a random model's lengths are forced."""
    pytest.importorskip("ctranslate2")
    subject = Subject("tiny-en-de", tmp_path / "files", tiny_bundles["int8"], 9, ("en", "de"))
    sentences = tmp_path / "sentences.txt"
    sentences.write_text("\n".join(sentence.en for sentence in make_sentences(20)), "utf-8")
    monkeypatch.setattr(bench, "QUICK", tiny_plan())
    monkeypatch.setattr(bench, "find_subjects", lambda cache, shipped: [subject, subject])
    run(tiny_bundles, "--quick", "--sentences", str(sentences), "--parts", "offline", "serving", "growth")
    document = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert document["offline"][0]["agreement"]["ctranslate2 1x1"] > 0.5
    assert {entry["server"] for entry in document["serving"]} >= {"dragoman", "dragoman, streaming"}
    assert all(rate > 0 for entry in document["serving"] for rate in entry["requests_per_s"])
    [own] = [entry for entry in document["memory"][:3] if entry["server"] == "dragoman"]
    assert own["row_mb"] > 0
    assert own["peak_mb"] >= 0.99 * own["rest_mb"]
