"""Source normalisation: what a recipe or a bundle wants done to a line before it is tokenised."""

import unicodedata
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from opencc import OpenCC

NormalizationStep = Literal["nfc", "t2s"]


def normalize_lines(lines: Sequence[str], steps: Sequence[NormalizationStep]) -> list[str]:
    """Apply the steps in order: `nfc` composes characters, `t2s` turns traditional Chinese into simplified."""
    normalized = list(lines)
    for step in steps:
        normalized = list(map(_function(step), normalized))
    return normalized


def _function(step: NormalizationStep) -> Callable[[str], str]:
    return partial(unicodedata.normalize, "NFC") if step == "nfc" else OpenCC("t2s").convert
