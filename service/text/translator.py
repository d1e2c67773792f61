"""Translation of whole texts by one bundle: every segment of every text of a call is submitted at once."""

import itertools
from collections.abc import Sequence
from contextlib import ExitStack

from service.engine.client import EngineClient, Generation
from service.engine.options import DecodingOptions
from service.engine.request import GenerationRequest
from service.runtime.bundle import BundleManifest, LanguagePair
from service.runtime.tokenizer import Tokenizer
from service.text.cache import CacheStats, SentenceCache
from service.text.desk import Desk
from service.text.encoding import Encoder
from service.text.marks import MarkedText
from service.text.normalize import Normalizer
from service.text.options import TranslationOptions
from service.text.planned import Planned
from service.text.planning import Plan, Planner
from service.text.run import TranslationRun, joined
from service.text.segment import Segment
from service.text.spaced_segment import SpacedSegment
from service.text.splitting.density import SentenceDensity
from service.text.turns import Turns

_CALLS = itertools.count()  # engines want ids that are unique in this process, and no more


class Translator:
    """Joins a bundle's manifest, its tokenizer and the engine that runs it. Texts are planned, then submitted."""

    def __init__(
        self,
        manifest: BundleManifest,
        tokenizer: Tokenizer,
        client: EngineClient,
        normalizer: Normalizer,
        *,
        cache_bytes: int = 0,
    ) -> None:
        self._manifest = manifest
        self._tokenizer = tokenizer
        self._client = client
        self._encoder = Encoder(
            tokenizer,
            normalizer,
            eos=manifest.special_ids.eos,
            max_tokens=manifest.limits.max_source_tokens,
            comfortable_tokens=manifest.limits.comfortable_source_tokens,
        )
        self.density = SentenceDensity()  # of the texts that it translates
        self._cache = SentenceCache(cache_bytes)
        self._turns = Turns()

    def plan(self, text: MarkedText, pair: LanguagePair, options: TranslationOptions) -> Plan:
        """Split, protect and tokenise a text, on any thread. Raises SourceTooLong for what cannot be split."""
        if pair not in self._manifest.pairs:
            raise ValueError(f"{self._manifest.name} does not translate from {pair.source} to {pair.target}")
        plan = Planner(self._encoder, pair, options).plan(text)
        self.density.learn(len(text.text), len(plan.source_ids))
        return plan

    def prepare(self, plan: Plan, options: TranslationOptions) -> TranslationRun:
        """A planned text to be submitted; what needs no model is done. Takes its time, and runs on any thread."""
        numbers = itertools.count(1)
        desk = self._desk(plan.pair, options)
        parts = [
            _segment(next(numbers), part, desk) if isinstance(part, Planned) else part  # numbered as they are read
            for part in plan.parts
        ]
        for segment in parts:
            if isinstance(segment, Segment):
                segment.prepare()
        return TranslationRun(
            parts if plan.marks else joined(parts),
            source_tokens=sum(map(len, plan.source_ids)),
            marks=plan.marks,
            lengths=plan.lengths,
            turns=self._turns,
        )

    def submit(self, plans: Sequence[Plan], options: TranslationOptions) -> list[TranslationRun]:
        """Submit planned texts and return at once, one run each. Raises EngineError; then none was submitted."""
        with ExitStack() as undo:
            runs = []
            for plan in plans:
                run = self.prepare(plan, options)
                undo.callback(run.cancel)
                run.submit()
                runs.append(run)
            undo.pop_all()
        return runs

    def cache_stats(self) -> CacheStats:
        """What the sentence cache has done so far; any thread."""
        return self._cache.stats()

    def _desk(self, pair: LanguagePair, options: TranslationOptions) -> Desk:
        limits = self._manifest.limits
        return Desk(
            tokenizer=self._tokenizer,
            encode=self._encoder,
            ask=self._ask,
            max_source_tokens=limits.max_source_tokens,
            max_target_tokens=limits.max_target_tokens,
            pair=pair,
            options=options,
            cache=self._cache,
        )

    def _ask(self, source_ids: tuple[int, ...], decoding: DecodingOptions, is_streamed: bool) -> Generation:
        request = GenerationRequest(str(next(_CALLS)), source_ids, decoding, stream=is_streamed)
        return self._client.submit(request)


def _segment(number: int, planned: Planned, desk: Desk) -> Segment:
    return (SpacedSegment if planned.set_as else Segment)(number, planned, desk)
