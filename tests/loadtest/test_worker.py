"""A worker obeys one message after another."""

import dataclasses
import io
import json

import pytest

from loadtest.task import Task
from loadtest.worker import Worker, serve_tasks
from tests.loadtest.echo_worker import EchoDecoder

TASK = Task(sources=[[3, 4, 2], [5, 2]], num_beams=1, cap=1, max_new_tokens=9, is_forced=False)


def test_each_line_is_answered_by_a_line() -> None:
    messages = [{"command": "prepare", "task": dataclasses.asdict(TASK)}, {"command": "run"}, {"command": "outputs"}]
    answers = io.StringIO()
    serve_tasks(EchoDecoder(), [json.dumps(message) for message in messages], answers)
    prepared, ran, outputs = map(json.loads, answers.getvalue().splitlines())
    assert prepared == {}
    assert ran["tokens"] == 5
    assert ran["seconds"] > 0
    assert outputs == {"outputs": TASK.sources}


def test_an_unknown_command_is_refused() -> None:
    with pytest.raises(ValueError, match="no command 'dance'"):
        Worker(EchoDecoder(), []).obey({"command": "dance"})
