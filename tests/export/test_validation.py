import pytest
import torch
from tokenizers import Tokenizer

from export.metadata import ParallelText
from export.parity import VerificationError
from export.validation import check_identical_tokens, check_quality_kept, measure_quality
from models.onnx_search import OnnxModel
from models.transformer import Transformer
from service.runtime.bundle import Precision, Quality
from tests.export.variants import make_model
from tests.grammar import make_sentences

TEXT = ParallelText(*zip(*((sentence.en, sentence.de) for sentence in make_sentences(12)), strict=True))


def quality(bleu: float, precision: Precision) -> Quality:
    return Quality(
        test_set="validation",
        precision=precision,
        decoding="greedy",
        bleu=bleu,
        chrf=50,
        bleu_signature="b",
        chrf_signature="c",
    )


def test_same_tokens_pass_and_are_counted(model: Transformer, fp32: OnnxModel, tokenizer: Tokenizer) -> None:
    assert check_identical_tokens(fp32, model, tokenizer, TEXT.sources) == len(TEXT.sources)


def test_other_tokens_are_shown(fp32: OnnxModel, tokenizer: Tokenizer) -> None:
    altered = make_model()
    with torch.no_grad():
        altered.get_parameter("decoder_norm.weight").neg_()
    with pytest.raises(VerificationError, match=r"from the graphs but .* from PyTorch"):
        check_identical_tokens(fp32, altered, tokenizer, TEXT.sources)


def test_a_tie_within_rounding_is_no_difference(fp32: OnnxModel, tokenizer: Tokenizer) -> None:
    """Where two tokens are as likely as each other, which one wins is chance, and the export must not depend on it."""
    altered = make_model()
    with torch.no_grad():
        altered.get_parameter("decoder_norm.weight").neg_().mul_(1e-9)
        altered.get_parameter("decoder_norm.bias").mul_(1e-9)
    assert check_identical_tokens(fp32, altered, tokenizer, TEXT.sources) == len(TEXT.sources)


def test_quality_is_scored_with_signatures(fp32: OnnxModel, tokenizer: Tokenizer) -> None:
    found = measure_quality(fp32, tokenizer, TEXT, name="grammar", precision="fp32")
    assert (found.test_set, found.precision, found.decoding) == ("grammar", "fp32", "greedy")
    assert 0 <= found.bleu < 20
    assert "nrefs:1|case:mixed|eff:no|tok:13a" in found.bleu_signature
    assert "nc:6|nw:0" in found.chrf_signature


def test_half_a_point_of_bleu_may_be_lost() -> None:
    assert check_quality_kept(quality(30.0, "fp32"), quality(29.6, "int8")) == pytest.approx(0.4)
    assert check_quality_kept(quality(30.0, "fp32"), quality(30.2, "int8")) == pytest.approx(-0.2)
    with pytest.raises(VerificationError, match=r"int8 loses 0\.60 BLEU .* \(30\.00 in fp32, 29\.40\)"):
        check_quality_kept(quality(30.0, "fp32"), quality(29.4, "int8"))
