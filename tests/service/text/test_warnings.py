import pytest

from service.text.warnings import Repetition, TextWarning, Truncation


@pytest.mark.parametrize(
    ("warning", "text"),
    [
        (
            Truncation(2, "Two.", 8),
            "the translation of sentence 2 ('Two.') did not end within 8 tokens and was cut off there; "
            "shorten or split the sentence",
        ),
        (
            Repetition(3, "Three.", 47),
            "the translation of sentence 3 ('Three.') was going round in a loop and was ended after 47 tokens; "
            "reword or split the sentence",
        ),
    ],
)
def test_a_warning_says_which_sentence_what_happened_and_what_to_do(warning: TextWarning, text: str) -> None:
    assert str(warning) == text


@pytest.mark.parametrize("kind", [Truncation, Repetition])
def test_a_warning_quotes_only_the_start_of_a_long_sentence(kind: type[TextWarning]) -> None:
    assert "('" + "x" * 40 + "…')" in str(kind(1, "x" * 41, 5))
    assert "('" + "x" * 40 + "')" in str(kind(1, "x" * 40, 5))
