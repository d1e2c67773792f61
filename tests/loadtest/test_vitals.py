import os
import threading

import pytest

from loadtest.vitals import Growth, Vitals, by_quarter, look

CALM = Vitals(1.0, 400.0, 20, 10)


def test_a_process_is_looked_at() -> None:
    before = look(os.getpid(), 0.0)
    gate = threading.Event()
    thread = threading.Thread(target=gate.wait)
    thread.start()
    with open(os.devnull):
        after = look(os.getpid(), 1.0)
    gate.set()
    thread.join()
    assert (after.descriptors, after.threads) == (before.descriptors + 1, before.threads + 1)
    assert after.rss_mb > 10


def test_a_quarter_is_the_median_of_its_looks() -> None:
    seen = [Vitals(float(number), rss, 20, 10) for number, rss in enumerate([1, 9, 2, 5, 5, 5, 7, 8, 7, 3, 3, 100])]
    assert [each.rss_mb for each in by_quarter(seen)] == [2, 5, 7, 3]
    assert [each.seconds for each in by_quarter(seen)] == [2, 5, 8, 11]


def test_too_few_looks_are_no_answer() -> None:
    with pytest.raises(ValueError, match="3 looks at the process are too few"):
        by_quarter([CALM] * 3)


@pytest.mark.parametrize(
    ("last", "problem"),
    [
        (Vitals(4.0, 441.0, 20, 10), "memory grew from 400 to 441 MB, more than 10%"),
        (Vitals(4.0, 400.0, 37, 10), "open descriptors grew from 20 to 37"),
        (Vitals(4.0, 400.0, 20, 15), "threads grew from 10 to 15"),
    ],
)
def test_what_grows_after_the_first_quarter_is_named(last: Vitals, problem: str) -> None:
    assert Growth().problems([Vitals(0.0, 100.0, 5, 5), CALM, CALM, last]) == [problem]
    assert Growth().problems([last, CALM, last, CALM]) == []
