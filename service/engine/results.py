"""What a step has ended: with hypotheses, or with an error.

V vocabulary.
"""

from dataclasses import dataclass, field

import numpy as np

from service.engine.arrays import Logits
from service.engine.errors import EngineError, GenerationFailed, NoTokenLeft
from service.engine.events import Hypothesis
from service.engine.sequence import TokenSequence


@dataclass(slots=True)
class StepResult:
    """The sequences that a step has ended; they keep their rows until they are removed."""

    finished: list[tuple[TokenSequence, tuple[Hypothesis, ...]]] = field(default_factory=list)
    failed: dict[TokenSequence, EngineError] = field(default_factory=dict)


def why_broken(sequence: TokenSequence, logits: Logits | None) -> EngineError:
    """Why a row with logits [V] cannot go on."""
    if sequence.processors and logits is not None and logits.max() == -np.inf:
        return NoTokenLeft()
    return GenerationFailed("the model's scores are not finite numbers for this source")
