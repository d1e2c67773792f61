"""Links, emphasis and headings of Markdown in plain text: their signs are not shown, and go around the same words."""

import pytest

from service.text.marks import MarkedText
from service.text.options import TranslationOptions
from service.text.protection.protect import protected_spans
from service.text.spans import Kind, Span


def spans_of(text: str) -> list[Span]:
    return protected_spans(MarkedText(text), TranslationOptions(), "en")


@pytest.mark.parametrize(
    ("text", "couples"),
    [
        ("Read this [page](https://a.b).", [("[", "](https://a.b)")]),
        ('Read [it](https://a.b/c_(d) "A title") now.', [("[", '](https://a.b/c_(d) "A title")')]),
        ("Read [one](#x) and [two][2].", [("[", "](#x)"), ("[", "][2]")]),
        ("See ![a cat](cat.png).", [("![", "](cat.png)")]),
        ("[![a cat](cat.png)](https://a.b) is", [("[![", "](cat.png)](https://a.b)")]),
        ("The _old_ dog is _a very good one_.", [("_", "_"), ("_", "_")]),
        ("It is __very good__ here.", [("__", "__")]),
        ("Read **this** and ~~that~~.", [("**", "**"), ("~~", "~~")]),
    ],
)
def test_two_signs_around_words_know_each_other(text: str, couples: list[tuple[str, str]]) -> None:
    spans = spans_of(text)
    assert {span.kind for span in spans} == {Kind.OMITTED}
    found: dict[int, list[str]] = {}
    for span in spans:
        assert span.side is not None
        found.setdefault(span.side.couple, []).append(span.target)
    assert sorted(map(tuple, found.values())) == sorted(couples)


@pytest.mark.parametrize(("text", "sign"), [("# Heading one", "#"), ("One\n  ### Two", "  ###")])
def test_a_heading_keeps_its_sign(text: str, sign: str) -> None:
    assert [(span.target, span.kind) for span in spans_of(text)] == [(sign, Kind.OMITTED)]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Call `[x](y)` now.", ["`[x](y)`"]),
        ("Set __count__ and _private or my_var_name.", ["__count__", "_private", "my_var_name"]),
        ("Look at https://a.b/_old_/x and a_b_c.", ["https://a.b/_old_/x", "a_b_c"]),
    ],
)
def test_codes_stay_codes(text: str, codes: list[str]) -> None:
    assert [(span.target, span.side) for span in spans_of(text)] == [(code, None) for code in codes]


def test_brackets_without_a_target_are_no_link() -> None:
    assert [(span.target, span.side) for span in spans_of("It is [so] (yes)")] == [("[", None), ("]", None)]
