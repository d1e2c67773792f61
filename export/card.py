"""The model card: what the bundle is for, where it comes from, how good it is."""

from collections.abc import Iterable, Sequence

from export.manifest import ACTIVATION_SCALES, BundleFacts
from export.metadata import BundleMetadata
from service.runtime.bundle import Corpus, Limits, Precision, Quality

_PRECISIONS: dict[Precision, str] = {
    "fp32": "32-bit floating point",
    "int8": "8-bit integers, 7-bit weights with one scale per column",
    "fp16": "16-bit floating point, for GPUs",
}


def render_card(facts: BundleFacts) -> str:
    """The text of `MODEL_CARD.md`."""
    metadata = facts.metadata
    sections = (
        f"# {metadata.name}",
        metadata.description or _default_description(metadata),
        "## Model",
        _model(facts),
        "## Quality",
        _quality_table(facts.quality),
        "## Training data and licence",
        f"The weights are licensed under {metadata.licence}. They were trained on:",
        _corpora_table(metadata.corpora),
        "Attribution:",
        "\n".join(f"- {corpus.name}: {corpus.attribution}" for corpus in metadata.corpora),
        "## How it was made",
        _table(("What", "Value"), sorted(facts.provenance.items())),
    )
    return "\n\n".join(sections) + "\n"


def _default_description(metadata: BundleMetadata) -> str:
    pairs = ", ".join(f"{pair.source} to {pair.target}" for pair in metadata.pairs)
    return f"An encoder-decoder Transformer for {metadata.task}{f' ({pairs})' if pairs else ''}."


def _model(facts: BundleFacts) -> str:
    sizes, limits = facts.sizes, facts.limits
    return (
        f"{sizes.parameters:,} parameters: {sizes.encoder_layers} encoder and {sizes.decoder_layers} decoder layers, "
        f"{sizes.d_model} wide, {sizes.num_heads} heads of {sizes.head_size}, a joint vocabulary of "
        f"{sizes.vocab_size:,} tokens with tied embeddings. Up to {limits.max_source_tokens} source and "
        f"{limits.max_target_tokens} target tokens, the end token included{_comfort(limits)}. "
        f"Stored as {_PRECISIONS[facts.precision]}."
        + (f" Activation scales: {scales}." if (scales := facts.provenance.get(ACTIVATION_SCALES)) else "")
    )


def _comfort(limits: Limits) -> str:
    comfortable = limits.comfortable_source_tokens
    return f"; sources of more than {comfortable} tokens are divided between their clauses" if comfortable else ""


def _quality_table(quality: Sequence[Quality]) -> str:
    if not quality:
        return "Not measured."
    rows = [(q.test_set, q.decoding, q.precision, f"{q.bleu:.1f}", f"{q.chrf:.1f}") for q in quality]
    signatures = sorted({text for q in quality for text in (q.bleu_signature, q.chrf_signature)})
    table = _table(("Test set", "Decoding", "Precision", "BLEU", "chrF"), rows)
    return table + "\n\nsacreBLEU signatures:\n\n" + "\n".join(f"- `{signature}`" for signature in signatures)


def _corpora_table(corpora: Sequence[Corpus]) -> str:
    return _table(("Corpus", "Sentence pairs", "Licence"), ((c.name, f"{c.pairs:,}", c.licence) for c in corpora))


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
