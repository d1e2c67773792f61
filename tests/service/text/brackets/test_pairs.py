"""Which marks belong together, and what a model sees in their places."""

import pytest

from service.text.brackets.pairs import PairKind, hidden_pairs, mark_in, may_have_pairs, pairs_in, replaced, seen
from service.text.spans import Kind, Span


def pieces(text: str) -> int:
    """A tokenizer that tears a word apart when a mark touches it."""
    return 1 if text.isalpha() or len(text) == 1 else len(text)


def whole(text: str) -> int:
    """A tokenizer that does not."""
    return 1 if text.isalpha() or len(text) == 1 else 2


def parts(text: str, *spans: Span) -> list[str]:
    return [text[pair.start : pair.end] for pair in pairs_in(text, spans, pieces)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("so (late) and (so (on))", ["(late)", "(so (on))", "(on)"]),
        ("我（汤姆）来「了」", ["（汤姆）", "「了」"]),
        ("he said \"yes\", “no” and „ja“", ["\"yes\"", "“no”", "„ja“"]),
        ("(he said \"yes\")", ["(he said \"yes\")", "\"yes\""]),
        ("我读《三体》3遍，“好”", ["《三体》", "“好”"]),
        ("他说“我读《三体》”", ["“我读《三体》”"]),
        ("《三体》和《红楼梦", []),
        ("在ABC（台）看iPhone（15）", ["（台）", "（15）"]),
        ("nothing here", []),
    ],
)  # fmt: skip
def test_pairs_are_found_in_order(text: str, expected: list[str]) -> None:
    assert parts(text) == expected
    assert may_have_pairs(text) is (text != "nothing here")


@pytest.mark.parametrize(
    "text", ["so :)", "a) first (second)", "word(s) (really)", "5\" and 6\" pipes", "he said \"yes", "()", ")(", "”no“"]
)  # fmt: skip
def test_where_it_is_not_clear_what_belongs_together_nothing_does(text: str) -> None:
    assert parts(text) == []


def test_marks_of_what_is_protected_do_not_count() -> None:
    assert parts("run f(x) (now)", Span(4, 8, Kind.WORD, "f(x)")) == ["(now)"]


def test_square_brackets_are_protected_one_by_one_and_are_pairs_all_the_same() -> None:
    text = "[a [b]] [1] c]"
    spans = [Span(place, place + 1, Kind.OMITTED, text[place]) for place in (0, 3, 5, 6, 13)]
    found = pairs_in(text, [*spans[:4], Span(8, 11, Kind.OMITTED, "[1]"), spans[4]], pieces)
    assert [(text[pair.start : pair.end], pair.kind) for pair in found] == [
        ("[a [b]]", PairKind.SQUARE),
        ("[b]", PairKind.SQUARE),
    ]
    assert hidden_pairs(found, 0) == hidden_pairs(found, 1) == found
    assert list(replaced(text, found, "en")) == []


@pytest.mark.parametrize(("language", "expected"), [("en", '(“"'), ("ja", "（「《")])
def test_a_mark_as_a_language_has_it(language: str, expected: str) -> None:
    assert "".join(mark_in(language, mark) for mark in "（「《") == expected


def test_titles_are_shown_in_marks_that_models_know() -> None:
    text = "读《三体》"
    (title,) = pairs_in(text, (), whole)
    assert [(new.start, new.shown) for new in seen(text, [title], ())] == [(1, "“"), (4, "”")]
    assert [*seen(text, [title], [title])] == []


def test_brackets_are_not_shown_first_nor_quotation_marks_that_tear_words() -> None:
    text = 'so (late) "now" (1)'
    late, now, one = pairs_in(text, (), pieces)
    assert hidden_pairs((late, now, one), 0) == (late, now)
    late, now, one = pairs_in(text, (), whole)
    assert [pair.kind for pair in hidden_pairs((late, now, one), 0)] == [PairKind.ROUND]
    assert [pair.kind for pair in hidden_pairs((late, now, one), 1)] == [PairKind.QUOTES]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("so (late) and", "en", "so, late, and"),
        ("so (late).", "en", "so, late."),
        ("(late) so", "en", "late, so"),
        ("so, (late), and", "en", "so, late, and"),
        ("so (late!) and", "en", "so, late! and"),
        ("a (b (c)) d", "en", "a, b, c d"),
        ('say "yes" now', "en", "say yes now"),
        ("我（汤姆）来。", "zh", "我，汤姆，来。"),
    ],
)
def test_what_is_shown_in_their_places(text: str, language: str, expected: str) -> None:
    shown, position = "", 0
    pairs = hidden_pairs(pairs_in(text, (), pieces), 0)
    for new in sorted(replaced(text, pairs, language), key=lambda new: new.start):
        shown += text[position : new.start] + new.shown
        position = new.end
    assert shown + text[position:] == expected
