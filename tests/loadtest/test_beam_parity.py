"""The parity check compares real graphs with the oracle, and complains about exactly what is wrong."""

import re
from pathlib import Path

import pytest

from loadtest import beam_parity
from loadtest.beam_parity import MAIN, NUM_ROWS, OTHERS, Comparison, make_jobs
from loadtest.sentences import many_sentences
from models.reference_search import Ids, Scored

FIRST: Ids = (7, 8, 2)
SECOND: Ids = (7, 9, 2)


def compared(found: list[Scored], expected: list[Scored]) -> Comparison:
    comparison = Comparison()
    comparison.add("sentence 1", found, expected)
    return comparison


def test_hypotheses_that_agree_are_counted_and_their_error_kept() -> None:
    comparison = compared([Scored(FIRST, -1.0), Scored(SECOND, -2.00005)], [Scored(FIRST, -1.0), Scored(SECOND, -2.0)])
    assert (comparison.num_identical, comparison.num_hypotheses) == (2, 2)
    assert comparison.largest_error == pytest.approx(5e-5)
    assert (comparison.near_ties, comparison.different) == ([], [])
    assert "2 of 2 hypotheses are identical" in str(comparison)


@pytest.mark.parametrize(
    ("found", "complaint"),
    [
        ([Scored(SECOND, -2.0)], r"sentence 1: \(7, 9, 2\) \(-2.0000000\) instead of \(7, 8, 2\) \(-1.0000000\)"),
        ([Scored(FIRST, -1.0002)], r"sentence 1: a score is wrong by 0.0002, at most 0.0001 is rounding"),
        ([Scored(FIRST, float("nan"))], "sentence 1: a score is wrong by nan"),
        ([], "sentence 1: 0 hypotheses instead of 1"),
    ],
)
def test_every_difference_is_named(found: list[Scored], complaint: str) -> None:
    comparison = compared(found, [Scored(FIRST, -1.0)])
    [different] = comparison.different
    assert re.match(complaint, different)
    assert comparison.near_ties == []


def test_hypotheses_that_changed_places_by_rounding_alone_are_listed_apart() -> None:
    expected = [Scored(FIRST, -1.0), Scored(SECOND, -1.0000004)]
    comparison = compared([Scored(SECOND, -1.0), Scored(FIRST, -1.0000003)], expected)
    assert comparison.different == []
    assert comparison.num_identical == 0
    assert str(comparison).startswith("near-tie, both within 1e-06: sentence 1: (7, 9, 2)")


def test_every_kind_of_search_is_made_and_fits_into_the_rows() -> None:
    jobs = make_jobs([(5, 2)] * 20, limit=64)
    kinds = [job.options.num_beams for job in jobs]
    assert kinds.count(MAIN["num_beams"]) == 20
    assert {other["num_beams"] for other in OTHERS} < set(kinds)
    assert len(jobs) == 24
    assert max(kinds) < NUM_ROWS
    assert all(job.options.num_return_sequences == job.options.num_beams for job in jobs)


def test_the_engine_on_real_graphs_agrees_with_the_oracle(
    tiny_bundles: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sentences = tmp_path / "sentences.en"
    sentences.write_text("\n".join(many_sentences(9)), "utf-8")
    arguments = ["--bundle", str(tiny_bundles["int8"]), "--sentences", str(sentences), "--count", "6"]
    status = beam_parity.main(arguments)
    printed = capsys.readouterr().out
    assert status == 0, printed
    assert f"of {6 * 4 + 2 + 3} hypotheses are identical" in printed


def test_a_difference_is_printed_and_ends_with_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = compared([Scored(SECOND, -2.0)], [Scored(FIRST, -1.0)])
    monkeypatch.setattr(beam_parity, "compare", lambda bundle, lines: broken)
    assert beam_parity.main([]) == 1
    assert "instead of (7, 8, 2)" in capsys.readouterr().out


def test_no_sentences_are_refused(
    tiny_bundles: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        beam_parity.main(["--count", "0"])
    too_long = tmp_path / "too-long.en"
    too_long.write_text("word " * 64, "utf-8")
    assert beam_parity.main(["--bundle", str(tiny_bundles["int8"]), "--sentences", str(too_long)]) == 2
    assert "none of 1 sentences has at most 64 tokens" in capsys.readouterr().err


def test_a_folder_without_weights_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert beam_parity.main(["--bundle", str(tmp_path)]) == 2
    assert "weights.safetensors" in capsys.readouterr().err
