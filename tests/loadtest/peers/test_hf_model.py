"""M2M100 and Marian give with our weights the logits that our model gives."""

from dataclasses import replace

import pytest
import torch

from loadtest.task import Task
from models.config import ModelConfig
from models.search import greedy
from tests.loadtest.peers.weights_of import weights_of
from tests.models.toys import EOS, TOY, VARIANTS, random_sources, toy_model, variant_name

pytest.importorskip("transformers")
hf_model = pytest.importorskip("loadtest.peers.hf_model")
hf_peer = pytest.importorskip("loadtest.peers.hf_peer")

SCALED = [config for config in VARIANTS if config.attention_bias]
BIASED = [*SCALED, *(replace(config, scale_embedding=False) for config in SCALED)]


@pytest.mark.parametrize("config", BIASED, ids=lambda config: f"{variant_name(config)}-{config.scale_embedding}")
def test_every_shape_of_model_gives_the_same_logits(
    config: ModelConfig, pairs: list[tuple[list[int], list[int]]]
) -> None:
    model = toy_model(config)
    other = hf_model.make_hf_model(weights_of(model))
    for source, target in pairs:
        ids, mask = torch.tensor([source]), torch.ones(1, len(source), dtype=torch.bool)
        with torch.inference_mode():
            expected = model.decode(torch.tensor([target]), model.encode(ids, mask), mask)[0]
            found = other(input_ids=ids, attention_mask=mask.long(), decoder_input_ids=torch.tensor([target])).logits
        torch.testing.assert_close(found, expected, atol=2e-5, rtol=0)


def test_a_padded_batch_generates_what_each_source_does() -> None:
    """Marian and M2M100, greedily; our own search ends at another length, so the beginnings are compared."""
    for norm in ("pre", "post"):
        model = toy_model(replace(TOY, norm_position=norm))
        sources = random_sources(5)
        task = Task(sources=sources, num_beams=1, cap=2, max_new_tokens=6, is_forced=False)
        decoder = hf_peer.HfDecoder(hf_model.make_hf_model(weights_of(model)))
        decoder.prepare(task)
        assert decoder.run() == [target[:6] for target in greedy(model, sources)]


def test_forced_targets_have_their_length() -> None:
    task = Task(sources=random_sources(4), num_beams=2, cap=4, max_new_tokens=5, is_forced=True)
    decoder = hf_peer.HfDecoder(hf_model.make_hf_model(weights_of(toy_model())))
    decoder.prepare(task)
    targets = decoder.run()
    assert {len(target) for target in targets} == {5}
    assert all(EOS not in target for target in targets)


@pytest.mark.parametrize("config", [replace(TOY, head_size=10), replace(TOY, attention_bias=False)])
def test_another_shape_is_refused(config: ModelConfig) -> None:
    with pytest.raises(ValueError, match="biases in attention"):
        hf_model.make_hf_model(weights_of(toy_model(config)))
