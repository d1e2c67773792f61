from dataclasses import replace

import pytest

from service.engine.errors import DeadlineExceeded, WaitedTooLong
from service.engine.events import Finished
from tests.fakes import RecordingSink
from tests.service.engine.bench import EngineBench, make_request


def submit(bench: EngineBench, name: str, *source: int, max_seconds: float | None) -> RecordingSink:
    return bench.submit(replace(make_request(name, *source), max_seconds=max_seconds))


def test_a_running_request_that_takes_too_long_fails_and_gives_its_rows_back() -> None:
    bench = EngineBench(num_slots=2)
    late = submit(bench, "late", 5, 6, 7, 8, max_seconds=10)
    bench.engine.step()
    bench.clock.now = 10
    bench.engine.step()
    assert str(late.error) == (
        "the request may take 10 s, and its answer was not complete by then; allow more time or ask for less"
    )
    assert bench.engine.num_active == 0


def test_a_request_that_waits_for_too_long_fails_without_having_run() -> None:
    bench = EngineBench(num_slots=1)
    first = submit(bench, "first", 5, 6, 7, 8, max_seconds=None)
    late = submit(bench, "late", 5, max_seconds=10)
    bench.engine.step()
    bench.clock.now = 11
    bench.engine.step()
    assert isinstance(late.error, WaitedTooLong)
    assert "it was still waiting for its turn by then; try again later" in str(late.error)
    bench.run()
    assert isinstance(first.finished, Finished)


def test_neighbours_of_a_late_request_end_as_if_it_had_never_been() -> None:
    alone = EngineBench().play(make_request("a", 5, 6, 7))
    bench = EngineBench()
    kept = submit(bench, "a", 5, 6, 7, max_seconds=None)
    late = submit(bench, "late", 5, 6, 7, 8, max_seconds=1)
    bench.engine.step()
    bench.clock.now = 2
    bench.run()
    assert isinstance(late.error, DeadlineExceeded)
    assert kept.best == alone.best


def test_a_request_that_ends_in_time_is_left_alone_when_its_deadline_passes() -> None:
    bench = EngineBench()
    done = submit(bench, "done", 5, max_seconds=10)
    bench.run()
    bench.clock.now = 20
    submit(bench, "next", 5, max_seconds=10)
    bench.run()
    assert len(done.endings) == 1


def test_a_time_that_is_none_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match="max_seconds must be above 0, not 0"):
        replace(make_request("a", 5), max_seconds=0)
