"""Single quotation marks around words are two that belong together; apostrophes are none."""

import pytest

from service.text.marks import MarkedText
from service.text.options import TranslationOptions
from service.text.protection.protect import is_suspect, protected_spans


def quoted(text: str) -> list[str]:
    """What is between two marks that know each other."""
    spans = [span for span in protected_spans(MarkedText(text), TranslationOptions(), "en") if span.side]
    return [text[first.end : last.start] for first, last in zip(spans[::2], spans[1::2], strict=True)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("'Hello'", ["Hello"]),
        ("I said 'hello' to him.", ["hello"]),
        ("'Hello,' he said.", ["Hello,"]),
        ("He said, 'I don't know.'", ["I don't know."]),
        ("I said \u2018hello\u2019 to him.", ["hello"]),
        ("I said \u2018I don\u2019t know\u2019 to him.", ["I don\u2019t know"]),
        ("The dogs' house is Tom's 'old' house, a 'good' one.", ["old", "good"]),
    ],
)
def test_what_is_quoted_is_known(text: str, expected: list[str]) -> None:
    assert quoted(text) == expected
    assert is_suspect(text, "en")


@pytest.mark.parametrize(
    "text",
    [
        "It's the dogs' house, isn't it?",
        "'Tis the dogs' house.",
        "Rock 'n' roll in the '90s' last year.",
        "Get 'em, boys'll be boys'.",
        "5' 11'' of it",
        "I said 'hello to him.",
    ],
)
def test_apostrophes_are_left_alone(text: str) -> None:
    assert quoted(text) == []


def test_most_sentences_with_an_apostrophe_need_no_closer_look() -> None:
    assert not is_suspect("It's the dogs' house, isn't it?", "en")
