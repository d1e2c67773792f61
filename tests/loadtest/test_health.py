"""The probe at full load and beside hostile requests complains about exactly what is wrong."""

import json

import pytest

from loadtest import hostile
from loadtest.health import Stage, measure
from loadtest.server import RunningServer

FINE = Stage("idle", [0.001] * 100, 10.0, ["200", "400", "429"])


def test_what_is_within_its_limit_is_fine() -> None:
    assert FINE.problems() == []
    assert FINE.row() == ["idle", 10.0, 100, 1.0, 1.0, 1.0]


@pytest.mark.parametrize(
    ("stage", "problem"),
    [
        (Stage("idle", [0.001] * 50 + [0.1] * 50), "idle: /health p99 is 100 ms, the limit is 100 ms"),
        (Stage("load", [0.001], None, ["400", "500"]), "load: hostile requests were answered with 500"),
    ],
)
def test_every_broken_limit_is_named(stage: Stage, problem: str) -> None:
    assert stage.problems() == [problem]


def test_one_slow_probe_of_two_hundred_breaks_nothing() -> None:
    assert Stage("idle", [0.001] * 199 + [1.0]).problems() == []


def test_hostile_requests_are_as_large_as_is_taken() -> None:
    for body in hostile.all_bodies():
        assert 30_000 < len(body.encode()) <= 2_000_000
        json.loads(body)


def test_a_server_is_probed_in_all_stages(server: RunningServer) -> None:
    idle, loaded, beside = measure(server.url, 0.2)
    assert min(len(stage.health_s) for stage in (idle, loaded, beside)) > 0
    assert loaded.answers_per_s is not None
    assert set(beside.statuses) <= {"200", "400", "429"}
