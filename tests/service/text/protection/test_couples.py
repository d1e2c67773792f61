"""Which placeholders and tags stand around words, and which are words or parts of one."""

import pytest
from hypothesis import given

from service.text.marks import MarkedText
from service.text.options import TranslationOptions
from service.text.protection.couples import coupled
from service.text.protection.protect import protected_spans
from service.text.spans import Kind, Span
from tests.service.text.strategies import TEXTS

PLAIN = TranslationOptions()


def spans_of(text: str, language: str = "en") -> list[Span]:
    return protected_spans(MarkedText(text), PLAIN, language)


def couples(text: str, language: str = "en") -> list[tuple[str, str]]:
    first = {span.side.couple: span.target for span in spans_of(text, language) if span.side and not span.side.is_last}
    last = {span.side.couple: span.target for span in spans_of(text, language) if span.side and span.side.is_last}
    assert first.keys() == last.keys()
    return [(first[key], last[key]) for key in first]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Click {0}here{1} to go on.", [("{0}", "{1}")]),
        ("{0}Good day my friend{1}", [("{0}", "{1}")]),
        ("{0}Hello, {name}!{1}", [("{0}", "{1}")]),
        ("Do {0}read this{1} and {2}go{3}.", [("{0}", "{1}"), ("{2}", "{3}")]),
        ("{0}{1}Here{2} it is{3}", [("{0}", "{3}"), ("{1}", "{2}")]),
        ("%sRead more%s", [("%s", "%s")]),
        ("Read %1$smore%2$s.", [("%1$s", "%2$s")]),
        ("Read %(a)smore%(b)s.", [("%(a)s", "%(b)s")]),
        ("Click %{start}here%{end}.", [("%{start}", "%{end}")]),
        ("{{#users}}Hello{{/users}}", [("{{#users}}", "{{/users}}")]),
        ("{{#if x}}Good day{{/if}}", [("{{#if x}}", "{{/if}}")]),
        ("Read {{link}}our terms{{/link}} now.", [("{{link}}", "{{/link}}")]),
        ("{% if x %}Good day{% endif %}", [("{% if x %}", "{% endif %}")]),
        ("Read [[link]]this[[/link]].", [("[[link]]", "[[/link]]")]),
        ("Read {b}this{/b}, <b>now</b> or <1>never</1>.", [("{b}", "{/b}"), ("<b>", "</b>"), ("<1>", "</1>")]),
        ("<p>One<br>two</p>", [("<p>", "</p>")]),
        ("{0}One.{1}\n{2}Two.{3}", [("{0}", "{1}"), ("{2}", "{3}")]),
    ],
)
def test_two_that_touch_what_is_between_them_stand_around_it(text: str, expected: list[tuple[str, str]]) -> None:
    assert couples(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "the re{0}ing of it",
        "{count}items, {0}MB and {n}th",
        "{w}x{h}, {first}{last}",
        "Hello {name}, from {user}!",
        "{name}'s file ({size}) is at {path}.",
        "%d of %d, %dpx to %s",
        "{0}One\ntwo{1}",  # on two lines
        "{0}One%s",  # of two kinds
        "{a}one b{c}d",
        "</b>one<b>",
        "https://a.b/{x}y/{z}",
    ],
)
def test_values_and_parts_of_words_have_no_other(text: str) -> None:
    assert couples(text) == []


@pytest.mark.parametrize("text", ["{user}邀请了{other}", "你好{0}先生，{1}欢迎你"])
def test_without_spaces_between_words_only_names_tell(text: str) -> None:
    assert couples(text, "zh") == []
    assert couples("点击{{#a}}这里{{/a}}", "zh") == [("{{#a}}", "{{/a}}")]


@pytest.mark.parametrize(
    "part", ["{{#if x}}", "{{^x}}", "{{else}}", "{{/if}}", "{{! note }}", "{% for a in b %}", "{% else %}", "<% end %>"]
)
def test_what_says_something_about_other_words_is_not_shown(part: str) -> None:
    [span] = spans_of(f"Good {part} day")
    assert (span.target, span.kind) == (part, Kind.OMITTED)


@pytest.mark.parametrize("part", ["{{name}}", "{% url 'x' %}", "<%= name %>", "<%- name %>", "{0}", "%s"])
def test_what_stands_for_a_word_is_one(part: str) -> None:
    [span] = spans_of(f"Good {part} day")
    assert (span.target, span.kind) == (part, Kind.WORD)


def test_with_a_space_inside_they_have_places_of_their_own() -> None:
    assert couples("{{#if x}} Good day {{/if}}") == []


def test_what_becomes_something_else_is_left_alone() -> None:
    spans = [Span(0, 3, Kind.WORD, "Haus"), Span(7, 10, Kind.WORD, "{1}")]
    assert coupled("{0}here{1}", spans) == spans


def test_fixed_marks_may_be_a_couple() -> None:
    first, last = (Span(start, start + 3, Kind.WORD, f"{{{start}}}", is_marked=True) for start in (0, 7))
    assert [span.kind for span in coupled("{0}here{7}", [first, last])] == [Kind.OMITTED, Kind.OMITTED]


@given(TEXTS)
def test_the_parts_stay_where_they_are_and_couples_are_nested(text: str) -> None:
    opened = []
    for span in spans_of(text):
        assert text[span.start : span.end] == span.target
        if span.side and not span.side.is_last:
            opened.append(span.side.couple)
        elif span.side:
            assert opened.pop() == span.side.couple
    assert opened == []
