"""Greedy and beam search over a stand-in whose logits depend on the source and the whole target so far."""

import zlib
from itertools import product

import numpy as np
import pytest

from models.decoding import Floats, Integers, TargetMarks, beam_search, greedy_search, log_softmax, max_target_tokens

START, END = 1, 0
MARKS = TargetMarks(START, END)
VOCAB = 5


def logits_after(source: int, target: tuple[int, ...]) -> Floats:
    """[V], random but always the same."""
    seed = zlib.crc32(repr((source, target)).encode())
    return 2 * np.random.default_rng(seed).standard_normal(VOCAB).astype(np.float32)


class RandomDecoding:
    """A `Decoding` that remembers the tokens of each row."""

    def __init__(self, sources: list[int], rows_per_source: int = 1) -> None:
        self.sources = [source for source in sources for _ in range(rows_per_source)]
        self.targets: list[tuple[int, ...]] = [()] * len(self.sources)
        self.steps = 0

    def step(self, tokens: Integers) -> Floats:
        self.steps += 1
        self.targets = [(*target, int(token)) for target, token in zip(self.targets, tokens, strict=True)]
        return np.stack([logits_after(*row) for row in zip(self.sources, self.targets, strict=True)])

    def reorder(self, rows: Integers) -> None:
        assert [self.sources[row] for row in rows] == self.sources
        self.targets = [self.targets[row] for row in rows]


def exhaustive(source: int, limit: int, penalty: float) -> list[int]:
    """The best of all targets that end within the limit, by trying every one."""
    best: tuple[float, list[int]] = (-np.inf, [])
    others = [token for token in range(VOCAB) if token != END]
    for length in range(limit):
        for target in product(others, repeat=length):
            score, history = 0.0, [START]
            for token in (*target, END):
                score += float(log_softmax(logits_after(source, tuple(history))[None])[0, token])
                history.append(token)
            best = max(best, (score / (length + 1) ** penalty, list(target)), key=lambda pair: pair[0])
    return best[1]


def beams(sources: list[int], limits: list[int], num_beams: int, penalty: float = 1.0) -> list[list[int]]:
    decoding = RandomDecoding(sources, num_beams)
    return beam_search(decoding, limits, MARKS, num_beams=num_beams, length_penalty=penalty)


def test_greedy_takes_the_most_likely_token_until_the_end() -> None:
    for source in range(20):
        (found,) = greedy_search(RandomDecoding([source]), [12], MARKS)
        history = (START, *found)
        for place, token in enumerate(found, start=1):
            assert token == logits_after(source, history[:place]).argmax() != END
        assert len(found) == 12 or logits_after(source, history).argmax() == END


def test_a_row_has_the_same_result_in_any_company() -> None:
    sources, limits = list(range(30)), [3 + i % 9 for i in range(30)]
    together = greedy_search(RandomDecoding(sources), limits, MARKS)
    alone = [greedy_search(RandomDecoding([s]), [limit], MARKS)[0] for s, limit in zip(sources, limits, strict=True)]
    assert together == alone
    assert beams(sources, limits, 3) == [beams([s], [limit], 3)[0] for s, limit in zip(sources, limits, strict=True)]


def test_the_search_stops_when_every_row_has_ended() -> None:
    decoding = RandomDecoding([0, 1, 2])
    found = greedy_search(decoding, [1000] * 3, MARKS)
    assert decoding.steps == max(map(len, found)) + 1


def test_the_limit_counts_the_end_token() -> None:
    for source in range(20):
        (free,) = greedy_search(RandomDecoding([source]), [50], MARKS)
        (cut,) = greedy_search(RandomDecoding([source]), [2], MARKS)
        assert cut == free[:2]


def test_one_beam_is_greedy() -> None:
    sources, limits = list(range(60)), [8] * 60
    assert beams(sources, limits, 1) == greedy_search(RandomDecoding(sources), limits, MARKS)


@pytest.mark.parametrize("penalty", [0.0, 0.6, 1.0])
def test_enough_beams_find_what_trying_everything_finds(penalty: float) -> None:
    # With a limit of four there are 1 + 4 + 16 + 64 targets that end, and at most 64 x 5 ways to go on.
    sources = list(range(12))
    expected = [exhaustive(source, 4, penalty) for source in sources]
    assert beams(sources, [4] * 12, 400, penalty) == expected
    assert len({len(target) for target in expected}) > 1


def test_more_beams_find_likelier_targets_on_average() -> None:
    def mean_score(num_beams: int) -> float:
        scores = []
        for source in range(40):
            (target,) = beams([source], [12], num_beams, penalty=0.0)
            score, history = 0.0, [START]
            for token in (*target, END):
                score += float(log_softmax(logits_after(source, tuple(history))[None])[0, token])
                history.append(token)
            scores.append(score)
        return float(np.mean(scores))

    assert mean_score(1) < mean_score(3) < mean_score(12)


def test_log_softmax() -> None:
    result = log_softmax(np.array([[0.0, 5.0, 2.0], [1e4, 0.0, 0.0]], np.float32))
    assert np.exp(result[0]).tolist() == pytest.approx([0.0064, 0.9465, 0.0471], abs=5e-5)
    assert np.exp(result[1]).tolist() == [1.0, 0.0, 0.0]


def test_a_target_has_room_but_no_more_than_the_positions() -> None:
    assert max_target_tokens(10, 512) == 40
    assert max_target_tokens(300, 512) == 512
