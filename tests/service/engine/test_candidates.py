import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.candidates import Candidates, best_candidates, heir_places, pick


def test_the_best_of_all_beams_are_ranked_together() -> None:
    totals = np.array([[[-1.0, -5.0], [-2.0, -3.0]], [[-4.0, -np.inf], [-1.0, -2.0]]])
    tokens = np.array([[[10, 11], [12, 13]], [[14, 15], [16, 17]]])
    found = best_candidates(totals, tokens, count=3)
    assert found.totals.tolist() == [[-1, -2, -3], [-1, -2, -4]]
    assert found.beams.tolist() == [[0, 1, 1], [1, 1, 0]]
    assert found.tokens.tolist() == [[10, 12, 13], [16, 17, 14]]


@settings(deadline=None)
@given(st.integers(0, 999), st.integers(1, 8), st.integers(1, 16))
def test_among_equals_the_lower_beam_comes_first_and_then_the_earlier_one(seed: int, num_beams: int, size: int) -> None:
    totals = np.random.default_rng(seed).integers(-3, 0, (2, num_beams, size)).astype(float)
    tokens = np.arange(totals.size).reshape(totals.shape)
    found = best_candidates(totals, tokens, count=2 * num_beams)
    for search in range(2):
        order = sorted(tokens[search].ravel().tolist(), key=lambda token: -totals.ravel()[token])
        assert found.tokens[search].tolist() == order[: 2 * num_beams]


def test_fewer_than_asked_for_are_all() -> None:
    found = best_candidates(np.zeros((2, 2, 1)), np.zeros((2, 2, 1), np.intp), count=4)
    assert found.totals.shape == (2, 2)


def test_picking_keeps_the_parts_together() -> None:
    candidates = Candidates(
        np.array([[-1.0, -2.0], [-3.0, -4.0]]), np.array([[0, 1], [1, 0]]), np.array([[5, 6], [7, 8]])
    )
    picked = candidates.pick(np.array([[1], [0]]))
    assert (picked.totals.tolist(), picked.beams.tolist(), picked.tokens.tolist()) == (
        [[-2], [-3]],
        [[1], [1]],
        [[6], [7]],
    )
    assert pick(np.array([[1, 2, 3], [4, 5, 6]]), np.array([[2, 0], [1, 1]])).tolist() == [[3, 1], [5, 5]]


def test_an_only_heir_stays_and_the_second_takes_the_place_of_a_beam_without() -> None:
    places, is_other = heir_places(np.array([[2, 0, 2, 3], [0, 0, 0, 0], [3, 2, 1, 0]]))
    assert places.tolist() == [[2, 0, 1, 3], [0, 1, 2, 3], [3, 2, 1, 0]]
    assert is_other.tolist() == [[False, False, True, False], [False, True, True, True], [False] * 4]


@settings(deadline=None)
@given(
    st.integers(1, 8).flatmap(lambda k: st.lists(st.lists(st.integers(0, k - 1), min_size=k, max_size=k), min_size=1))
)
def test_every_heir_gets_a_place_of_its_own_and_copies_never_overlap(parents: list[list[int]]) -> None:
    places, is_other = heir_places(np.array(parents))
    for own, places_of_search, others in zip(parents, places.tolist(), is_other.tolist(), strict=True):
        assert sorted(places_of_search) == list(range(len(own)))
        targets = {place for place, is_copied in zip(places_of_search, others, strict=True) if is_copied}
        assert not targets & set(own), "a parent's row is written while it is read"
        assert len(own) - len(targets) == len(set(own)), "more is copied than there are second heirs"
        assert all(
            place == parent for place, parent, other in zip(places_of_search, own, others, strict=True) if not other
        )
