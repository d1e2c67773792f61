"""Translate lines with any search over token ids, and score them with sacreBLEU (Post 2018)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.metrics.bleu import BLEUScore
from tokenizers import Tokenizer

from models.search import greedy
from models.transformer import Transformer

BATCH_SENTENCES = 100

Search = Callable[[Sequence[Sequence[int]]], list[list[int]]]
"""A batch of sources that end in eos -> one target each, without bos and eos."""


def encode_sources(tokenizer: Tokenizer, lines: Sequence[str], eos_id: int, max_tokens: int) -> list[list[int]]:
    """Token ids of source lines, end token last. Raises ValueError for a line that is too long."""
    sources = [[*encoding.ids, eos_id] for encoding in tokenizer.encode_batch(list(lines), add_special_tokens=False)]
    for number, source in enumerate(sources, start=1):
        if len(source) > max_tokens:
            raise ValueError(
                f"line {number} has {len(source)} tokens, end token included; the model takes {max_tokens}"
            )
    return sources


def translate_sources(sources: Sequence[list[int]], search: Search) -> Iterator[dict[int, list[int]]]:
    """Search in batches of similar length; yields each batch's results by the index of the source."""
    order = sorted(range(len(sources)), key=lambda index: len(sources[index]))
    for start in range(0, len(order), BATCH_SENTENCES):
        chosen = order[start : start + BATCH_SENTENCES]
        yield dict(zip(chosen, search([sources[index] for index in chosen]), strict=True))


def translate_lines(model: Transformer, tokenizer: Tokenizer, lines: Sequence[str]) -> list[str]:
    """One greedy translation per line, in order."""
    sources = encode_sources(tokenizer, lines, model.config.eos_id, model.config.max_positions)
    found: dict[int, list[int]] = {}
    for batch in translate_sources(sources, partial(greedy, model)):
        found.update(batch)
    return tokenizer.decode_batch([found[index] for index in range(len(lines))])


def corpus_bleu(hypotheses: Sequence[str], references: Sequence[str]) -> BLEUScore:
    """Cased, detokenised BLEU with sacreBLEU's defaults (tokenizer 13a)."""
    return BLEU().corpus_score(hypotheses, [references])


@dataclass(frozen=True, slots=True)
class Scores:
    """BLEU as in `corpus_bleu` and chrF2 (Popovic 2015), each with the signature that says how it was measured."""

    bleu: float
    bleu_signature: str
    chrf: float
    chrf_signature: str


def score(hypotheses: Sequence[str], references: Sequence[str]) -> Scores:
    """Both metrics with sacreBLEU's defaults."""
    bleu, chrf = BLEU(), CHRF()
    bleu_score = bleu.corpus_score(hypotheses, [references]).score
    chrf_score = chrf.corpus_score(hypotheses, [references]).score
    return Scores(bleu_score, str(bleu.get_signature()), chrf_score, str(chrf.get_signature()))
