"""Warnings say which sentence, what happened, and what to do."""

import pytest

from service.text.warnings import (
    BracketsDiffer,
    Copied,
    LongSentence,
    LoopRepaired,
    MarksEmpty,
    NumbersDiffer,
    NumbersRepaired,
    PlaceholderRepaired,
    Repetition,
    Shortened,
    TextWarning,
    Truncation,
    Untranslated,
    WarningCode,
    values_of,
)


@pytest.mark.parametrize(
    ("warning", "code", "text"),
    [
        (
            LongSentence(1, "One.", 300, 256, 2),
            WarningCode.SPLIT,
            "sentence 1 ('One.') has 300 tokens, the model takes at most 256: it was translated in 2 parts; "
            "shorten it for a better translation",
        ),
        (
            LongSentence(1, "One.", 45, 256, 2, 30),
            WarningCode.SPLIT,
            "sentence 1 ('One.') has 45 tokens, the model translates up to 30 well: it was translated in 2 parts; "
            "shorten it for a better translation",
        ),
        (
            LongSentence(1, "One.", 300, 256, 12, 30),
            WarningCode.SPLIT,
            "sentence 1 ('One.') has 300 tokens, the model takes at most 256 and translates up to 30 well: "
            "it was translated in 12 parts; shorten it for a better translation",
        ),
        (
            Truncation(2, "Two.", 8),
            WarningCode.TRUNCATED,
            "the translation of sentence 2 ('Two.') did not end within 8 tokens and was cut off there; "
            "shorten or split the sentence",
        ),
        (
            Shortened(2, "Two.", 150, 60),
            WarningCode.SHORTENED,
            "sentence 2 ('Two.') has 150 tokens and its translation only 60: a part of it is probably missing; "
            "split the sentence",
        ),
        (
            Repetition(3, "Three.", 47),
            WarningCode.REPETITION,
            "the translation of sentence 3 ('Three.') was going round in a loop and was ended after 47 tokens; "
            "reword or split the sentence",
        ),
        (
            LoopRepaired(3, "Three."),
            WarningCode.LOOP_REPAIRED,
            "the translation of sentence 3 ('Three.') was going round in a loop and was made once more without one; "
            "check that it makes sense, or reword the sentence",
        ),
        (
            Copied(4, "Four."),
            WarningCode.COPIED,
            "sentence 4 ('Four.') came back as it was instead of a translation; check its language, or reword it",
        ),
        (
            Untranslated(4, "Four.", "四"),
            WarningCode.UNTRANSLATED,
            "the translation of sentence 4 ('Four.') has '四' in it, which is not in its language; "
            "check the language of the sentence, or reword it",
        ),
        (
            NumbersDiffer(5, "Five 300.", ("300",), ("30", "4")),
            WarningCode.NUMBERS_DIFFER,
            "the translation of sentence 5 ('Five 300.') lacks 300 and has in addition 30, 4; check its numbers",
        ),
        (
            NumbersRepaired(5, "Five 300.", ("300",), ("30", "4")),
            WarningCode.NUMBERS_REPAIRED,
            "the model changed numbers in the translation of sentence 5 ('Five 300.'): 300 put in and 30, 4 taken out; "
            "check their places",
        ),
        (
            PlaceholderRepaired(6, "Six {a}.", ("{a}",)),
            WarningCode.PLACEHOLDER_REPAIRED,
            "the model did not keep '{a}' in the translation of sentence 6 ('Six {a}.'); "
            "it was put where it seems to belong: check its place",
        ),
        (
            BracketsDiffer(7, "Seven (a).", ("(a)",)),
            WarningCode.BRACKETS_DIFFER,
            "in the translation of sentence 7 ('Seven (a).') the marks around '(a)' are missing, empty "
            "or not around its numbers; add what was lost, put them right, or reword the sentence",
        ),
        (
            MarksEmpty(8, "Eight a b.", ("a", "b")),
            WarningCode.MARKS_EMPTY,
            "in the translation of sentence 8 ('Eight a b.') there are no words for the tags or formats around 'a', "
            "'b'; add what was lost, or mark fewer words",
        ),
    ],
)
def test_a_warning_says_which_sentence_what_happened_and_what_to_do(
    warning: TextWarning, code: WarningCode, text: str
) -> None:
    assert str(warning) == text
    assert warning.code is code


def test_only_differences_that_there_are_are_told() -> None:
    assert "lacks 3; check" in str(NumbersDiffer(1, "x", ("3",), ()))
    assert "has in addition 3; check" in str(NumbersDiffer(1, "x", (), ("3",)))
    assert "('x'): 3 put in; check" in str(NumbersRepaired(1, "x", ("3",), ()))
    assert "('x'): 3 taken out; check" in str(NumbersRepaired(1, "x", (), ("3",)))


@pytest.mark.parametrize(
    ("warning", "values"),
    [
        (
            LongSentence(1, "One.", 300, 256, 2),
            {"sentence": 1, "source": "One.", "numTokens": 300, "limit": 256, "numParts": 2},
        ),
        (NumbersDiffer(5, "Five 300.", ("300",), ()), {"sentence": 5, "source": "Five 300.", "missing": ["300"]}),
        (Untranslated(4, "x" * 41, "四"), {"sentence": 4, "source": "x" * 40 + "…", "part": "四"}),
        (BracketsDiffer(1, "a", ("y" * 41,)), {"sentence": 1, "source": "a", "parts": ["y" * 40 + "…"]}),
    ],
)
def test_what_a_warning_says_is_there_for_programs_too(warning: TextWarning, values: dict[str, object]) -> None:
    assert values_of(warning) == values


@pytest.mark.parametrize("kind", [Truncation, Repetition])
def test_a_warning_quotes_only_the_start_of_a_long_sentence(kind: type[Truncation | Repetition]) -> None:
    assert "('" + "x" * 40 + "…')" in str(kind(1, "x" * 41, 5))
    assert "('" + "x" * 40 + "')" in str(kind(1, "x" * 40, 5))
