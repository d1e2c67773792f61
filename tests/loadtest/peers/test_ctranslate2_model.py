"""CTranslate2 gives the tokens of any target the probabilities that our model gives them."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from models.config import ModelConfig
from tests.loadtest.peers.weights_of import weights_of
from tests.models.toys import TOY, VARIANTS, toy_model, variant_name

ctranslate2 = pytest.importorskip("ctranslate2")
converter = pytest.importorskip("loadtest.peers.ctranslate2_model")

Pairs = list[tuple[list[int], list[int]]]


@pytest.mark.parametrize("config", VARIANTS, ids=variant_name)
def test_every_shape_of_model_scores_the_same(config: ModelConfig, pairs: Pairs, tmp_path: Path) -> None:
    """Token by token, the end token included."""
    model = toy_model(config)
    converter.write_ctranslate2_model(weights_of(model), tmp_path / "model", "float32")
    translator = ctranslate2.Translator(str(tmp_path / "model"), "cpu", intra_threads=1)
    names = [[[str(token) for token in side] for side in (source, target[1:])] for source, target in pairs]
    found = translator.score_batch([source for source, _ in names], [target for _, target in names])
    for (source, target), result in zip(pairs, found, strict=True):
        with torch.inference_mode():
            mask = torch.ones(1, len(source), dtype=torch.bool)
            memory = model.encode(torch.tensor([source]), mask)
            logits = model.decode(torch.tensor([target]), memory, mask)[0][0]
        following = torch.tensor([*target[1:], config.eos_id])
        expected = logits.log_softmax(-1)[torch.arange(len(following)), following]
        np.testing.assert_allclose(result.log_probs, expected.numpy(), atol=2e-5)


def test_int8_is_smaller_and_nearly_the_same(tmp_path: Path) -> None:
    weights = weights_of(toy_model())
    before = {name: array.copy() for name, array in weights.tensors.items()}
    for precision in ("float32", "int8"):
        converter.write_ctranslate2_model(weights, tmp_path / precision, precision)
    sizes = [(tmp_path / precision / "model.bin").stat().st_size for precision in ("int8", "float32")]
    assert sizes[0] < sizes[1]
    for name, array in weights.tensors.items():
        np.testing.assert_array_equal(array, before[name], err_msg="the weights belong to the other systems too")


def test_heads_of_another_width_are_refused(tmp_path: Path) -> None:
    model = toy_model(replace(TOY, head_size=10))
    with pytest.raises(ValueError, match="the heads are 30 wide, CTranslate2 needs d_model, 24"):
        converter.write_ctranslate2_model(weights_of(model), tmp_path / "model", "float32")
