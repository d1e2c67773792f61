"""Small parts of everyday texts are found, and are written as German has them; words that look like them are not."""

import pytest

from service.text.protection.everyday import everyday_spans
from service.text.spans import Kind


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Add 2 tbsp of olive oil and 1/2 tsp salt.", [("2 tbsp of", "2 EL"), ("1/2 tsp", "1/2 TL")]),
        ("1 ½ tsp. sugar, 3 tablespoons of milk", [("1 ½ tsp.", "1 ½ TL"), ("3 tablespoons of", "3 EL")]),
        ("1 teaspoon of salt, ½ Tbsp oil", [("1 teaspoon of", "1 TL"), ("½ Tbsp", "½ EL")]),
        ("from 9 to half past 10", [("half past 10", "10:30")]),
        ("at a quarter to 8 pm, quarter past 7", [("a quarter to 8 pm", "19:45"), ("quarter past 7", "7:15")]),
        ("a quarter to 1", [("a quarter to 1", "12:45")]),
        ("No. 10 Downing Street", [("No. 10", "Nr. 10")]),
        ("No. 7 on the list", [("No. 7", "Nr. 7")]),
        ("issue 12, no. 3, p. 45", [("no. 3", "Nr. 3")]),
        ("at 12 midnight, from 12 noon", [("12 midnight", "24:00"), ("12 noon", "12:00")]),
        ("from stop A to gate B", [("A", "A"), ("B", "B")]),
        ("tracking no. 0034", [("no. 0034", "Nr. 0034")]),
        ("Chapter IV: The Way", [("IV", "IV")]),
        ("See Appendix B.", [("B", "B")]),
        ("Grade A", [("A", "A")]),
        ("at half past three", [("half past three", "halb vier")]),
        ("at half past three pm", [("half past three pm", "15:30")]),
        ("See Appendix B and Table C, please.", [("B", "B"), ("C", "C")]),
    ],
)
def test_they_are_written_as_german_has_them(text: str, expected: list[tuple[str, str]]) -> None:
    found = sorted(everyday_spans(text, "en", "de"), key=lambda span: span.start)
    assert [(text[span.start : span.end], span.target) for span in found] == expected
    assert {span.kind for span in found} <= {Kind.FIGURE}
    assert not [*everyday_spans(text, "en", "fr")]


@pytest.mark.parametrize(
    ("text", "expected", "kind"),
    [
        ("Re: Fwd: Meeting", "Re: Fwd: ", Kind.OMITTED),
        ("Hi\nRE: invoice", "RE: ", Kind.OMITTED),
        ("Yes [ ] No", "[ ]", Kind.OMITTED),
        ("I. Overview", "I.", Kind.OMITTED),
        ("Input: 50/60 Hz", "50/60 Hz", Kind.FIGURE),
        ("230 V, 1.5 A", "1.5 A", Kind.FIGURE),
        ("at 200C/400F", "200C/400F", Kind.FIGURE),
        ("a tube, Ø 12 mm", "Ø ", Kind.OMITTED),
        ("Unexpected token ';' here", "';'", Kind.WORD),
        ("17:00 GMT+1", "GMT+1", Kind.WORD),
        ("10 in (25.4 cm)", "10 in", Kind.FIGURE),
        ("Dimensions (W × H × D)", "W × H × D", Kind.WORD),
        ("He is 6' 2\" tall.", "6' 2\"", Kind.FIGURE),
        ("00:00 to 06:00 UTC", "06:00 UTC", Kind.FIGURE),
        ("Chicago, IL 60601", "IL 60601", Kind.WORD),
        ("A – B", "A – B", Kind.WORD),
        ("A1-B2", "A1-B2", Kind.WORD),
        ("She is 5 ft 6 in tall.", "5 ft 6 in", Kind.FIGURE),
        ("Disk C: is full", "C:", Kind.WORD),
        ("low space on drive C: (only 512 MB)", "C:", Kind.WORD),
        ("marked with an asterisk (*).", "(*)", Kind.OMITTED),
    ],
)
def test_others_stay_in_every_language(text: str, expected: str, kind: Kind) -> None:
    assert [(span.target, span.kind) for span in everyday_spans(text, "en", "fr")] == [(expected, kind)]


@pytest.mark.parametrize(
    "text",
    [
        "No. 10 people came.",
        "I said no. 5 of them left.",
        "Half of it, past ten",
        "A quarter to 10% of them",
        "a part I like, and Part I",
        "Option: A: yes",
        "He got a C: bad.",
        "a smile :* and f(*args)",
        "Wire: hot",
    ],
)
def test_other_words_are_none(text: str) -> None:
    assert not [span for span in everyday_spans(text, "en", "de") if text[span.start : span.end] != "I"]


def test_signs_of_items_inside_a_line_are_no_words() -> None:
    assert [span.target for span in everyday_spans("Choose: a) yes b) no c) both", "en", "fr")] == ["a)", "b)", "c)"]
    assert not [*everyday_spans("(plan a) or (plan b) of a) it", "en", "fr")]


def test_numbers_of_several_lines_are_their_signs() -> None:
    assert [span.target for span in everyday_spans("1.1 Scope\n1.2 Terms", "en", "fr")] == ["1.1", "1.2"]
    assert not [*everyday_spans("1.5 Millions of them", "en", "fr")]
