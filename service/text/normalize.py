"""Source normalisation: what a bundle's manifest wants done to a sentence before it is tokenised."""

import unicodedata
from collections.abc import Callable, Sequence
from typing import Literal

from opencc import OpenCC

Step = Literal["nfc", "t2s"]


class Normalizer:
    """Applies steps in order. `nfc` composes characters, `t2s` turns traditional Chinese into simplified."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._functions = [_function(step) for step in steps]

    def __call__(self, text: str) -> str:
        for function in self._functions:
            text = function(text)
        return text


def _function(step: Step) -> Callable[[str], str]:
    return _nfc if step == "nfc" else OpenCC("t2s").convert


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)
