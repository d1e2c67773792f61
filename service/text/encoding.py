"""From a sentence to what the engine takes."""

from service.runtime.tokenizer import Tokenizer
from service.text.normalize import Normalizer


class Encoder:
    """Normalises and tokenises as one bundle wants it; `max_tokens` is the longest source, its end token included."""

    def __init__(self, tokenizer: Tokenizer, normalizer: Normalizer, *, eos: int, max_tokens: int) -> None:
        self.max_tokens = max_tokens
        self._tokenizer = tokenizer
        self._normalizer = normalizer
        self._eos = eos

    def __call__(self, text: str) -> tuple[int, ...]:
        """Source ids, the end token included."""
        return (*self._tokenizer.encode(self._normalizer(text)), self._eos)
