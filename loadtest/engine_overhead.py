"""`python -m loadtest.engine_overhead`: what the engine itself costs in a step, with a model that costs nothing.

The vocabulary is tiny by default, so that passes over logits do not count; `--vocab 32000` adds them.
"""

import argparse
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from service.engine.arrays import Encoded, Positions
from service.engine.engine import Engine, EngineConfig
from service.engine.events import Event
from service.engine.options import DecodingOptions
from service.engine.request import GenerationRequest

EOS = 2
DECODER_START = 1
MAX_TARGET_TOKENS = 512
NUM_ANSWERS = 61  # more than the period of any loop that is looked for
WARM_UP_STEPS = 40
STEPS = 400


class IdleRunner:
    """A model that gives prepared logits, never the end token, and copies nothing."""

    def __init__(self, num_slots: int, vocab_size: int) -> None:
        self.num_slots = num_slots
        self.vocab_size = vocab_size
        self.max_source_tokens = 32
        self.max_target_tokens = MAX_TARGET_TOKENS
        num_answers = max(2, min(NUM_ANSWERS, 2**26 // (num_slots * vocab_size)))
        self._answers = np.random.default_rng(0).standard_normal((num_answers, num_slots, vocab_size), np.float32)
        self._answers[:, :, EOS] = -np.inf
        self._num_steps = 0

    def encode(self, sources: Sequence[Sequence[int]]) -> list[Encoded]:
        """Nothing of each."""
        return [()] * len(sources)

    def place(self, encoded: Encoded, slots: Sequence[int]) -> None:
        """Nothing."""

    def step(
        self, tokens: npt.NDArray[np.int64], cached_lengths: Positions, *, with_alignment: bool = False
    ) -> npt.NDArray[np.float32]:
        """The next answer."""
        self._num_steps += 1
        answer: npt.NDArray[np.float32] = self._answers[self._num_steps % len(self._answers), : len(tokens)]
        return answer

    def step_best(
        self, tokens: npt.NDArray[np.int64], cached_lengths: Positions, *, with_alignment: bool = False
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
        """What is best in the next answer."""
        logits = self.step(tokens, cached_lengths)
        best = logits.argmax(axis=1)
        return best, logits[np.arange(len(best)), best]

    def alignment(self, slot: int) -> npt.NDArray[np.float32]:
        """Everything on one token."""
        return np.ones(1, np.float32)

    def fork(
        self, sources: npt.NDArray[np.intp], targets: npt.NDArray[np.intp], cached_lengths: npt.NDArray[np.int32]
    ) -> None:
        """Nothing."""

    def move(
        self, sources: npt.NDArray[np.intp], targets: npt.NDArray[np.intp], cached_lengths: npt.NDArray[np.int32]
    ) -> None:
        """Nothing."""


@dataclass(frozen=True, slots=True)
class Case:
    """A batch of equal requests."""

    num_requests: int
    num_beams: int = 1
    stream: bool = False
    logprobs: bool = False

    def __str__(self) -> str:
        kind = f"beam {self.num_beams}" if self.num_beams > 1 else "greedy"
        extras = (" streaming" if self.stream else "") + (" logprobs" if self.logprobs else "")
        return f"{kind:7}{self.num_requests * self.num_beams:4} rows{extras}"


CASES = [
    *(Case(num_requests) for num_requests in (1, 8, 32, 64)),
    *(Case(num_requests, stream=True) for num_requests in (1, 8, 32, 64)),
    Case(64, logprobs=True),
    *(Case(num_requests, num_beams=4, stream=stream) for stream in (False, True) for num_requests in (2, 16)),
]


def measure(case: Case, vocab_size: int) -> float:
    """Seconds of one step, the median of many."""
    engine = Engine(IdleRunner(case.num_requests * case.num_beams, vocab_size), EngineConfig(DECODER_START, EOS, 10**6))
    options = DecodingOptions(max_new_tokens=MAX_TARGET_TOKENS, num_beams=case.num_beams, logprobs=case.logprobs)
    for number in range(case.num_requests):
        request = GenerationRequest(str(number), (5, 6, 7, EOS), options, case.stream)
        engine.add(engine.new_sequence(request, _ignore))
    for _ in range(WARM_UP_STEPS):
        engine.step()
    return statistics.median(_time(engine) for _ in range(STEPS))


def _time(engine: Engine) -> float:
    started = time.perf_counter()
    engine.step()
    return time.perf_counter() - started


def _ignore(events: Sequence[Event]) -> None:
    pass


def main() -> None:
    """Print microseconds a step for every case."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--vocab", type=int, default=64, help="tokens that the model knows (default: 64)")
    vocab_size = parser.parse_args().vocab
    print(f"microseconds a step of the engine alone, {vocab_size} tokens in the vocabulary")
    for case in CASES:
        print(f"{case!s:32}{1e6 * measure(case, vocab_size):10.1f}", flush=True)


if __name__ == "__main__":
    main()
