"""Parallel text as token ids, and batches of it by token count.

The order of an epoch depends on the seed and the epoch's number only, so a resumed run sees the same batches.
"""

import gzip
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import Tensor

from models.recipe import CorpusTable, RecipeError

# Batches are cut from pools of this many sentences sorted by length: little padding, still well mixed.
POOL_SENTENCES = 20_000


def read_lines(path: Path) -> list[str]:
    """Lines of a UTF-8 file, gzip-compressed where it ends in .gz, without line ends. Raises RecipeError."""
    try:
        data = path.read_bytes()
        text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise RecipeError(f"cannot read {path}: {error}") from error
    return text.removesuffix("\n").split("\n")


def read_parallel(source: Path, target: Path) -> tuple[list[str], list[str]]:
    """Two aligned files. Raises RecipeError when their numbers of lines differ."""
    sources, targets = read_lines(source), read_lines(target)
    if len(sources) != len(targets):
        raise RecipeError(f"{source} has {len(sources)} lines but {target} has {len(targets)}")
    return sources, targets


@dataclass(frozen=True, slots=True)
class Sentences:
    """Many id sequences in one array: sequence i is ids[offsets[i]:offsets[i + 1]]."""

    ids: NDArray[np.int32]
    offsets: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, index: int) -> NDArray[np.int32]:
        return self.ids[self.offsets[index] : self.offsets[index + 1]]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """[number of sequences]"""
        return np.diff(self.offsets)


def encode_lines(tokenizer: Tokenizer, lines: Sequence[str]) -> Sentences:
    """Token ids of every line, without an end token."""
    rows = [encoding.ids for encoding in tokenizer.encode_batch_fast(lines, add_special_tokens=False)]
    offsets = np.concatenate(([0], np.cumsum([len(row) for row in rows])))
    return Sentences(np.array([i for row in rows for i in row], np.int32), offsets)


@dataclass(frozen=True, slots=True)
class EncodedCorpus:
    """Source and target sides of one corpus, and how often an epoch passes over it, early and while the rate decays."""

    sources: Sentences
    targets: Sentences
    weight: float
    decay_weight: float


def load_corpus(tokenizer: Tokenizer, table: CorpusTable, root: Path, max_tokens: int) -> EncodedCorpus:
    """Encode a corpus and keep the pairs whose sides have 1 to max_tokens - 1 tokens (one is for the end token).

    Raises RecipeError when nothing is left.
    """
    sources, targets = read_parallel(root / table.source, root / table.target)
    encoded_sources, encoded_targets = encode_lines(tokenizer, sources), encode_lines(tokenizer, targets)
    longest = np.maximum(encoded_sources.lengths, encoded_targets.lengths)
    shortest = np.minimum(encoded_sources.lengths, encoded_targets.lengths)
    keep = np.flatnonzero((longest < max_tokens) & (shortest > 0))
    if round(len(keep) * table.weight) == 0:
        raise RecipeError(
            f"corpus {table.name!r} with weight {table.weight:g} gives no pairs: "
            f"{len(keep)} of {len(sources)} have 1 to {max_tokens - 1} tokens on each side"
        )
    decay_weight = table.weight if table.decay_weight is None else table.decay_weight
    return EncodedCorpus(_select(encoded_sources, keep), _select(encoded_targets, keep), table.weight, decay_weight)


def _select(sentences: Sentences, keep: NDArray[np.int64]) -> Sentences:
    lengths = sentences.lengths[keep]
    offsets = np.concatenate(([0], np.cumsum(lengths)))
    gather = np.arange(offsets[-1]) + np.repeat(sentences.offsets[keep] - offsets[:-1], lengths)
    return Sentences(sentences.ids[gather], offsets)


@dataclass(frozen=True, slots=True)
class Batch:
    """source [B, S] ends in eos; target_in [B, T] starts with bos; target_out [B, T] ends in eos; padded with pad."""

    source: Tensor
    target_in: Tensor
    target_out: Tensor

    def to(self, device: torch.device) -> "Batch":
        """The same batch on a device."""
        return Batch(self.source.to(device), self.target_in.to(device), self.target_out.to(device))

    @property
    def num_target_tokens(self) -> int:
        """Real tokens of target_out."""
        return int((self.target_out != 0).sum())


class BatchPlan:
    """Draws the batches of an epoch over weighted corpora."""

    def __init__(
        self, corpora: Sequence[EncodedCorpus], batch_tokens: int, seed: int, special: tuple[int, int, int]
    ) -> None:
        self.corpora = corpora
        self.batch_tokens = batch_tokens
        self.seed = seed
        self.pad, self.bos, self.eos = special

    @property
    def has_decay_weights(self) -> bool:
        """Whether any corpus has another weight while the rate decays."""
        return any(corpus.decay_weight != corpus.weight for corpus in self.corpora)

    def epoch(self, number: int, *, decaying: bool = False) -> list[NDArray[np.int64]]:
        """Batches of epoch `number`, each an array [B, 2] of (corpus, sentence)."""
        random = np.random.default_rng((self.seed, number))
        weights = [corpus.decay_weight if decaying else corpus.weight for corpus in self.corpora]
        draws = zip(self.corpora, weights, strict=True)
        pairs = np.concatenate([_draw(i, corpus, weight, random) for i, (corpus, weight) in enumerate(draws)])
        random.shuffle(pairs)
        batches: list[NDArray[np.int64]] = []
        for start in range(0, len(pairs), POOL_SENTENCES):
            batches += self._cut(pairs[start : start + POOL_SENTENCES])
        order = random.permutation(len(batches))
        return [batches[i] for i in order]

    def _cut(self, pool: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        lengths = [(len(self.corpora[c].targets[i]), len(self.corpora[c].sources[i])) for c, i in pool]
        order = sorted(range(len(pool)), key=lengths.__getitem__)
        batches: list[NDArray[np.int64]] = []
        rows: list[int] = []
        widest = 0
        for index in order:
            widest = max(widest, *lengths[index]) if rows else max(lengths[index])
            if rows and (len(rows) + 1) * (widest + 1) > self.batch_tokens:
                batches.append(pool[rows])
                rows, widest = [], max(lengths[index])
            rows.append(index)
        return [*batches, pool[rows]]

    def load(self, batch: NDArray[np.int64]) -> Batch:
        """Make the padded tensors of one batch."""
        sources = [self.corpora[c].sources[i] for c, i in batch]
        targets = [self.corpora[c].targets[i] for c, i in batch]
        return Batch(
            pad_rows([[*row, self.eos] for row in sources], self.pad),
            pad_rows([[self.bos, *row] for row in targets], self.pad),
            pad_rows([[*row, self.eos] for row in targets], self.pad),
        )

    def iterate(self, epoch: int, start: int, *, decaying: bool = False) -> Iterator[Batch]:
        """Batches of an epoch from number `start` on."""
        for batch in self.epoch(epoch, decaying=decaying)[start:]:
            yield self.load(batch)


def _draw(index: int, corpus: EncodedCorpus, weight: float, random: np.random.Generator) -> NDArray[np.int64]:
    count = round(len(corpus.sources) * weight)
    whole, rest = divmod(count, len(corpus.sources))
    parts = [np.arange(len(corpus.sources))] * whole + [random.permutation(len(corpus.sources))[:rest]]
    sentences = np.concatenate(parts)
    return np.stack((np.full(len(sentences), index), sentences), axis=1)


def pad_rows(rows: Sequence[Sequence[int]], pad: int) -> Tensor:
    """Ragged rows -> int64 [B, longest]."""
    grid = np.full((len(rows), max(map(len, rows))), pad, np.int64)
    for index, row in enumerate(rows):
        grid[index, : len(row)] = row
    return torch.from_numpy(grid)
