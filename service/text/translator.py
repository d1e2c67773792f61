"""Translation of whole texts by one bundle: every segment of every text of a call is submitted at once."""

import itertools
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache

from service.engine.client import EngineClient, Generation
from service.engine.errors import SourceTooLong
from service.engine.options import DecodingOptions
from service.engine.request import GenerationRequest
from service.runtime.bundle import BundleManifest, LanguagePair
from service.runtime.tokenizer import Tokenizer
from service.text.marks import MarkedText
from service.text.normalize import Normalizer
from service.text.options import TranslationOptions
from service.text.run import Segment, TranslationRun
from service.text.segments import Piece, split
from service.text.spacing import respace

# A translation that is this much longer than its source has lost its way: the corpora's longest stay well below.
_TARGET_TOKENS_PER_SOURCE_TOKEN = 3
_TARGET_TOKENS_IN_ANY_CASE = 16

_CALLS = itertools.count()  # engines want ids that are unique in this process, and no more


@dataclass(frozen=True, slots=True)
class Plan:
    """A text before submission: its pieces, and the source ids of those that the model translates."""

    pieces: Sequence[Piece]
    source_ids: Sequence[tuple[int, ...]]


class Translator:
    """Joins a bundle's manifest, its tokenizer and the engine that runs it. Texts are planned, then submitted."""

    def __init__(
        self, manifest: BundleManifest, tokenizer: Tokenizer, client: EngineClient, normalizer: Normalizer
    ) -> None:
        self._manifest = manifest
        self._tokenizer = tokenizer
        self._client = client
        self._normalizer = normalizer

    def plan(self, text: MarkedText, pair: LanguagePair, options: TranslationOptions) -> Plan:
        """Split and tokenise a text, on any thread. Raises SourceTooLong."""
        if pair not in self._manifest.pairs:
            raise ValueError(f"{self._manifest.name} does not translate from {pair.source} to {pair.target}")
        pieces = respace(split(text.text, pair.source), pair.source, pair.target)
        return Plan(pieces, [self._source_ids(piece) for piece in pieces if piece.is_translatable])

    def submit(self, plans: Sequence[Plan], options: TranslationOptions) -> list[TranslationRun]:
        """Submit planned texts and return at once, one run each. Raises EngineError; then none was submitted."""
        generations = iter(self._submit([ids for plan in plans for ids in plan.source_ids], options))
        return [self._run(plan, options, generations) for plan in plans]

    def _source_ids(self, piece: Piece) -> tuple[int, ...]:
        ids = self._tokenizer.encode(self._normalizer(piece.text))
        given, limit = len(ids) + 1, self._manifest.limits.max_source_tokens
        if given > limit:
            raise SourceTooLong(given, limit)
        return (*ids, self._manifest.special_ids.eos)

    def _submit(self, sources: Sequence[tuple[int, ...]], options: TranslationOptions) -> list[Generation]:
        """All or nothing: when one is refused, those before it are cancelled."""
        call_id = next(_CALLS)
        with ExitStack() as undo:
            generations = []
            for number, source_ids in enumerate(sources, start=1):
                decoding = self._decoding(len(source_ids), options)
                request = GenerationRequest(f"{call_id}/{number}", source_ids, decoding, stream=options.is_streamed)
                generation = self._client.submit(request)
                undo.callback(generation.cancel)
                generations.append(generation)
            undo.pop_all()
        return generations

    def _run(self, plan: Plan, options: TranslationOptions, generations: Iterator[Generation]) -> TranslationRun:
        """The run of one text; takes as many generations as the text has segments."""
        numbers = itertools.count(1)
        parts = [
            Segment(next(numbers), piece, next(generations), self._tokenizer) if piece.is_translatable else piece
            for piece in plan.pieces
        ]
        source_tokens = sum(map(len, plan.source_ids))
        return TranslationRun(parts, source_tokens=source_tokens, is_streamed=options.is_streamed)

    def _decoding(self, source_tokens: int, options: TranslationOptions) -> DecodingOptions:
        wanted = _TARGET_TOKENS_IN_ANY_CASE + _TARGET_TOKENS_PER_SOURCE_TOKEN * source_tokens
        limit = self._manifest.limits.max_target_tokens
        return _decoding(min(wanted, limit), options.num_beams)


@lru_cache(maxsize=1024)
def _decoding(max_new_tokens: int, num_beams: int) -> DecodingOptions:
    return DecodingOptions(max_new_tokens=max_new_tokens, num_beams=num_beams)
