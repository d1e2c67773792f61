"""A placeholder that touches a whole word leaves it to be translated; one that touches a part of a word does not."""

import pytest

from service.text.marks import Mark, MarkedText
from service.text.options import TranslationOptions
from service.text.protection.protect import protected_spans
from service.text.spans import Kind


def free(text: str) -> list[str]:
    """The placeholders of an English text that are not shown to a model."""
    spans = protected_spans(MarkedText(text), TranslationOptions(), "en")
    return [span.target for span in spans if span.kind is Kind.OMITTED]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{icon}Save file", ["{icon}"]),
        ("%sSave file", ["%s"]),
        (":smile:Save file", [":smile:"]),
        ("${icon}Close the window", ["${icon}"]),
        ("{{icon}}Close it", ["{{icon}}"]),
        ("{icon}open it", ["{icon}"]),
        ("{icon}Don't go", ["{icon}"]),
        ("Go there. {icon}Save file", ["{icon}"]),
        ("Go\n  {icon}Save file", ["{icon}"]),
        ("Save the file{icon}", ["{icon}"]),
        ("Save the file{icon}.", ["{icon}"]),
        ("Save{icon}\nGo", ["{icon}"]),
    ],
)
def test_a_placeholder_at_the_first_or_last_word(text: str, expected: list[str]) -> None:
    assert free(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "re{0}ing",
        "{0}px wide",
        "{0}ing",
        "{0}min left",
        "{n}th place",
        "file{0}s are here",
        "Open{0}file",
        "Press {icon}Save now",
        "{icon} Save file",
        "{a}B",
        "{icon}save-as",
    ],
)
def test_a_placeholder_in_a_word_or_inside_of_a_sentence_is_shown(text: str) -> None:
    assert free(text) == []


def test_what_somebody_marked_stays_as_it_is() -> None:
    source = MarkedText("{icon}Save file", (Mark(0, 6, 0, is_fixed=True),))
    spans = protected_spans(source, TranslationOptions(), "en")
    assert [span.kind for span in spans] == [Kind.WORD]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("See 12:30{name} there", ["12:30", "{name}"]),
        ("Take 5{unit} there", ["5", "{unit}"]),
        ("Take v5{unit}, 3.{name} and 5 {unit}", ["{unit}", "{name}", "{unit}"]),
    ],
)
def test_a_number_directly_before_a_part_is_shown_with_it(text: str, parts: list[str]) -> None:
    spans = protected_spans(MarkedText(text), TranslationOptions(), "en")
    assert [span.target for span in spans] == parts


def test_numbers_touch_words_in_chinese() -> None:
    spans = protected_spans(MarkedText("他有5{unit}。"), TranslationOptions(), "zh")
    assert [span.target for span in spans] == ["{unit}"]
