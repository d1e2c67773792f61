"""How one request wants its tokens chosen, and what it wants to be told about them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

MAX_SEED = 2**64 - 1
MAX_SEQUENCES = 8  # rows that one request may take: beams, or sampled sequences
MAX_TOP_LOGPROBS = 20

EarlyStopping = bool | Literal["never"]


class StopCondition(Protocol):
    """Says when a hypothesis is complete, though it has no end token. The engine knows ids, not text."""

    def is_met(self, token_ids: Sequence[int]) -> bool:
        """Whether `token_ids`, all generated so far, end the hypothesis. Called once for every new last token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodingOptions:
    """Greedy by default; beam search with `num_beams`, sampling with `do_sample`. Raises ValueError."""

    # How much is generated, the end token included, the prefix not.
    max_new_tokens: int
    min_new_tokens: int = 0
    # Beam search, as Hugging Face's `generate` defines it.
    num_beams: int = 1
    length_penalty: float = 1.0
    early_stopping: EarlyStopping = False
    # How many hypotheses come back: the best ones of a beam search, or as many sampled ones.
    num_return_sequences: int = 1
    # Sampling; the fields below `do_sample` take effect with it.
    do_sample: bool = False
    temperature: float = 1.0
    top_k: int = 0  # 0 is off
    top_p: float = 1.0
    seed: int | None = None  # None draws one, which Finished reports
    # What may be generated.
    prefix: tuple[int, ...] = ()  # the target begins with these tokens
    repetition_penalty: float = 1.0  # Keskar et al. 2019, section 4.1; 1 is off
    no_repeat_ngram_size: int = 0  # 0 is off
    suppress_tokens: tuple[int, ...] = ()
    # What ends a hypothesis besides the end token.
    stop: StopCondition | None = None
    stop_on_loop: bool = True
    # What is reported for each token.
    logprobs: bool = False
    top_logprobs: int = 0
    alignment: bool = False

    def __post_init__(self) -> None:
        for name, (low, high) in _RANGES.items():
            if not low <= getattr(self, name) <= high:
                raise ValueError(f"{name} must be {_range(low, high)}, not {getattr(self, name)}")
        self._check_fractions()
        if self.min_new_tokens > self.max_new_tokens:
            raise ValueError(f"min_new_tokens is {self.min_new_tokens}, above max_new_tokens, {self.max_new_tokens}")
        if self.seed is not None and not 0 <= self.seed <= MAX_SEED:
            raise ValueError(f"seed must be between 0 and {MAX_SEED}, not {self.seed}")
        self._check_sequences()

    def _check_fractions(self) -> None:
        if not 0 < self.temperature < math.inf:
            raise ValueError(f"temperature must be a finite number above 0, not {self.temperature}")
        if not 0 < self.top_p <= 1:
            raise ValueError(f"top_p must be above 0 and at most 1, not {self.top_p}")
        if not math.isfinite(self.length_penalty):
            raise ValueError(f"length_penalty must be a finite number, not {self.length_penalty}")

    def _check_sequences(self) -> None:
        if self.do_sample and self.num_beams > 1:
            raise ValueError(f"num_beams is {self.num_beams}: sampling needs 1, beam search needs do_sample off")
        available = MAX_SEQUENCES if self.do_sample else self.num_beams
        if self.num_return_sequences > available:
            raise ValueError(
                f"num_return_sequences is {self.num_return_sequences}, but there are {available} hypotheses; "
                "raise num_beams or set do_sample"
            )

    @property
    def num_rows(self) -> int:
        """How many rows of the batch this takes."""
        return self.num_return_sequences if self.do_sample else self.num_beams

    @property
    def num_target_tokens(self) -> int:
        """The longest target that may come of it, prefix included."""
        return len(self.prefix) + self.max_new_tokens


_RANGES: dict[str, tuple[float, float]] = {
    "max_new_tokens": (1, math.inf),
    "min_new_tokens": (0, math.inf),
    "num_beams": (1, MAX_SEQUENCES),
    "num_return_sequences": (1, MAX_SEQUENCES),
    "top_k": (0, math.inf),
    "repetition_penalty": (0.01, 100),
    "no_repeat_ngram_size": (0, math.inf),
    "top_logprobs": (0, MAX_TOP_LOGPROBS),
}


def _range(low: float, high: float) -> str:
    return f"at least {low:g}" if high == math.inf else f"between {low:g} and {high:g}"
