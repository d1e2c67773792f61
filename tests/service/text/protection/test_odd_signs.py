"""Signs that hardly a vocabulary has are in numbers, in codes, or not shown; none is left for a model."""

import pytest

from service.text.marks import MarkedText
from service.text.options import TranslationOptions
from service.text.protection.protect import is_suspect, protected_spans
from service.text.spans import Kind
from service.text.splitting.segments import split


def found(text: str) -> list[tuple[str, Kind]]:
    language = "zh" if "\u3400" <= text[0] <= "\u9fff" else "en"
    return [(span.target, span.kind) for span in protected_spans(MarkedText(text), TranslationOptions(), language)]


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("The dog | the cat", "|"),
        ("The dog -> the cat", "->"),
        ("The dog <=> the cat", "<=>"),
        ("The value of a ^ b", "^"),
        ("I saw a { dog", "{"),
        ("It is done }", "}"),
        ("Write me @ home.", "@"),
        ("Press '@' now.", "@"),
        ("Use the \\ key.", "\\"),
        ("The `dog is here.", "`"),
        ("The dog` is here.", "`"),
        ("This ~ that", "~"),
        ("> He said so.", ">"),
        (">> He said so.", ">>"),
        ("The men|women are here.", "|"),
        ("苹果|香蕉", "|"),
        ("苹果 > 香蕉", ">"),
        ("Line one.\\nThe dog", "\\n"),
        ("Line one\\r\\nThe dog", "\\r\\n"),
        ("一\\n二", "\\n"),
        ("The house² of it", "²"),
        ("The dog :)", ":)"),
        ("The dog ;-) is here", ";-)"),
        ("My dog :D", ":D"),
        ("苹果:)", ":)"),
        ("The dog / the cat", "/"),
        ("yes/no", "/"),
        ("Yes/No?", "/"),
        ("Do you smoke? Yes/No", "/"),
        ("苹果/香蕉", "/"),
        ("a && b", "&&"),
        ("请 ※ 看", "※"),
        ("首页｜苹果", "｜"),
        ("下一页»", "»"),
        ("上 «一页", "«"),
        ("① Open it", "①"),
        ("先①打开", "①"),
        ("It is [...] here", "[...]"),
        ("It is (…) here", "(…)"),
        ("[10:15] It is here", "[10:15]"),
        ("[00:12.50]It is here", "[00:12.50]"),
    ],
)
def test_one_between_or_at_words_is_not_shown(text: str, sign: str) -> None:
    assert found(text) == [(sign, Kind.OMITTED)]
    assert is_suspect(text, "en")


@pytest.mark.parametrize(
    "figure", ["5 < 6", "5<6", "1 < 2 > 0", "2^10", "10^-6", "> 5", "<3", ">= 18", "~50", "~10-20", "> 50 km/h", "<20%"]
)
def test_one_at_a_number_is_part_of_a_figure(figure: str) -> None:
    assert found(f"It is {figure} here") == [(figure, Kind.FIGURE)]


@pytest.mark.parametrize(
    "formula",
    [
        "E=mc²",
        "a > b",
        "H₂O",
        "CO₂",
        "NaCl₂",
        "(a+b)²",
        "x²",
        "a|b",
        "x^2",
        "a^b",
        "a<b",
        "key=value",
        "MY_VAR=1",
        'key="a b"',
        "\\alpha",
        "____",
    ],
)
def test_one_in_what_is_no_word_is_part_of_a_code(formula: str) -> None:
    assert found(f"We see {formula} here") == [(formula, Kind.WORD)]
    assert found(f"So it is {formula}.") == [(formula, Kind.WORD)]


@pytest.mark.parametrize("address", ["<https://example.com/x>", "<jane@example.com>"])
def test_an_address_takes_its_brackets_along(address: str) -> None:
    assert found(f"Look at {address}.") == [(address, Kind.WORD)]


def test_a_unit_is_no_formula() -> None:
    assert found("We need 50 m² and 5m³ of it.") == [("50 m²", Kind.FIGURE), ("5m³", Kind.FIGURE)]


@pytest.mark.parametrize(
    "text",
    ["2 + 2 = 4, and 5 * 6?", "It is about ~five of them, Mr. X.", "A 1:2 ratio; either/or.", "A dog: (one) 8) Do:p"],
)
def test_signs_that_models_know_are_left_alone(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("the dog | the cat", ["the dog |", "the cat"]),
        ("The dog -> the cat", ["The dog ->", "the cat"]),
        ("The dog < the cat", ["The dog <", "the cat"]),
        ("The men|women are here", ["The men|", "women are here"]),
        ("Line one.\\nThe dog", ["Line one.", "\\n", "The dog"]),
        ("Line one\\n\\nThe dog", ["Line one\\n\\n", "The dog"]),
        ("a > b or P(a | b)", ["a > b or P(a | b)"]),
        ("yes/no", ["yes/", "no"]),
        ("The dog\n  show/hide/close\nHe/she is here", ["The dog", "show/", "hide/", "close", "He/she is here"]),
        ("the dog / the cat", ["the dog /", "the cat"]),
        ("TCP/IP", ["TCP/IP"]),
    ],
)
def test_what_is_on_both_sides_is_no_sentence_together(text: str, pieces: list[str]) -> None:
    spans = protected_spans(MarkedText(text), TranslationOptions(), "en")
    assert [piece.text for piece in split(text, "en", protected=spans)] == pieces


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("Line one<br>line two", ["<br>"]),
        ("Line one<br/>line two", ["<br/>"]),
        ("A word<b>bold</b>word here", ["<b>", "</b>"]),
        ("It was 1<br>2 then", ["<br>"]),
        ("Compare x<y>z and a<b", ["x<y>z", "a<b"]),
    ],
)
def test_a_tag_between_words_is_no_formula(text: str, tags: list[str]) -> None:
    spans = protected_spans(MarkedText(text), TranslationOptions(), "en")
    assert [span.target for span in spans] == tags
