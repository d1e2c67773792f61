"""Whole translations of a validation set: the same tokens as PyTorch in float32, and what rounding costs in BLEU."""

from collections.abc import Sequence

import torch
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from tokenizers import Tokenizer

from export.greedy import BATCH_SENTENCES, encode_lines, greedy, translate
from export.metadata import ParallelText
from export.parity import MAX_ABSOLUTE_ERROR, VerificationError
from export.session import GraphPair, Ids
from models.search import greedy as torch_greedy
from models.transformer import Transformer
from service.runtime.bundle import Precision, Quality

IDENTICAL_SENTENCES = 200
BLEU_SENTENCES = 1000
MAX_BLEU_LOSS = 0.5


def check_identical_tokens(graphs: GraphPair, model: Transformer, tokenizer: Tokenizer, lines: Sequence[str]) -> int:
    """Greedy tokens of float32 graphs and of PyTorch are the same. Returns the number of sentences compared.

    Where PyTorch itself finds two tokens equally likely within the rounding that parity allows, either is right.
    Raises VerificationError.
    """
    sources = sorted(encode_lines(tokenizer, model.config, lines[:IDENTICAL_SENTENCES]), key=len)
    for start in range(0, len(sources), BATCH_SENTENCES):
        batch = sources[start : start + BATCH_SENTENCES]
        pairs = zip(batch, torch_greedy(model, batch), greedy(graphs, model, batch), strict=True)
        for source, expected, found in pairs:
            if expected != found and _margin(model, source, expected, found) > 2 * MAX_ABSOLUTE_ERROR:
                raise VerificationError(
                    f"the source {tokenizer.decode(source)!r} gives {tokenizer.decode(found)!r} "
                    f"from the graphs but {tokenizer.decode(expected)!r} from PyTorch"
                )
    return len(sources)


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
    graphs: GraphPair, model: Transformer, tokenizer: Tokenizer, text: ParallelText, *, name: str, precision: Precision
) -> Quality:
    """Translate greedily and score with sacreBLEU's defaults."""
    hypotheses = translate(graphs, model, tokenizer, text.sources)
    bleu, chrf = BLEU(), CHRF()
    return Quality(
        test_set=name,
        precision=precision,
        decoding="greedy",
        bleu=round(bleu.corpus_score(hypotheses, [text.targets]).score, 2),
        chrf=round(chrf.corpus_score(hypotheses, [text.targets]).score, 2),
        bleu_signature=str(bleu.get_signature()),
        chrf_signature=str(chrf.get_signature()),
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
