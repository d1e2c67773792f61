import dataclasses

from export.card import render_card
from export.manifest import BundleFacts, describe
from export.metadata import BundleMetadata
from models.transformer import Transformer
from service.runtime.bundle import Quality


def make_facts(model: Transformer, metadata: BundleMetadata) -> BundleFacts:
    quality = Quality(
        test_set="Grammar",
        precision="int8",
        decoding="greedy",
        bleu=31.25,
        chrf=52.04,
        bleu_signature="nrefs:1",
        chrf_signature="nc:6",
    )
    facts = describe(model, metadata, "int8")
    return dataclasses.replace(facts, quality=(quality,), provenance={"weights_sha256": "ab" * 32})


def test_card_names_what_a_user_must_know(model: Transformer, metadata: BundleMetadata) -> None:
    card = render_card(make_facts(model, metadata))
    assert card.startswith("# tiny-en-de\n\nAn encoder-decoder Transformer for translation (en to de).\n")
    for line in (
        "| Grammar | greedy | int8 | 31.2 | 52.0 |",
        "- `nrefs:1`",
        "The weights are licensed under CC0-1.0. They were trained on:",
        "| Grammar \\| rules | 1,234 | CC0-1.0 |",
        "- Grammar | rules: nobody",
        f"| weights_sha256 | {'ab' * 32} |",
    ):
        assert line in card.splitlines()


def test_card_says_when_nothing_was_measured(model: Transformer, metadata: BundleMetadata) -> None:
    assert "\n## Quality\n\nNot measured.\n" in render_card(describe(model, metadata, "fp32"))


def test_card_says_how_activations_are_scaled(model: Transformer, metadata: BundleMetadata) -> None:
    facts = make_facts(model, metadata)
    assert "Activation scales" not in render_card(facts)
    for scales in ("calibrated", "one per row"):
        card = render_card(dataclasses.replace(facts, provenance={"activation_scales": scales}))
        assert f"Activation scales: {scales}." in card


def test_card_says_from_where_on_sources_are_divided(model: Transformer, metadata: BundleMetadata) -> None:
    divided = "the end token included; sources of more than 30 tokens are divided between their clauses."
    assert divided not in render_card(describe(model, metadata, "fp32"))
    comfortable = dataclasses.replace(metadata, comfortable_source_tokens=30)
    assert divided in render_card(describe(model, comfortable, "fp32"))
