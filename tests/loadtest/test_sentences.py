"""There are sentences enough for a benchmark without a corpus."""

import pytest

from loadtest.sentences import many_sentences


def test_they_are_different_and_each_is_one_sentence() -> None:
    sentences = many_sentences(1000)
    assert len(set(sentences)) == 1000
    assert all(text.endswith(".") and text.count(". ") == 0 for text in sentences)


def test_the_same_ones_every_time() -> None:
    assert many_sentences(50) == many_sentences(1000)[:50]
    assert len(many_sentences(3)) == 3


def test_more_than_there_are_is_refused() -> None:
    with pytest.raises(ValueError, match="50000 sentences were asked for, there are"):
        many_sentences(50_000)
