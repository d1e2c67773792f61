"""The model as the engine sees it: ids in, logits out, one slot per running sequence.

B sources, n active rows (always the first n slots), V vocabulary.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from service.runtime.bindings import StepBindings
from service.runtime.bundle import Bundle, BundleManifest
from service.runtime.device import Device
from service.runtime.errors import RunnerError
from service.runtime.packing import pack_sources
from service.runtime.sessions import RUN_ERRORS, Sessions, open_sessions
from service.runtime.slots import SlotCache, allocate_slots
from service.runtime.threads import available_cpus


class ModelRunner:
    """Runs both graphs of one bundle over its slot cache. Not thread-safe: one engine owns it."""

    def __init__(self, manifest: BundleManifest, sessions: Sessions, slots: SlotCache, threads: int) -> None:
        self.manifest = manifest
        self.threads = threads
        self._sessions = sessions
        self._slots = slots
        self._bindings = StepBindings(sessions.decoder, slots, manifest.sizes.vocab_size)
        self._cross_names = [name for name in manifest.cache_names() if name.startswith("cross_")]

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

    def encode(self, sources: Sequence[Sequence[int]], rows: Sequence[int]) -> None:
        """One encoder run over all `sources`; source i goes into slot `rows[i]`. Raises RunnerError."""
        inputs = pack_sources(sources)
        try:
            outputs = self._sessions.encoder.run(self._cross_names, inputs)
        except RUN_ERRORS as error:
            raise RunnerError(f"the encoder failed on {len(sources)} sources: {error}") from error
        for index, (source, row) in enumerate(zip(sources, rows, strict=True)):
            cross = {name: output[index] for name, output in zip(self._cross_names, outputs, strict=True)}
            self._slots.write_source(row, cross, len(source))

    def step(self, tokens: npt.NDArray[np.int64], cached_lengths: npt.NDArray[np.int32]) -> npt.NDArray[np.float32]:
        """Next-token logits [n, V] of slots 0..n-1, a view that the next step overwrites. Raises RunnerError.

        `tokens` [n] is each row's last token, `cached_lengths` [n] how many tokens came before it.
        """
        try:
            return self._bindings.run(tokens, cached_lengths)
        except RUN_ERRORS as error:
            raise RunnerError(f"the decoder failed on {len(tokens)} rows: {error}") from error

    def move(self, source: int, target: int, cached_length: int) -> None:
        """Copy slot `source`, `cached_length` tokens into its target, over slot `target`."""
        self._slots.move(source, target, cached_length)

    def warm_up(self) -> None:
        """Run the longest source and every number of rows once, so that no request pays for a first time."""
        longest = [self.manifest.special_ids.eos] * self.max_source_tokens
        self.encode([longest], [0])
        for n in range(1, self.num_slots + 1):
            start = np.full(n, self.manifest.special_ids.decoder_start, np.int64)
            self.step(start, np.zeros(n, np.int32))


def load_runner(bundle: Bundle, *, device: Device, num_slots: int, threads: int | None = None) -> ModelRunner:
    """Open the graphs of a verified bundle. `threads` defaults to the CPUs that this process may use.

    Raises DeviceError or BundleError with a sentence that says what to do.
    """
    threads = threads or available_cpus()
    sessions = open_sessions(bundle, device=device, threads=threads)
    return ModelRunner(bundle.manifest, sessions, allocate_slots(bundle.manifest, num_slots), threads)
