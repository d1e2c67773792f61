"""What all sentences of a call share: the model's tokenizer, the way to ask it, and what was asked for."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import lru_cache

from service.engine.client import Generation
from service.engine.options import DecodingOptions
from service.runtime.bundle import LanguagePair
from service.runtime.tokenizer import Tokenizer
from service.text.cache import SentenceCache
from service.text.options import TranslationOptions
from service.text.showing import Look

Ask = Callable[[tuple[int, ...], DecodingOptions, bool], Generation]

# A translation that is this much longer than its source has lost its way: the corpora's longest stay well below.
_TARGET_TOKENS_PER_SOURCE_TOKEN = 3
_TARGET_TOKENS_IN_ANY_CASE = 16
_BEAMS_OF_RETRY = 4


@dataclass(frozen=True, slots=True)
class Desk:
    """Asks one model on behalf of one call, for one pair of languages."""

    tokenizer: Tokenizer
    encode: Callable[[str], tuple[int, ...]]  # the end token included
    ask: Ask  # a request that streams or not; raises EngineError
    max_source_tokens: int
    max_target_tokens: int
    pair: LanguagePair
    options: TranslationOptions
    cache: SentenceCache

    @property
    def key(self) -> Hashable:
        """What the translation of a sentence depends on besides itself, as far as it is not part of its spans."""
        options = self.options
        return self.pair.source, self.pair.target, options.num_beams, options.num_alternatives, options.wants_alignment

    @property
    def look(self) -> Look:
        """How a sentence is shown that has nothing special about it."""
        return Look(self.pair.source, self.pair.target)

    @property
    def num_hypotheses(self) -> int:
        """The translation and its alternatives."""
        return self.options.num_alternatives + 1

    @property
    def has_alternatives_at_once(self) -> bool:
        """Whether the search for the translation itself finds enough of them.

        Otherwise they are searched with as many beams as they need, apart from it: asking for alternatives never
        changes the translation.
        """
        return 1 < self.num_hypotheses <= self.options.num_beams

    def decoding(self, num_source_tokens: int, *, with_alignment: bool) -> DecodingOptions:
        """How a translation is generated."""
        plain = _decoding(self._max_new_tokens(num_source_tokens), self.options.num_beams)
        if not with_alignment and self.num_hypotheses == 1:
            return plain
        num_returned = self.num_hypotheses if self.has_alternatives_at_once else 1
        has_to_be_scored = self.num_hypotheses > 1 and plain.num_beams == 1
        return replace(plain, alignment=with_alignment, logprobs=has_to_be_scored, num_return_sequences=num_returned)

    def decoding_of_retry(self, num_source_tokens: int, *, with_alignment: bool) -> DecodingOptions:
        """How other hypotheses are found when the first is no translation."""
        plain = _decoding(self._max_new_tokens(num_source_tokens), max(_BEAMS_OF_RETRY, self.options.num_beams))
        return replace(plain, num_return_sequences=plain.num_beams, alignment=with_alignment)

    def decoding_of_alternatives(self, num_source_tokens: int, *, with_alignment: bool) -> DecodingOptions:
        """How alternatives are found when the search for the translation does not bring them."""
        plain = _decoding(self._max_new_tokens(num_source_tokens), self.num_hypotheses)
        return replace(plain, num_return_sequences=self.num_hypotheses, alignment=with_alignment)

    def _max_new_tokens(self, num_source_tokens: int) -> int:
        wanted = _TARGET_TOKENS_IN_ANY_CASE + _TARGET_TOKENS_PER_SOURCE_TOKEN * num_source_tokens
        return min(wanted, self.max_target_tokens)


@lru_cache(maxsize=1024)
def _decoding(max_new_tokens: int, num_beams: int) -> DecodingOptions:
    return DecodingOptions(max_new_tokens=max_new_tokens, num_beams=num_beams)
