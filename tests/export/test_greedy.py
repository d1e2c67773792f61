import pytest
from tokenizers import Tokenizer

from export.greedy import encode_lines, greedy, translate
from export.session import GraphPair
from models.search import greedy as torch_greedy
from models.transformer import Transformer

SOURCES = [[7, 9, 11, 2], [2], [*range(20, 40), 2]]


def test_tokens_are_those_of_pytorch(model: Transformer, fp32: GraphPair) -> None:
    found = greedy(fp32, model, SOURCES)
    assert found == torch_greedy(model, SOURCES)
    assert max(map(len, found)) > 20, "an untrained model rarely ends, so the limit is tested as well"


def test_results_come_in_the_order_of_the_lines(model: Transformer, fp32: GraphPair, tokenizer: Tokenizer) -> None:
    lines = ["the teacher bought three apples", "the cook", "my friend saw two books yesterday", "the child"]
    assert translate(fp32, model, tokenizer, lines) == [translate(fp32, model, tokenizer, [line])[0] for line in lines]


def test_a_line_beyond_the_positions_is_refused_with_both_numbers(model: Transformer, tokenizer: Tokenizer) -> None:
    lines = ["the cook", "q" * 100]
    with pytest.raises(ValueError, match="line 2 has 102 tokens; the model has 48 positions"):
        encode_lines(tokenizer, model.config, lines)
