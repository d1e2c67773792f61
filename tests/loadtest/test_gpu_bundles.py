from pathlib import Path

import numpy as np
import torch

from loadtest.gpu_bundles import RANDOM_CONFIG, SHIPPED, random_model, write_bundles
from models.config import ModelConfig
from service.runtime.bundle import load_bundle, read_manifest

SMALL = ModelConfig(vocab_size=700, d_model=32, num_heads=2, ffn_size=32, encoder_layers=1, decoder_layers=1)


def test_each_model_comes_in_both_precisions(tiny_bundles: dict[str, Path], tmp_path: Path) -> None:
    write_bundles(tmp_path, tiny_bundles["fp32"], SMALL)
    found = {path.name: load_bundle(path).manifest for path in tmp_path.iterdir()}
    assert {(name, manifest.precision) for name, manifest in found.items()} == {
        ("random-fp16", "fp16"),
        ("random-fp32", "fp32"),
        ("tiny-zh-en-fp16", "fp16"),
        ("tiny-zh-en-fp32", "fp32"),
    }
    assert found["random-fp16"].sizes.d_model == 32
    assert found["tiny-zh-en-fp16"].sizes == read_manifest(tiny_bundles["fp32"]).sizes


def test_float16_holds_the_random_weights_exactly() -> None:
    weights = random_model(SMALL).state_dict()
    assert all(torch.equal(tensor, tensor.half().float()) for tensor in weights.values())
    assert all(np.isfinite(tensor.numpy()).all() for tensor in weights.values())


def test_the_defaults_are_a_shipped_bundle_and_a_model_of_opus_mts_size() -> None:
    assert (SHIPPED / "weights.safetensors").is_file()
    assert (RANDOM_CONFIG.d_model, RANDOM_CONFIG.decoder_layers, RANDOM_CONFIG.vocab_size) == (512, 6, 32_000)
