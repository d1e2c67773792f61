"""Every form of attention runs and is timed."""

import pytest

from loadtest.attention import FORMS, Form, main, measure


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_form_runs(form: Form) -> None:
    assert 0 < measure(form, rows=8, heads=2, size=16, length=5) < 1


def test_every_form_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--rows", "4", "--heads", "2", "--size", "16", "--length", "3"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.endswith(" us") and line.startswith(form.name) for line, form in zip(lines, FORMS, strict=True)] == [
        True
    ] * len(FORMS)
