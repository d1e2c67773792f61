"""Whole translations of a validation set: the same tokens as PyTorch in float32, and what rounding costs in BLEU."""

from collections.abc import Sequence
from functools import partial

import torch
from tokenizers import Tokenizer

from export.metadata import ParallelText
from export.parity import MAX_ABSOLUTE_ERROR, VerificationError
from models.decoding import Ids
from models.onnx_search import OnnxModel
from models.onnx_search import greedy as onnx_greedy
from models.quality import encode_sources, score, translate_sources
from models.search import greedy as torch_greedy
from models.transformer import Transformer
from service.runtime.bundle import Precision, Quality

IDENTICAL_SENTENCES = 200
BLEU_SENTENCES = 1000
MAX_BLEU_LOSS = 0.5


def check_identical_tokens(graphs: OnnxModel, model: Transformer, tokenizer: Tokenizer, lines: Sequence[str]) -> int:
    """Greedy tokens of float32 graphs and of PyTorch are the same. Returns the number of sentences compared.

    Where PyTorch itself finds two tokens equally likely within the rounding that parity allows, either is right.
    Raises VerificationError.
    """
    sources = encode_sources(tokenizer, lines[:IDENTICAL_SENTENCES], model.config.eos_id, model.config.max_positions)
    found = _translate(graphs, sources)
    for batch in translate_sources(sources, partial(torch_greedy, model)):
        for index, expected in batch.items():
            ids = found[index]
            if ids != expected and _margin(model, sources[index], expected, ids) > 2 * MAX_ABSOLUTE_ERROR:
                raise VerificationError(
                    f"the source {lines[index]!r} gives {tokenizer.decode(ids)!r} from the graphs "
                    f"but {tokenizer.decode(expected)!r} from PyTorch"
                )
    return len(sources)


def _translate(graphs: OnnxModel, sources: Sequence[list[int]]) -> list[list[int]]:
    """Greedy target ids in the order of the sources."""
    found: dict[int, list[int]] = {}
    for batch in translate_sources(sources, partial(onnx_greedy, graphs)):
        found.update(batch)
    return [found[index] for index in range(len(sources))]


def _margin(model: Transformer, source: Ids, expected: Sequence[int], found: Sequence[int]) -> float:
    """By how much PyTorch prefers its own token where two translations part."""
    eos = model.config.eos_id
    ours, theirs = [*expected, eos], [*found, eos]
    place = next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), None)
    if place is None:
        return float("inf")
    ids = torch.tensor([list(source)])
    mask = torch.ones_like(ids, dtype=torch.bool)
    with torch.inference_mode():
        prefix = torch.tensor([[model.config.bos_id, *ours[:place]]])
        logits = model.decode(prefix, model.encode(ids, mask), mask)[0][0, -1]
    return float(logits[ours[place]] - logits[theirs[place]])


def measure_quality(
    graphs: OnnxModel, tokenizer: Tokenizer, text: ParallelText, *, name: str, precision: Precision
) -> Quality:
    """Translate greedily and score with sacreBLEU's defaults."""
    sources = encode_sources(tokenizer, text.sources, graphs.marks.end, graphs.max_positions)
    scores = score(tokenizer.decode_batch(_translate(graphs, sources)), text.targets)
    return Quality(
        test_set=name,
        precision=precision,
        decoding="greedy",
        bleu=round(scores.bleu, 2),
        chrf=round(scores.chrf, 2),
        bleu_signature=scores.bleu_signature,
        chrf_signature=scores.chrf_signature,
    )


def check_quality_kept(exact: Quality, rounded: Quality) -> float:
    """BLEU lost by rounding, on the same sentences. Raises VerificationError beyond MAX_BLEU_LOSS."""
    loss = exact.bleu - rounded.bleu
    if loss > MAX_BLEU_LOSS:
        raise VerificationError(
            f"{rounded.precision} loses {loss:.2f} BLEU on the validation set ({exact.bleu:.2f} in {exact.precision}, "
            f"{rounded.bleu:.2f}); at most {MAX_BLEU_LOSS} is accepted"
        )
    return loss
