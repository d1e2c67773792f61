"""Who computes where, and what the report says about the machine."""

import os

import pytest

from loadtest import machine
from loadtest.machine import client_cpus, describe_machine, first_cpus, pinned, thread_environment


def test_the_description_says_what_ran() -> None:
    pytest.importorskip("ctranslate2")
    pytest.importorskip("transformers")
    found = describe_machine()
    assert found["cpus"] == len(os.sched_getaffinity(0))
    assert found["processor"]
    assert set(found["versions"]) == set(machine.PACKAGES)


def test_pinning_ends_with_its_block() -> None:
    before = os.sched_getaffinity(0)
    with pinned(first_cpus(1)):
        assert os.sched_getaffinity(0) == {min(before)}
    assert os.sched_getaffinity(0) == before


def test_the_client_takes_a_processor_that_no_server_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {4, 5, 6, 7})
    assert first_cpus(2) == [4, 5]
    assert client_cpus(2) == [6]
    assert client_cpus(4) == [7], "there is none left: it shares the last one"


def test_every_library_is_told_the_number_of_threads() -> None:
    environment = thread_environment(3)
    assert {environment[name] for name in machine.THREAD_VARIABLES} == {"3"}
    assert environment["PATH"] == os.environ["PATH"]
