"""Greedy and beam search over the PyTorch model with its cache: for validation and evaluation, not for serving."""

from collections.abc import Sequence

import torch
from torch import Tensor

from models.corpus import pad_rows
from models.decoding import Floats, Ids, Integers, TargetMarks, beam_search, greedy_search, max_target_tokens
from models.transformer import Cache, LayerCache, Transformer, padding_mask


class TorchDecoding:
    """A `Decoding` of padded sources, each in `rows_per_source` neighbouring rows."""

    def __init__(self, model: Transformer, sources: Sequence[Ids], rows_per_source: int = 1) -> None:
        self.model = model
        self.device = model.embedding.weight.device
        ids = pad_rows(sources, model.config.pad_id).to(self.device)
        mask = padding_mask(ids, model.config.pad_id)
        self.memory = model.encode(ids, mask).repeat_interleave(rows_per_source, dim=0)
        self.mask = mask.repeat_interleave(rows_per_source, dim=0)
        self.cache: Cache | None = None

    def step(self, tokens: Integers) -> Floats:
        """The newest token of each row [B] -> logits of the next [B, V]."""
        newest = torch.from_numpy(tokens).to(self.device)[:, None]
        logits, self.cache = self.model.decode(newest, self.memory, self.mask, self.cache)
        result: Floats = logits[:, -1].float().cpu().numpy()
        return result

    def reorder(self, rows: Integers) -> None:
        """Row i goes on with the target of row rows[i] [B], which must have the same source."""
        if self.cache is not None:
            self.cache = _reordered(self.cache, torch.from_numpy(rows).to(self.device))


def _reordered(cache: Cache, rows: Tensor) -> Cache:
    return tuple(
        LayerCache(layer.self_key[rows], layer.self_value[rows], layer.cross_key, layer.cross_value) for layer in cache
    )


def max_target_length(model: Transformer, source_length: int) -> int:
    """Tokens that a translation may have: twice its source and twenty more, within the model's positions."""
    return max_target_tokens(source_length, model.config.max_positions)


@torch.inference_mode()
def greedy(model: Transformer, sources: Sequence[Ids]) -> list[list[int]]:
    """The most likely next token, until eos: one id list per source, without bos and eos. Sources end in eos."""
    limits = [max_target_length(model, len(source)) for source in sources]
    return greedy_search(TorchDecoding(model, sources), limits, _marks(model))


@torch.inference_mode()
def beam(model: Transformer, sources: Sequence[Ids], *, num_beams: int, length_penalty: float = 1.0) -> list[list[int]]:
    """The best of `num_beams` hypotheses, see `Beams`: one id list per source, without bos and eos."""
    limits = [max_target_length(model, len(source)) for source in sources]
    decoding = TorchDecoding(model, sources, num_beams)
    return beam_search(decoding, limits, _marks(model), num_beams=num_beams, length_penalty=length_penalty)


def _marks(model: Transformer) -> TargetMarks:
    return TargetMarks(start=model.config.bos_id, end=model.config.eos_id)
