"""Translation of whole texts by one bundle: every segment of every text of a call is submitted at once."""

import itertools
import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from service.engine.client import EngineClient, Generation
from service.engine.errors import SourceTooLong
from service.engine.options import SamplingOptions
from service.engine.request import GenerationRequest
from service.runtime.bundle import BundleManifest, LanguagePair
from service.runtime.tokenizer import Tokenizer
from service.text.normalize import Normalizer
from service.text.run import Segment, TranslationRun
from service.text.segments import Piece, split
from service.text.spacing import respace

# A translation that is this much longer than its source is a loop: the corpora's longest stay well below.
_TARGET_TOKENS_PER_SOURCE_TOKEN = 3
_TARGET_TOKENS_IN_ANY_CASE = 16


@dataclass(frozen=True, slots=True)
class _Plan:
    """A text before submission: its pieces, and the source ids of those that the model translates."""

    pieces: list[Piece]
    source_ids: list[tuple[int, ...]]


class Translator:
    """Joins a bundle's manifest, its tokenizer and the engine that runs it. Greedy decoding."""

    def __init__(
        self, manifest: BundleManifest, tokenizer: Tokenizer, client: EngineClient, normalizer: Normalizer
    ) -> None:
        self._manifest = manifest
        self._tokenizer = tokenizer
        self._client = client
        self._normalizer = normalizer

    def start(self, texts: Sequence[str], pair: LanguagePair) -> list[TranslationRun]:
        """Submit `texts` and return at once, one run each. Raises EngineError; then none was submitted."""
        if pair not in self._manifest.pairs:
            raise ValueError(f"{self._manifest.name} does not translate from {pair.source} to {pair.target}")
        plans = [self._plan(text, pair) for text in texts]
        generations = iter(self._submit([ids for plan in plans for ids in plan.source_ids]))
        return [self._run(plan, generations) for plan in plans]

    def _plan(self, text: str, pair: LanguagePair) -> _Plan:
        pieces = respace(split(text, pair.source), pair.source, pair.target)
        return _Plan(pieces, [self._source_ids(piece) for piece in pieces if piece.is_translatable])

    def _source_ids(self, piece: Piece) -> tuple[int, ...]:
        ids = self._tokenizer.encode(self._normalizer(piece.text))
        given, limit = len(ids) + 1, self._manifest.limits.max_source_tokens
        if given > limit:
            raise SourceTooLong(given, limit)
        return (*ids, self._manifest.special_ids.eos)

    def _submit(self, sources: Sequence[tuple[int, ...]]) -> list[Generation]:
        """All or nothing: when one is refused, those before it are cancelled."""
        call_id = uuid.uuid4().hex
        with ExitStack() as undo:
            generations = []
            for number, source_ids in enumerate(sources, start=1):
                request = GenerationRequest(f"{call_id}/{number}", source_ids, self._options(len(source_ids)))
                generation = self._client.submit(request)
                undo.callback(generation.cancel)
                generations.append(generation)
            undo.pop_all()
        return generations

    def _run(self, plan: _Plan, generations: Iterator[Generation]) -> TranslationRun:
        """The run of one text; takes as many generations as the text has segments."""
        numbers = itertools.count(1)
        parts = [
            Segment(next(numbers), piece, next(generations)) if piece.is_translatable else piece
            for piece in plan.pieces
        ]
        return TranslationRun(parts, self._tokenizer, source_tokens=sum(map(len, plan.source_ids)))

    def _options(self, source_tokens: int) -> SamplingOptions:
        wanted = _TARGET_TOKENS_IN_ANY_CASE + _TARGET_TOKENS_PER_SOURCE_TOKEN * source_tokens
        return SamplingOptions(max_new_tokens=min(wanted, self._manifest.limits.max_target_tokens))
