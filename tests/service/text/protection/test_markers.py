"""Signs of Markdown around words are found two by two; the same signs in sums, lists and names are not."""

import pytest

from service.text.marks import MarkedText
from service.text.options import TranslationOptions
from service.text.protection.markers import marker_spans, markers_in
from service.text.protection.protect import protected_spans


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("This is **very** big", ["**", "**"]),
        ("*One* and ***two three***, ~~four~~.", ["*", "*", "***", "***", "~~", "~~"]),
        ("这是**很**重要的", ["**", "**"]),
        ("**Note:** so", ["**", "**"]),
        ("5 * 3 * 2, 5*3*2, a*b*c", []),
        ("* One\n* two", []),
        ("** a ** and **b", []),
        ("*5*", []),
        (r"\*so\* it is", []),
        ("2 **kwargs and ~~", []),
    ],
)
def test_signs_around_words_are_found(text: str, signs: list[str]) -> None:
    assert [span.target for span in marker_spans(text)] == signs


def test_those_of_a_kind_belong_together_in_turn() -> None:
    text = "*One* **two** *three*\n*four*"
    spans = protected_spans(MarkedText(text), TranslationOptions(), "en")
    words = [text[spans[first].end : spans[last].start] for first, last in markers_in(text, spans)]
    assert sorted(words) == ["One", "four", "three", "two"]
    assert all(span.side for span in spans)
