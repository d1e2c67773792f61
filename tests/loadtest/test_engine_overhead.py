import numpy as np
import pytest

from loadtest import engine_overhead
from loadtest.engine_overhead import CASES, EOS, Case, IdleRunner, main


def test_a_case_says_what_it_measures() -> None:
    assert str(Case(8)) == "greedy    8 rows"
    assert str(Case(16, num_beams=4, stream=True)) == "beam 4   64 rows streaming"


def test_the_idle_model_never_ends_a_target_and_says_something_else_every_time() -> None:
    runner = IdleRunner(2, 64)
    tokens, lengths = np.zeros(2, np.int64), np.zeros(2, np.int32)
    answers = [tuple(runner.step(tokens, lengths).argmax(axis=1).tolist()) for _ in range(40)]
    assert len(set(answers)) > 35
    assert EOS not in {token for answer in answers for token in answer}


def test_every_case_gets_its_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(engine_overhead, "STEPS", 5)
    monkeypatch.setattr("sys.argv", ["engine_overhead", "--vocab", "32"])
    main()
    head, *lines = capsys.readouterr().out.splitlines()
    assert "32 tokens" in head
    assert [line[:32].rstrip() for line in lines] == list(map(str, CASES))
    assert all(float(line[32:]) > 0 for line in lines)
