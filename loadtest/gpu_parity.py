"""Does a device compute in float16 what the CPU does in float32, and the same for a sentence in any company?

n rows, V vocabulary.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
import numpy.typing as npt
import onnxruntime

from loadtest.task import Ids, agreement
from service.engine.engine import Engine, EngineConfig
from service.engine.events import Event, Failed, Finished, Hypothesis
from service.engine.options import DecodingOptions
from service.engine.request import GenerationRequest
from service.runtime.bundle import BundleManifest
from service.runtime.cache_shape import cache_sizes
from service.runtime.device_slots import DeviceSource
from service.runtime.memory import device_region
from service.runtime.runner import ModelRunner

NUM_BEAMS: Final = 4

Logits = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Parity:
    """What was found. Shares are between 0 and 1."""

    relative_error: float  # root mean square of the difference of logits over that of the logits
    best_agreement: float  # of the best tokens, both fed the same ones
    greedy_agreement: float  # of whole targets
    beam_agreement: float
    unchanged_by_company: float  # sentences with the same tokens and scores, to the bit, alone and together
    is_broken_row_seen: bool  # and no other row takes harm


def measure_parity(
    reference: ModelRunner, device: ModelRunner, sources: Sequence[Ids], memory: str, max_new_tokens: int
) -> Parity:
    """Hold `device`, whose slots are in `memory`, to `reference`. Both have as many rows as sources, or more."""
    errors, same = zip(*_teacher_forced(reference, device, sources, max_new_tokens), strict=True)
    greedy = DecodingOptions(max_new_tokens=max_new_tokens, logprobs=True)
    beams = DecodingOptions(max_new_tokens=max_new_tokens, num_beams=NUM_BEAMS)
    together = decode(device, sources, greedy)
    alone = [hypothesis for source in sources for hypothesis in decode(device, [source], greedy)]
    return Parity(
        relative_error=float(np.sqrt(np.mean(errors))),
        best_agreement=float(np.mean(same)),
        greedy_agreement=agreement(token_ids(together), token_ids(decode(reference, sources, greedy))),
        beam_agreement=agreement(
            token_ids(decode(device, sources, beams)), token_ids(decode(reference, sources, beams))
        ),
        unchanged_by_company=float(np.mean([a == b for a, b in zip(together, alone, strict=True)])),
        is_broken_row_seen=_is_broken_row_seen(device, sources, memory),
    )


def decode(runner: ModelRunner, sources: Sequence[Ids], options: DecodingOptions) -> list[Hypothesis]:
    """The best hypothesis for each source, all submitted at once. Raises the error of one that failed."""
    special = runner.manifest.special_ids
    engine = Engine(runner, EngineConfig(decoder_start=special.decoder_start, eos=special.eos))
    endings: dict[str, Event] = {}
    for index, source in enumerate(sources):
        request = GenerationRequest(str(index), tuple(source), options)
        engine.add(engine.new_sequence(request, partial(_keep, endings, str(index))))
    while engine.has_work:
        engine.step()
    return [_best(endings[str(index)]) for index in range(len(sources))]


def token_ids(hypotheses: Sequence[Hypothesis]) -> list[Ids]:
    """Their tokens alone."""
    return [list(hypothesis.token_ids) for hypothesis in hypotheses]


def place_all(runner: ModelRunner, sources: Sequence[Ids]) -> None:
    """Source i goes to slot i."""
    for slot, encoded in enumerate(runner.encode(sources)):
        runner.place(encoded, [slot])


def _keep(endings: dict[str, Event], name: str, events: Sequence[Event]) -> None:
    endings[name] = events[-1]


def _best(ending: Event) -> Hypothesis:
    if isinstance(ending, Failed):
        raise ending.error
    if not isinstance(ending, Finished):
        raise TypeError(f"a request ended with {type(ending).__name__}")
    return ending.best


def _teacher_forced(
    reference: ModelRunner, device: ModelRunner, sources: Sequence[Ids], steps: int
) -> Iterator[tuple[float, float]]:
    """For each step the relative squared error of the logits, and the share of rows with the same best token."""
    runners = (reference, device)
    for runner in runners:
        place_all(runner, sources)
    tokens = np.full(len(sources), reference.manifest.special_ids.decoder_start, np.int64)
    for length in range(steps):
        lengths = np.full(len(sources), length, np.int32)
        expected, found = (runner.step(tokens, lengths) for runner in runners)
        chosen, _ = device.step_best(tokens, lengths)
        tokens = expected.argmax(axis=1)
        yield _squared_error(expected, found), float(np.mean(chosen == tokens))


def _squared_error(expected: Logits, found: Logits) -> float:
    """Of two [n, V]."""
    return float(np.mean((found - expected) ** 2) / np.mean(expected**2))


def _is_broken_row_seen(device: ModelRunner, sources: Sequence[Ids], memory: str) -> bool:
    """Give row 0 a source that is no numbers: it must show in its best logit, and nowhere else."""
    place_all(device, sources)
    start = np.full(len(sources), device.manifest.special_ids.decoder_start, np.int64)
    zeros = np.zeros(len(sources), np.int32)
    before = device.step_best(start, zeros)[1].copy()
    device.place(_no_numbers(device.manifest, memory), [0])
    after = device.step_best(start, zeros)[1]
    return not np.isfinite(after[0]) and after[1:].tobytes() == before[1:].tobytes()


def _no_numbers(manifest: BundleManifest, memory: str) -> DeviceSource:
    """A source of one token whose keys and values are NaN."""
    parts, heads, size = cache_sizes(manifest)
    values = np.full((1, parts * heads * size), np.nan, np.float16)
    value = onnxruntime.OrtValue.ortvalue_from_shape_and_type(values.shape, np.float16, memory, 0)
    value.update_inplace(values)
    return DeviceSource(device_region(value, np.float16, memory), 0, 1)
