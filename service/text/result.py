"""What comes out of a translation run."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from service.text.marks import Mark
from service.text.warnings import TextWarning


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another translation of the same text; `score` as the engine ranks hypotheses, summed over sentences."""

    text: str
    score: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """Cross-attention of one sentence.

    `weights` [T, S] says how much of each source token a target token saw; each row sums to 1.
    `source` and `target` are the tokens' own texts: joined, they are the sentence and its translation.
    """

    source: tuple[str, ...]
    target: tuple[str, ...]
    weights: npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Translation:
    """A translated text. Tokens are counted as the engine does, each sentence's end token included."""

    text: str
    warnings: tuple[TextWarning, ...]
    source_tokens: int
    target_tokens: int
    marks: tuple[Mark, ...] = ()
    score: float | None = None
    alternatives: tuple[Alternative, ...] = ()
    alignments: tuple[Alignment, ...] = ()  # one for each sentence that the model translated, if they were asked for
