"""Sentences that are answered without the model."""

import pytest

from service.text.cache import CacheStats, SentenceCache
from service.text.outcome import Outcome


def outcome(text: str) -> Outcome:
    return Outcome(text, 1)


def test_what_was_put_in_is_found_again_and_counted() -> None:
    cache = SentenceCache(100_000)
    assert cache.get("a") is None
    cache.put("a", "source", first := outcome("x"))
    assert cache.get("a") is first
    assert cache.get("b") is None
    stats = cache.stats()
    assert (stats.hits, stats.misses) == (1, 2)
    assert 500 < stats.num_bytes < 2_000


def test_it_stays_within_its_bytes_and_keeps_what_was_used_last() -> None:
    cache = SentenceCache(10_000)
    for number in range(100):
        cache.put(number, "source", outcome("x" * 100))
        cache.get(0)
        assert cache.stats().num_bytes <= 10_000
    assert cache.get(0) is not None
    assert cache.get(99) is not None
    assert cache.get(1) is None


def test_what_is_larger_than_the_cache_is_not_kept() -> None:
    cache = SentenceCache(2_000)
    cache.put("small", "s", outcome("x"))
    cache.put("large", "s", outcome("x" * 5_000))
    assert cache.get("large") is None
    assert cache.get("small") is not None


@pytest.mark.parametrize(("max_bytes", "is_on"), [(0, False), (1, True)])
def test_no_bytes_is_off(max_bytes: int, *, is_on: bool) -> None:
    assert SentenceCache(max_bytes).is_on is is_on
    assert SentenceCache(0).stats() == CacheStats(0, 0, 0)
