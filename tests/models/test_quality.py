"""Translating lines, and the scores."""

import itertools
from collections.abc import Sequence
from dataclasses import replace

import pytest
from tokenizers import Tokenizer

from models.quality import BATCH_SENTENCES, corpus_bleu, encode_sources, score, translate_lines, translate_sources
from models.search import greedy
from models.tokenizer import train_tokenizer
from tests.models.toys import EOS, TOY, toy_model

LINES = ["one two three.", "Größe", "", "four"]


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return train_tokenizer(LINES, 300)


def test_sources_end_in_eos(tokenizer: Tokenizer) -> None:
    sources = encode_sources(tokenizer, LINES, EOS, 100)
    assert [source[-1] for source in sources] == [EOS] * 4
    assert [tokenizer.decode(source[:-1]) for source in sources] == LINES


def test_a_line_above_the_limit_is_refused_with_both_numbers(tokenizer: Tokenizer) -> None:
    sources = encode_sources(tokenizer, LINES, EOS, 100)
    longest = max(map(len, sources))
    number = [len(source) for source in sources].index(longest) + 1
    with pytest.raises(ValueError, match=f"line {number} has {longest} tokens, .* takes {longest - 1}"):
        encode_sources(tokenizer, LINES, EOS, longest - 1)
    assert encode_sources(tokenizer, LINES, EOS, longest) == sources


def test_results_carry_the_index_of_their_source() -> None:
    sources = [[3 + i % 20] * (i % 13) + [i, EOS] for i in range(2 * BATCH_SENTENCES + 7)]
    batches = []

    def echo(batch: Sequence[Sequence[int]]) -> list[list[int]]:
        batches.append([len(source) for source in batch])
        return [list(source[:-1]) for source in batch]

    found: dict[int, list[int]] = {}
    for results in translate_sources(sources, echo):
        found.update(results)
    assert [found[i] for i in range(len(sources))] == [source[:-1] for source in sources]
    assert [len(batch) for batch in batches] == [BATCH_SENTENCES, BATCH_SENTENCES, 7]
    assert all(max(first) <= min(second) for first, second in itertools.pairwise(batches))


def test_lines_are_translated_in_order(tokenizer: Tokenizer) -> None:
    model = toy_model(replace(TOY, vocab_size=300))
    sources = encode_sources(tokenizer, LINES, EOS, 100)
    expected = [tokenizer.decode(greedy(model, [source])[0]) for source in sources]
    assert translate_lines(model, tokenizer, LINES) == expected


def test_scores_of_a_perfect_and_a_poor_translation() -> None:
    references = ["The cat sat on the mat today.", "Where is the train station?"]
    perfect = score(references, references)
    assert (perfect.bleu, perfect.chrf) == (pytest.approx(100), pytest.approx(100))
    poor = score(["The cat sat on a mat.", "Where is it?"], references)
    assert 0 < poor.bleu < 60
    assert 0 < poor.chrf < 80
    assert poor.bleu == corpus_bleu(["The cat sat on a mat.", "Where is it?"], references).score


def test_scores_are_cased() -> None:
    references = ["The cat sat on the mat today."]
    assert score(["the cat sat on the Mat today."], references).bleu < 70


def test_signatures_say_how_it_was_measured() -> None:
    scores = score(["a"], ["a"])
    assert {"nrefs:1", "case:mixed", "tok:13a", "smooth:exp"} <= set(scores.bleu_signature.split("|"))
    assert {"nrefs:1", "case:mixed", "nc:6", "nw:0"} <= set(scores.chrf_signature.split("|"))
