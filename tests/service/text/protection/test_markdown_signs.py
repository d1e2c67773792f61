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


@pytest.mark.parametrize(
    ("text", "target", "link"),
    [
        ("Hi[.](https://a.b)", "de", "[.](https://a.b)"),
        ("Hi [→](#x) there", "de", "[→](#x)"),
        ("Look [1](https://a.b).", "de", "[1](https://a.b)"),
        ("Look ![👍](a.png).", "de", "![👍](a.png)"),
        ("你好[。](https://a.b)", "en", "[.](https://a.b)"),
        ("你好[，](https://a.b)世界", "en", "[,](https://a.b)"),
        ("你好[。](https://a.b)", "ja", "[。](https://a.b)"),
    ],
)
def test_a_link_without_words_is_one_part_that_is_not_shown(text: str, target: str, link: str) -> None:
    spans = protected_spans(MarkedText(text), TranslationOptions(), "zh" if text[0] == "你" else "en", target)
    assert [(span.target, span.kind, span.side) for span in spans] == [(link, Kind.OMITTED, None)]


@pytest.mark.parametrize("words", ["2024", "3.2", "a1", "no. 5"])
def test_a_year_or_a_version_is_shown_in_its_link(words: str) -> None:
    sides = [span for span in spans_of(f"Look at [{words}](https://a.b) now.") if span.side]
    assert [span.target for span in sides] == ["[", "](https://a.b)"]
