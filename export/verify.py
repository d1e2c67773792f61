"""All checks that a bundle passes before it appears, and what they found."""

from pathlib import Path

from tokenizers import Tokenizer

from export.graphs import open_graphs, write_graphs
from export.metadata import ParallelText
from export.parity import check_parity
from export.validation import BLEU_SENTENCES, check_identical_tokens, check_quality_kept, measure_quality
from models.onnx_search import OnnxModel
from models.transformer import Transformer
from service.runtime.bundle import Limits, Precision


def verify(
    folder: Path,
    model: Transformer,
    tokenizer: Tokenizer,
    limits: Limits,
    precision: Precision,
    validation: ParallelText | None,
) -> dict[str, str]:
    """Hold the graphs in `folder` to `model`; a beside-folder takes float32 graphs where rounding must be judged.

    Returns findings for the manifest's provenance. Raises VerificationError.
    """
    graphs = open_graphs(folder, model.config)
    parity = check_parity(graphs, model, limits, precision)
    findings = {
        "parity_encoder_max_error": f"{parity.encoder_error:.2g}",
        "parity_logits_max_error": f"{parity.decoder_error:.2g}",
    }
    if validation is None:
        return findings
    exact = graphs if precision == "fp32" else _exact_graphs(folder.parent / "exact", model, limits)
    same = check_identical_tokens(exact, model, tokenizer, validation.sources)
    findings["validation_sentences_identical_in_fp32"] = str(same)
    if precision != "fp32":
        loss = _bleu_loss(exact, graphs, tokenizer, validation.first(BLEU_SENTENCES), precision)
        findings["validation_bleu_loss"] = f"{loss:.2f}"
    return findings


def _exact_graphs(folder: Path, model: Transformer, limits: Limits) -> OnnxModel:
    folder.mkdir()
    write_graphs(model, folder, "fp32")
    graphs = open_graphs(folder, model.config)
    check_parity(graphs, model, limits, "fp32")
    return graphs


def _bleu_loss(
    exact: OnnxModel,
    rounded: OnnxModel,
    tokenizer: Tokenizer,
    text: ParallelText,
    precision: Precision,
) -> float:
    before = measure_quality(exact, tokenizer, text, name="validation", precision="fp32")
    after = measure_quality(rounded, tokenizer, text, name="validation", precision=precision)
    return check_quality_kept(before, after)
