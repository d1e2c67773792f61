"""Texts are drawn by length, from what is shipped or from a file."""

from pathlib import Path

import pytest

from loadtest.locust_texts import DISTRIBUTIONS, SENTENCES_OF, Texts, TextsError, read_texts, shipped_texts


@pytest.mark.parametrize("language", ["en", "zh"])
def test_shipped_texts_are_many_and_of_many_lengths(language: str) -> None:
    sentences = shipped_texts()[language].sentences
    assert len(set(sentences)) == len(sentences) >= 40
    assert len(sentences[-1]) > 10 * len(sentences[0])


def test_lengths_are_what_they_are_called() -> None:
    texts = Texts("en", [f"{'x' * length}." for length in range(1, 41)])
    longest = {length: max(len(texts.of_length(length)) for _ in range(200)) for length in ("short", "sentence")}
    assert longest["short"] <= 11
    assert longest["sentence"] <= 31
    assert min(len(texts.of_length("long")) for _ in range(200)) > 31
    assert texts.of_length("document").count(".") in SENTENCES_OF["document"]


def test_a_document_has_paragraphs_and_chinese_no_spaces() -> None:
    assert "\n\n" in Texts("en", ["One.", "Two."]).of_length("document")
    assert " " not in Texts("zh", ["一。", "二。"]).of_length("document")


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_few_sentences_are_enough_for_every_distribution(distribution: str, count: int) -> None:
    texts = Texts("en", [f"{number}." for number in range(count)])
    for _ in range(100):
        length, text = texts.draw(distribution)
        assert length in DISTRIBUTIONS[distribution]
        assert text


def test_a_file_gives_its_lines_without_empty_ones(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("Two words.\n\n  One. \n", "utf-8")
    assert read_texts(file, "en") == Texts("en", ["One.", "Two words."])


@pytest.mark.parametrize(("content", "message"), [(b"\n \n", "no sentence"), (b"\xff\xfe", "cannot be read")])
def test_a_file_without_sentences_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "lines.txt"
    file.write_bytes(content)
    with pytest.raises(TextsError, match=message):
        read_texts(file, "en")
