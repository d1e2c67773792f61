"""How one request wants its tokens chosen."""

import math
from dataclasses import dataclass

MAX_SEED = 2**64 - 1


@dataclass(frozen=True, slots=True)
class SamplingOptions:
    """Greedy unless `do_sample`; the fields below it then take effect. Raises ValueError."""

    max_new_tokens: int

    do_sample: bool = False
    temperature: float = 1.0
    top_k: int = 0  # 0 is off
    top_p: float = 1.0
    seed: int | None = None  # None draws one, which Finished reports

    def __post_init__(self) -> None:
        if self.max_new_tokens < 1:
            raise ValueError(f"max_new_tokens must be at least 1, not {self.max_new_tokens}")
        if not (math.isfinite(self.temperature) and self.temperature > 0):
            raise ValueError(f"temperature must be a finite number above 0, not {self.temperature}")
        if self.top_k < 0:
            raise ValueError(f"top_k must be at least 0 (0 is off), not {self.top_k}")
        if not 0 < self.top_p <= 1:
            raise ValueError(f"top_p must be above 0 and at most 1, not {self.top_p}")
        if self.seed is not None and not 0 <= self.seed <= MAX_SEED:
            raise ValueError(f"seed must be between 0 and {MAX_SEED}, not {self.seed}")
