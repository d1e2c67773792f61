"""From a sentence to what the engine takes."""

from functools import cached_property

from service.runtime.tokenizer import Tokenizer
from service.text.legible import legible
from service.text.normalize import Normalizer
from service.text.typewriting import typewritten_signs


class Encoder:
    """Normalises and tokenises as one bundle wants it.

    `max_tokens` is the longest source, its end token included, and `comfortable_tokens` the longest that the model
    translates well, if that is known.
    """

    def __init__(
        self,
        tokenizer: Tokenizer,
        normalizer: Normalizer,
        *,
        eos: int,
        max_tokens: int,
        comfortable_tokens: int | None = None,
    ) -> None:
        self.max_tokens = max_tokens
        self.comfortable_tokens = comfortable_tokens
        self._tokenizer = tokenizer
        self._normalizer = normalizer
        self._eos = eos

    def __call__(self, text: str) -> tuple[int, ...]:
        """Source ids, the end token included."""
        text = self._normalizer(legible(text))
        if not text.isascii():
            text = text.translate(self._typewritten)
        return (*self._tokenizer.encode(text), self._eos)

    @cached_property
    def longest_undivided(self) -> int:
        """How many tokens a source may have before it is better divided."""
        return self.comfortable_tokens or self.max_tokens

    @cached_property
    def _typewritten(self) -> dict[int, str]:
        return typewritten_signs(self._tokenizer)
