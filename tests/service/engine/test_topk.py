import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.arrays import Ids, Logits, LogProbs
from service.engine.candidates import Candidates
from service.engine.topk import Ranking, best_ids

SIZES = [1, 7, 64, 65, 100, 600, 8000, 8003]


def random_logits(seed: int, *shape: int) -> Logits:
    return (3 * np.random.default_rng(seed).standard_normal(shape)).astype(np.float32)


def ranking(logits: Logits) -> Ranking:
    loaded = Ranking(*logits.shape)
    loaded.load(logits)
    return loaded


def sorted_ids(row: Logits, k: int) -> list[int]:
    """The definition: sort everything, equal ones by id."""
    ids: list[int] = np.argsort(-row, kind="stable")[:k].tolist()
    return ids


def each_row(logits: Logits) -> Ids:
    return np.arange(len(logits))


@pytest.mark.parametrize("vocab_size", SIZES)
@pytest.mark.parametrize("k", [1, 8, 20])
def test_the_best_are_those_that_sorting_would_put_first(vocab_size: int, k: int) -> None:
    logits = random_logits(1, 9, vocab_size)
    ids, values = ranking(logits).best(each_row(logits), k)
    assert ids.tolist() == [sorted_ids(row, k) for row in logits]
    assert values.tolist() == [row[best].tolist() for row, best in zip(logits, ids, strict=True)]


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 999), st.integers(1, 300), st.integers(1, 60), st.integers(1, 20))
def test_lower_ids_first_among_equals(seed: int, size: int, num_values: int, k: int) -> None:
    """Few values: ties within lanes, between lanes and at the border."""
    row = np.random.default_rng(seed).choice(np.append(np.arange(num_values), -np.inf), size).astype(np.float32)
    logits = np.stack((row, row[::-1]))
    ids, _ = ranking(logits).best(each_row(logits), k)
    assert ids.tolist() == [sorted_ids(each, k) for each in logits]
    assert best_ids(row, min(k, len(row))).tolist() == sorted_ids(row, k)


def test_ties_in_a_vocabulary_of_many_lanes() -> None:
    logits = np.zeros((3, 8000), np.float32)
    logits[1, 7000:] = 1
    logits[2] = np.arange(8000) % 50
    ids, _ = ranking(logits).best(each_row(logits), 5)
    assert ids.tolist() == [[0, 1, 2, 3, 4], [7000, 7001, 7002, 7003, 7004], [49, 99, 149, 199, 249]]


@pytest.mark.parametrize("k", [1, 5, 8])
def test_one_tie_at_the_border_among_thousands_of_other_values(k: int) -> None:
    logits = random_logits(7, 200, 8000)
    for row in logits:
        kth, next_one = np.argsort(-row, kind="stable")[k - 1 : k + 1]
        row[next_one] = row[kth]
    ids, _ = ranking(logits).best(each_row(logits), k)
    assert ids.tolist() == [sorted_ids(row, k) for row in logits]


@pytest.mark.parametrize("vocab_size", SIZES)
def test_the_last_ids_may_be_the_best(vocab_size: int) -> None:
    logits = np.tile(np.arange(vocab_size, dtype=np.float32), (2, 1))
    ids, _ = ranking(logits).best(each_row(logits), 3)
    assert ids.tolist() == [sorted_ids(row, 3) for row in logits]


def best_of_searches(loaded: Ranking, rows: Ids, totals: LogProbs, count: int) -> Candidates:
    best = Candidates.empty(len(rows), count)
    loaded.rank_searches(rows, totals, best)
    return best


def sorted_continuations(logits: Logits, rows: Ids, offsets: LogProbs, count: int) -> list[tuple[int, int]]:
    """The definition: beams and tokens of one search, sorted whole; among equals the lower beam, then the lower id."""
    totals = (logits[rows] + offsets[:, None]).ravel()
    order = np.argsort(-totals, kind="stable")[:count]
    return [divmod(place, logits.shape[1]) for place in order.tolist()]


@pytest.mark.parametrize("vocab_size", SIZES)
@pytest.mark.parametrize("num_beams", [2, 4, 8])
def test_the_best_of_searches_are_those_that_sorting_all_beams_would_put_first(vocab_size: int, num_beams: int) -> None:
    generator = np.random.default_rng(8)
    rows = generator.permutation(5 * num_beams).reshape(5, num_beams)
    logits, totals = random_logits(9, rows.size, vocab_size), generator.standard_normal(rows.shape)
    totals[1, 1:] = -np.inf  # a search that begins
    totals[2] += 1000
    count, loaded = min(2 * num_beams, vocab_size), ranking(logits)
    best = best_of_searches(loaded, rows, totals, count)
    offsets = totals - loaded.log_normalizers(rows)
    found = [list(zip(*pair, strict=True)) for pair in zip(best.beams.tolist(), best.tokens.tolist(), strict=True)]
    assert found == [sorted_continuations(logits, *search, count) for search in zip(rows, offsets, strict=True)]
    assert (
        best.totals
        == logits[np.take_along_axis(rows, best.beams, 1), best.tokens] + np.take_along_axis(offsets, best.beams, 1)
    ).all()


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 999), st.integers(20, 300), st.integers(1, 60), st.integers(1, 4))
def test_lower_beams_and_ids_first_among_equal_continuations(
    seed: int, vocab_size: int, num_values: int, num_beams: int
) -> None:
    generator = np.random.default_rng(seed)
    logits = generator.choice(np.arange(num_values), (num_beams, vocab_size)).astype(np.float32)
    rows, totals = np.arange(num_beams), generator.choice([0.0, 1.0, -np.inf], num_beams, p=[0.6, 0.3, 0.1])
    totals[0] = 0
    count, loaded = 2 * num_beams, ranking(logits)
    loaded.reload(rows)  # as if they were log-probabilities: others are hardly ever equal
    best = best_of_searches(loaded, rows[None], totals[None], count)
    found = list(zip(best.beams[0].tolist(), best.tokens[0].tolist(), strict=True))
    assert found == sorted_continuations(logits, rows, totals, count)


def test_a_search_with_too_few_continuations_gets_all_of_them() -> None:
    logits = np.array([[0, -np.inf, 1]], np.float32)
    best = best_of_searches(ranking(logits), np.array([[0]]), np.zeros((1, 1)), 3)
    assert best.tokens.tolist() == [[2, 0, 1]]
    assert best.totals[0, 2] == -np.inf


@pytest.mark.parametrize(("vocab_size", "num_beams", "count"), [(100, 4, 8), (2, 3, 6), (1, 3, 3)])
def test_as_many_candidates_as_may_end_and_go_on_where_there_are_so_many(
    vocab_size: int, num_beams: int, count: int
) -> None:
    assert Ranking(num_beams, vocab_size).num_candidates(num_beams) == count


@pytest.mark.parametrize("vocab_size", SIZES)
def test_continuations_are_bit_identical_whoever_the_neighbours_are(vocab_size: int) -> None:
    logits = random_logits(10, 12, vocab_size)
    totals = np.random.default_rng(11).standard_normal((3, 4))
    rows, count = np.arange(12).reshape(3, 4), min(8, vocab_size)
    together = best_of_searches(ranking(logits), rows, totals, count)
    for search in range(3):
        alone = best_of_searches(ranking(logits[rows[search]]), rows[:1], totals[search, None], count)
        assert alone.totals.tobytes() == together.totals[search].tobytes()
        assert (alone.beams[0] == together.beams[search]).all()
        assert (alone.tokens[0] == together.tokens[search]).all()


def test_rows_are_looked_at_in_any_order() -> None:
    logits = random_logits(2, 6, 900)
    rows = np.array([4, 1, 3])
    ids, _ = ranking(logits).best(rows, 4)
    assert ids.tolist() == [sorted_ids(logits[row], 4) for row in rows]
    together = ranking(logits).log_normalizers(each_row(logits))
    assert ranking(logits).log_normalizers(rows).tolist() == together[rows].tolist()


@pytest.mark.parametrize("vocab_size", SIZES)
@pytest.mark.parametrize("scale", [1e-3, 1, 40])
@pytest.mark.parametrize("shift", [-1e4, 0, 1e4])
def test_normalizers_make_logits_log_probabilities(vocab_size: int, scale: float, shift: float) -> None:
    logits = np.float32(scale) * random_logits(3, 5, vocab_size) + np.float32(shift)
    wide = logits.astype(np.float64)
    peaks = wide.max(axis=1)
    expected = peaks + np.log(np.exp(wide - peaks[:, None]).sum(axis=1))
    normalizers = ranking(logits).log_normalizers(each_row(logits))
    np.testing.assert_allclose(normalizers, expected, rtol=0, atol=2e-6)


def test_forbidden_tokens_weigh_nothing() -> None:
    logits = np.array([[0.0, -np.inf, 0.0]], np.float32)
    assert ranking(logits).log_normalizers(each_row(logits)) == pytest.approx(np.log(2))


@pytest.mark.parametrize("vocab_size", SIZES)
def test_every_result_is_bit_identical_whoever_the_neighbours_are(vocab_size: int) -> None:
    logits = random_logits(4, 33, vocab_size)
    logits[::3] += 1000  # some rows have to be shifted, some not

    def results(rows: slice) -> list[bytes]:
        some = np.ascontiguousarray(logits[rows])
        loaded = ranking(some)
        ids, values = loaded.best(each_row(some), 8)
        normalizers = loaded.log_normalizers(each_row(some))
        return [b"".join(part.tobytes() for part in row) for row in zip(ids, values, normalizers, strict=True)]

    together = results(slice(33))
    assert [results(slice(row, row + 1))[0] for row in range(33)] == together
    assert results(slice(5, 22)) == together[5:22]


@pytest.mark.parametrize("vocab_size", SIZES)
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_broken_rows_are_found_and_made_harmless(vocab_size: int, bad: float) -> None:
    logits = random_logits(5, 4, vocab_size)
    logits[1, vocab_size // 2] = bad
    logits[3] = -np.inf
    loaded = ranking(logits)
    assert loaded.clear_broken(np.array([3, 2, 1])).tolist() == [3, 1]
    assert loaded.clear_broken(each_row(logits)).tolist() == []
    ids, _ = loaded.best(each_row(logits), 1)
    assert ids[[1, 3]].tolist() == [[0], [0]]
    assert np.isfinite(loaded.log_normalizers(each_row(logits))).all()


def test_changed_rows_are_seen_after_looking_again() -> None:
    logits = random_logits(6, 3, 700)
    loaded = ranking(logits)
    logits[1, 650] = 100
    loaded.reload(np.array([1]))
    ids, values = loaded.best(each_row(logits), 1)
    assert (ids[1, 0], values[1, 0]) == (650, 100)
    assert loaded.log_normalizers(each_row(logits))[1] == 0, "they are log-probabilities now"


def test_one_ranking_serves_steps_of_any_size() -> None:
    loaded = Ranking(8, 600)
    for size in (8, 1, 5):
        logits = random_logits(size, size, 600)
        loaded.load(logits)
        ids, _ = loaded.best(each_row(logits), 3)
        assert ids.tolist() == [sorted_ids(row, 3) for row in logits]
