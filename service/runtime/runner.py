"""The model as the engine sees it: ids in, logits out, one slot per running sequence.

B sources, n active rows (always the first n slots), V vocabulary.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt

from service.runtime.bindings import Logits, Positions, StepBindings, Tokens
from service.runtime.bundle import Bundle, BundleManifest
from service.runtime.device import MEMORY_OF, Device
from service.runtime.device_slots import DeviceSlots
from service.runtime.errors import DeviceError, RunnerError
from service.runtime.sessions import RUN_ERRORS, Sessions, open_sessions
from service.runtime.slots import Encoded, Lengths, Rows, SlotCache, Slots
from service.runtime.threads import available_cpus

logger = logging.getLogger(__name__)


class ModelRunner:
    """Runs both graphs of one bundle over its slot cache. Not thread-safe: one engine owns it."""

    def __init__(self, manifest: BundleManifest, sessions: Sessions, slots: Slots, threads: int) -> None:
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
    def provider(self) -> str:
        """The execution provider that is really in use."""
        return self._sessions.provider

    def encode(self, sources: Sequence[Sequence[int]]) -> list[Encoded]:
        """One encoder run over all `sources`. Raises RunnerError."""
        try:
            return self._slots.encode(self._sessions.encoder, sources)
        except RUN_ERRORS as error:
            raise RunnerError(f"the encoder failed on {len(sources)} sources: {error}") from error

    def place(self, encoded: Encoded, slots: Sequence[int]) -> None:
        """Put an encoded source into each of `slots`. Raises RunnerError."""
        try:
            self._slots.place(encoded, slots)
        except RUN_ERRORS as error:
            raise RunnerError(f"placing a source failed: {error}") from error

    def step(self, tokens: Tokens, cached_lengths: Positions, *, with_alignment: bool = False) -> Logits:
        """Next-token logits [n, V] of slots 0..n-1, a view that the next step overwrites. Raises RunnerError.

        `tokens` [n] is each row's last token, `cached_lengths` [n] how many tokens came before it.
        """
        try:
            return self._bindings.run(tokens, cached_lengths, with_queries=with_alignment)
        except RUN_ERRORS as error:
            raise RunnerError(f"the decoder failed on {len(tokens)} rows: {error}") from error

    def step_best(
        self, tokens: Tokens, cached_lengths: Positions, *, with_alignment: bool = False
    ) -> tuple[Tokens, Logits]:
        """As `step`, but only the likeliest token of each row [n], the lowest of several, and its logit [n].

        A device then gives back these alone. A row whose logits are no numbers has a logit that is none.
        """
        try:
            return self._bindings.run_best(tokens, cached_lengths, with_queries=with_alignment)
        except RUN_ERRORS as error:
            raise RunnerError(f"the decoder failed on {len(tokens)} rows: {error}") from error

    def alignment(self, slot: int) -> npt.NDArray[np.float32]:
        """[S]: how much of the last step's cross-attention each source token got, over all layers and heads.

        Valid after a step with alignment; sums to 1. Raises RunnerError.
        """
        sizes = self.manifest.sizes
        queries = self._bindings.queries[:, slot].reshape(sizes.decoder_layers, sizes.num_heads, 1, sizes.head_size)
        with _reporting("reading a source's keys"):
            keys = self._slots.source_keys(slot)
        # The graph's queries are scaled already.
        scores = (queries @ keys.swapaxes(-1, -2))[:, :, 0]
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        shares: npt.NDArray[np.float32] = (weights / weights.sum(axis=-1, keepdims=True)).mean(axis=(0, 1))
        return shares

    def fork(self, sources: Rows, targets: Rows, cached_lengths: Lengths) -> None:
        """Copy the target of slot sources[i], cached_lengths[i] tokens, over that of targets[i], of the same source.

        Raises RunnerError.
        """
        with _reporting("forking targets"):
            self._slots.fork(sources, targets, cached_lengths)

    def move(self, sources: Rows, targets: Rows, cached_lengths: Lengths) -> None:
        """Copy all of slot sources[i], cached_lengths[i] tokens of target, over slot targets[i]. Raises RunnerError."""
        with _reporting("moving slots"):
            self._slots.move(sources, targets, cached_lengths)

    def warm_up(self) -> None:
        """Run the longest source and every number of rows once, so that no request pays for a first time."""
        longest = [self.manifest.special_ids.eos] * self.max_source_tokens
        self.place(self.encode([longest])[0], [0])
        for n in range(1, self.num_slots + 1):
            start, zeros = np.full(n, self.manifest.special_ids.decoder_start, np.int64), np.zeros(n, np.int32)
            self.step(start, zeros)
            if self.manifest.is_choosing:
                self.step_best(start, zeros)


@contextmanager
def _reporting(work: str) -> Iterator[None]:
    """Turn what the runtime raises meanwhile into a RunnerError. On a device, copies run graphs and may fail, too."""
    try:
        yield
    except RUN_ERRORS as error:
        raise RunnerError(f"{work} failed: {error}") from error


def load_runner(bundle: Bundle, *, device: Device, num_slots: int, threads: int | None = None) -> ModelRunner:
    """Open the graphs of a verified bundle. `threads` defaults to the CPUs that this process may use.

    Raises DeviceError or BundleError with a sentence that says what to do.
    """
    return load_runners(bundle, 1, device=device, num_slots=num_slots, threads=threads or available_cpus())[0]


def load_runners(bundle: Bundle, count: int, *, device: Device, num_slots: int, threads: int) -> list[ModelRunner]:
    """As `load_runner`: several that share the weights and have `num_slots` and `threads` each.

    On a device one runner has all the rows: several would only wait for each other's steps.
    """
    sessions = open_sessions(bundle, device=device, threads=threads)
    if sessions.copier is not None and count > 1:
        logger.info("%s: one worker with %d rows on the device", bundle.manifest.name, count * num_slots)
        count, num_slots = 1, count * num_slots
    return [make_runner(bundle, sessions, num_slots=num_slots, threads=threads) for _ in range(count)]


def make_runner(bundle: Bundle, sessions: Sessions, *, num_slots: int, threads: int) -> ModelRunner:
    """A runner with slots where the sessions want them. Raises DeviceError when the device has no room for them."""
    manifest = bundle.manifest
    if sessions.copier is None:
        return ModelRunner(manifest, sessions, SlotCache(manifest, num_slots), threads)
    memory = MEMORY_OF[sessions.provider]
    try:
        slots = DeviceSlots(manifest, num_slots, sessions.copier, memory)
        return ModelRunner(manifest, sessions, slots, threads)
    except RUN_ERRORS as error:
        raise DeviceError(
            f"{manifest.name}: {memory} memory has no room for {num_slots} rows ({error}); lower DRAGOMAN_MAX_ROWS"
        ) from error
