"""The model as the engine sees it: ids in, logits out, one slot per running sequence.

B sources, n active rows (always the first n slots), V vocabulary.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from service.runtime.bindings import StepBindings
from service.runtime.bundle import ENCODER_OUTPUT, Bundle, BundleManifest
from service.runtime.device import Device
from service.runtime.errors import RunnerError
from service.runtime.packing import pack_sources
from service.runtime.sessions import RUN_ERRORS, Sessions, open_sessions
from service.runtime.slots import EncodedSource, Lengths, Rows, SlotCache
from service.runtime.threads import available_cpus


class ModelRunner:
    """Runs both graphs of one bundle over its slot cache. Not thread-safe: one engine owns it."""

    def __init__(self, manifest: BundleManifest, sessions: Sessions, slots: SlotCache, threads: int) -> None:
        self.manifest = manifest
        self.threads = threads
        self._sessions = sessions
        self._slots = slots
        self._bindings = StepBindings(sessions.decoder, slots, manifest)

    @property
    def num_slots(self) -> int:
        """How many sequences can run at once."""
        return self._slots.capacity

    @property
    def max_source_tokens(self) -> int:
        """Longest source, its end token included."""
        return self.manifest.limits.max_source_tokens

    @property
    def max_target_tokens(self) -> int:
        """Most tokens that one slot can generate, the end token included."""
        return self.manifest.limits.max_target_tokens

    @property
    def vocab_size(self) -> int:
        """Every id is below this."""
        return self.manifest.sizes.vocab_size

    @property
    def bytes_per_slot(self) -> int:
        """Memory that one more slot costs."""
        return self._slots.bytes_per_slot

    @property
    def provider(self) -> str:
        """The execution provider that is really in use."""
        return self._sessions.provider

    def encode(self, sources: Sequence[Sequence[int]]) -> list[EncodedSource]:
        """One encoder run over all `sources`. Raises RunnerError."""
        inputs = pack_sources(sources)
        try:
            (encoded,) = self._sessions.encoder.run([ENCODER_OUTPUT], inputs)
        except RUN_ERRORS as error:
            raise RunnerError(f"the encoder failed on {len(sources)} sources: {error}") from error
        return np.split(encoded, np.cumsum([len(source) for source in sources])[:-1])

    def place(self, encoded: EncodedSource, slots: Sequence[int]) -> None:
        """Put an encoded source into each of `slots`."""
        first, *others = slots
        self._slots.write_source(first, encoded)
        for slot in others:
            self._slots.copy_source(first, slot)

    def step(
        self, tokens: npt.NDArray[np.int64], cached_lengths: npt.NDArray[np.int32], *, with_alignment: bool = False
    ) -> npt.NDArray[np.float32]:
        """Next-token logits [n, V] of slots 0..n-1, a view that the next step overwrites. Raises RunnerError.

        `tokens` [n] is each row's last token, `cached_lengths` [n] how many tokens came before it.
        """
        try:
            return self._bindings.run(tokens, cached_lengths, with_queries=with_alignment)
        except RUN_ERRORS as error:
            raise RunnerError(f"the decoder failed on {len(tokens)} rows: {error}") from error

    def alignment(self, slot: int) -> npt.NDArray[np.float32]:
        """[S]: how much of the last step's cross-attention each source token got, over all layers and heads.

        Valid after a step with alignment; sums to 1.
        """
        sizes = self.manifest.sizes
        length = int(self._slots.last_source_positions[slot]) + 1
        queries = self._bindings.queries[:, slot].reshape(sizes.decoder_layers, sizes.num_heads, 1, sizes.head_size)
        keys = self._slots.cross[::2, slot, :, :length].astype(np.float32)
        # The graph's queries are scaled already.
        scores = (queries @ keys.swapaxes(-1, -2))[:, :, 0]
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        shares: npt.NDArray[np.float32] = (weights / weights.sum(axis=-1, keepdims=True)).mean(axis=(0, 1))
        return shares

    def fork(self, sources: Rows, targets: Rows, cached_lengths: Lengths) -> None:
        """Copy the target of slot sources[i], cached_lengths[i] tokens, over that of targets[i], of the same source."""
        for source, target, length in _items(sources, targets, cached_lengths):
            self._slots.copy_target(source, target, length)

    def move(self, sources: Rows, targets: Rows, cached_lengths: Lengths) -> None:
        """Copy all of slot sources[i], cached_lengths[i] tokens of target, over slot targets[i]."""
        for source, target, length in _items(sources, targets, cached_lengths):
            self._slots.copy_source(source, target)
            self._slots.copy_target(source, target, length)

    def warm_up(self) -> None:
        """Run the longest source and every number of rows once, so that no request pays for a first time."""
        longest = [self.manifest.special_ids.eos] * self.max_source_tokens
        self.place(self.encode([longest])[0], [0])
        for n in range(1, self.num_slots + 1):
            start = np.full(n, self.manifest.special_ids.decoder_start, np.int64)
            self.step(start, np.zeros(n, np.int32))


def load_runner(bundle: Bundle, *, device: Device, num_slots: int, threads: int | None = None) -> ModelRunner:
    """Open the graphs of a verified bundle. `threads` defaults to the CPUs that this process may use.

    Raises DeviceError or BundleError with a sentence that says what to do.
    """
    return load_runners(bundle, 1, device=device, num_slots=num_slots, threads=threads or available_cpus())[0]


def load_runners(bundle: Bundle, count: int, *, device: Device, num_slots: int, threads: int) -> list[ModelRunner]:
    """As `load_runner`: several that share the weights and have `num_slots` and `threads` each."""
    sessions = open_sessions(bundle, device=device, threads=threads)
    manifest = bundle.manifest
    return [ModelRunner(manifest, sessions, SlotCache(manifest, num_slots), threads) for _ in range(count)]


def _items(sources: Rows, targets: Rows, lengths: Lengths) -> Iterator[tuple[int, int, int]]:
    return zip(sources.tolist(), targets.tolist(), lengths.tolist(), strict=True)
