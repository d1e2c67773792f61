"""Stand-ins below the text layer: a tokenizer of bytes, a manifest, an engine client that plays a script."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence

import tokenizers
from tokenizers import decoders
from tokenizers.models import BPE

from service.engine.errors import EngineError
from service.engine.events import (
    Cancelled,
    Event,
    Finished,
    FinishReason,
    Hypothesis,
    TerminalEvent,
    Timings,
    TokenEvent,
)
from service.engine.request import GenerationRequest
from service.runtime.bundle import SCHEMA_VERSION, BundleManifest
from service.runtime.tokenizer import Tokenizer

EOS = 2
NO_TIME = Timings(0.0, 0.0, 0.0, 0.0)


def byte_tokenizer() -> Tokenizer:
    """Ids 0 to 2 are special, 3 to 258 are the bytes; there is nothing else."""
    names = ["<pad>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))]
    vocab = {name: index for index, name in enumerate(names)}
    backend = tokenizers.Tokenizer(BPE(vocab=vocab, merges=[], byte_fallback=True))
    backend.decoder = decoders.Sequence([decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)])
    backend.add_special_tokens(["<pad>", "<s>", "</s>"])
    data = [b"", b"", b"", *(bytes([byte]) for byte in range(256))]
    return Tokenizer(backend, data, frozenset({0, 1, EOS}))


def manifest(
    *pairs: tuple[str, str],
    max_source_tokens: int = 100,
    max_target_tokens: int = 100,
    comfortable_source_tokens: int | None = None,
) -> BundleManifest:
    """A manifest that says only what the text layer reads."""
    sizes = dict.fromkeys(("d_model", "num_heads", "head_size", "encoder_layers", "decoder_layers", "parameters"), 1)
    files = ("encoder.onnx", "decoder.onnx", "tokenizer.json", "MODEL_CARD.md")
    return BundleManifest.model_validate(
        {
            "schema_version": SCHEMA_VERSION,
            "name": "fake",
            "task": "translation",
            "pairs": [{"source": source, "target": target} for source, target in pairs],
            "language_control": "none",
            "source_normalization": [],
            "sizes": sizes | {"vocab_size": 259},
            "special_ids": {"pad": 0, "eos": EOS, "decoder_start": 1},
            "limits": {
                "max_source_tokens": max_source_tokens,
                "max_target_tokens": max_target_tokens,
                "comfortable_source_tokens": comfortable_source_tokens,
            },
            "precision": "fp32",
            "licence": "CC0-1.0",
            "corpora": [],
            "quality": [],
            "provenance": {},
            "files": {name: {"bytes": 0, "sha256": "0" * 64} for name in files},
        }
    )


def hypothesis(data: bytes, reason: FinishReason = FinishReason.STOP) -> Hypothesis:
    """One answer, whose tokens are these bytes."""
    ids = [3 + byte for byte in data] + ([EOS] if reason is FinishReason.STOP else [])
    return Hypothesis(tuple(map(TokenEvent, ids)), reason)


def token_events(data: bytes, reason: FinishReason = FinishReason.STOP) -> list[Event]:
    """The events of a generation that streams these bytes."""
    best = hypothesis(data, reason)
    return [*best.tokens, Finished((best,), NO_TIME)]


class FakeGeneration:
    """Events that a test pushes; a cancelled one ends with Cancelled, as the engine's do."""

    def __init__(self, request: GenerationRequest, source: str) -> None:
        self.request = request
        self.source = source
        self.is_running = True
        self.was_cancelled = False
        self._events: asyncio.Queue[Event] = asyncio.Queue()

    def push(self, *events: Event) -> None:
        for event in events:
            self._events.put_nowait(event)
            self.is_running = not isinstance(event, TerminalEvent)

    @property
    def has_waiting(self) -> bool:
        return not self._events.empty()

    def cancel(self) -> None:
        if self.is_running:
            self.was_cancelled = True
            self.push(Cancelled())

    async def __aiter__(self) -> AsyncIterator[Event]:
        while True:
            event = await self._events.get()
            yield event
            if isinstance(event, TerminalEvent):
                return


Script = Callable[[str], Sequence[Event]]


class FakeClient:
    """Plays `script(sentence)` for each request at once; the n-th of `refusals`, if any, refuses the n-th.

    A request that does not stream gets only the terminal event, as from the engine.
    """

    def __init__(self, script: Script = lambda _: (), refusals: Sequence[EngineError | None] = ()) -> None:
        self._script = script
        self._refusals = list(refusals)
        self.generations: list[FakeGeneration] = []

    def submit(self, request: GenerationRequest) -> FakeGeneration:
        refusal = self._refusals.pop(0) if self._refusals else None
        if refusal is not None:
            raise refusal
        source = bytes(token_id - 3 for token_id in request.source_ids[:-1]).decode()
        generation = FakeGeneration(request, source)
        events = self._script(source)
        generation.push(*(events if request.stream else [e for e in events if isinstance(e, TerminalEvent)]))
        self.generations.append(generation)
        return generation

    @property
    def sources(self) -> list[str]:
        """What was submitted, in order."""
        return [generation.source for generation in self.generations]

    @property
    def num_running(self) -> int:
        """How many generations would still hold a row or a place in the queue."""
        return sum(generation.is_running for generation in self.generations)
