"""Strings of user interfaces: tags and ICU's structure stay, and text beside them is quoted as it has to be."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.text.formats.icu import IcuError, Style, has_argument, quoted, style_of, take_apart, unquoted
from service.text.formats.messages import read_message
from service.text.marks import Mark, MarkedText
from tests.service.text.formats.translating import shouted, translations

ICU = Style(is_used=True)
PIECES = [
    "a word ",
    "it''s ",
    "'{'quoted'}' ",
    "{name}",
    "{0, number, percent}",
    "{n, plural, offset:1 =0 {none} one {# file} other {# <b>files</b>}}",
    "{who, select, female {She has {n, plural, one {one} other {#}}} other {They}}",
    "<b>bold</b>",
    "<br/>",
    "&amp;",
    " | ",
    "|",
    "{{ a | b }}",
    " ",
    "#",
    "' ",
]


def said(text: str, style: Style = ICU) -> list[str]:
    return [unit.text for unit in read_message(text, style).units]


def shout(text: str, style: Style = ICU) -> str:
    message = read_message(text, style)
    return message.render(iter(shouted(list(message.units))))


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=6).map("".join), st.booleans())
def test_what_is_not_changed_is_the_same(text: str, is_icu: bool) -> None:
    message = read_message(text, Style(is_icu))
    assert message.render(message.units) == text
    assert all(unit.text.strip() for unit in message.units)


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=5).map("".join), st.booleans(), st.data())
def test_no_translation_can_change_an_argument(text: str, is_doubled: bool, data: st.DataObject) -> None:
    style = Style(is_used=True, is_doubled=is_doubled)
    message = read_message(text, style)
    result = message.render(iter(data.draw(translations(list(message.units)))))

    def skeleton(message: str) -> list[str]:
        _, arguments = take_apart(message, in_plural=False)
        return [piece if isinstance(piece, str) else "" for argument in arguments for piece in argument.pieces]

    if has_argument(text):
        assert sorted(skeleton(result)) == sorted(skeleton(text))


@settings(deadline=None)
@given(text=st.text("ab{}#' ", max_size=12), in_plural=st.booleans(), is_doubled=st.booleans())
def test_quoted_text_is_read_as_it_was(text: str, in_plural: bool, is_doubled: bool) -> None:
    written = quoted(text, in_plural=in_plural, is_doubled=is_doubled)
    assert unquoted(written, in_plural=in_plural) == text
    assert take_apart(written, in_plural=in_plural) == (written, [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{n, plural, =0 {No files} one {One file} other {# files}}", ["No files", "One file", "# files"]),
        (
            "You have {n, plural, one {# item} other {# items}} in your {place}.",
            ["You have {n} in your {place}.", "# item", "# items"],
        ),
        ("{g, select, f {She} other {They}} left", ["{g} left", "She", "They"]),
        ("{n, plural, other {{g, select, other {deep}}}}", ["deep"]),
        ("{when, date, short} it''s '{'here'}'", ["{when} it's {here}"]),
        ("{n, plural, other {}}", []),
        # Endings of ordinal numbers are no words: `#st` became `#Stiefel`.
        (
            "{n, selectordinal, one {#st} two {#nd} few { #rd } other {#th}} of {n, plural, other {#th dog}}",
            ["{n} of {n}", "#th dog"],
        ),
        ("{n, plural, other {'#'}}{0, choice, 0#none|1<{0} files} a", ["{n}{0} a", "none", "{0} files"]),
    ],
)
def test_branches_are_translated_each_for_itself(text: str, expected: list[str]) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no dogs | one dog | {n} dogs", ["no dogs", "one dog", "{n} dogs"]),
        ("no dogs|one dog|{n} dogs", ["no dogs", "one dog", "{n} dogs"]),
        ("{n, plural, one {a | # b} other {c}} | d", ["d", "a", "# b", "c"]),
        ("it''s '{a | b} c' {n} | d", ["it's {a | b} c {n}", "d"]),
        ("'{a | b}' | {n} c", ["{a | b}", "{n} c"]),
    ],
)
def test_forms_with_bars_are_translated_each_for_itself_in_messages_too(text: str, expected: list[str]) -> None:
    assert said(text) == expected
    assert re.findall(r"\s*\|\s*", shout(text)) == re.findall(r"\s*\|\s*", text)


def test_a_bar_between_words_of_a_sentence_stays_between_some() -> None:
    (unit,) = read_message("Enter yes|no to go on", Style()).units
    assert unit.marks == (Mark(9, 10, 0, is_fixed=True),)


def test_structure_is_fixed_and_written_as_it_was() -> None:
    text = "Buy {n, plural, one {# <b>file</b>} other {'{'#'}' files}} now"
    outer, one, _ = read_message(text, ICU).units
    assert outer == MarkedText("Buy {n} now", (Mark(4, 7, 0, is_fixed=True),))
    assert one == MarkedText("# file", (Mark(0, 1, 0, is_fixed=True), Mark(2, 6, 1)))
    assert shout(text) == "BUY {n, plural, one {# <b>FILE</b>} other {'{'#'}' FILES}} NOW"


def test_an_apostrophe_before_an_argument_is_doubled() -> None:
    """French and Italian write one there, and it would quote the argument away."""
    message = read_message("The {thing}", ICU)
    translation = MarkedText("L'{thing} d'or", (Mark(2, 9, 0, is_fixed=True),))
    assert message.render(iter([translation])) == "L''{thing} d'or"
    java = read_message("The {thing}", Style(is_used=True, is_doubled=True))
    assert java.render(iter([translation])) == "L''{thing} d''or"


def test_a_file_shows_whether_its_strings_are_messages() -> None:
    assert style_of(["Don't", "{x}"]) == Style()
    assert style_of(["{n, plural, other {x}}"]) == Style(is_used=True)
    assert style_of(["Can''t {0}"]) == Style(is_used=True, is_doubled=True)
    assert style_of(["''", "{{n}} it''s"]) == Style()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello {{name}}", ["Hello {{name}}"]),
        ("  padded\n", ["padded"]),
        ("no apples | one apple | {n} apples", ["no apples", "one apple", "{n} apples"]),
        ("no apples|one apple|{n} apples", ["no apples", "one apple", "{n} apples"]),
        ("No dogs |One dog| many dogs", ["No dogs", "One dog", "many dogs"]),
        ("none|one|many", ["none", "one", "many"]),
        ("{0} no one|[1,19] some of {n}|[20,*] all", ["{0} no one", "[1,19] some of {n}", "[20,*] all"]),
        ("没有苹果|{n}个苹果", ["没有苹果", "{n}个苹果"]),
        ("Home | My Site|My cart", ["Home", "My Site", "My cart"]),
        ("{{ name | upper }}", ["{{ name | upper }}"]),
        ("{{ a | b }} | {{ c | d }} cars", ["{{ a | b }}", "{{ c | d }} cars"]),
        ("at {when | date} | {a {b | c}}", ["at {when | date}", "{a {b | c}}"]),
        ("Enter yes|no to go on", ["Enter yes|no to go on"]),
        ("either x || y or | not", ["either x || y or", "not"]),
        ("Run `a | b` | or it", ["Run `a | b`", "or it"]),
        ("a { b | c d", ["a { b", "c d"]),
        ("Terms &amp; <0>rules</0>", ["Terms & rules"]),
        ("$t(common.ok) it is", ["$t(common.ok) it is"]),
        ("a < b > c", ["a < b > c"]),
        ("...", []),
        ("", []),
    ],
)
def test_what_is_translated_in_a_plain_string(text: str, expected: list[str]) -> None:
    assert said(text, Style()) == expected
    assert shout(text, Style()) == text.upper().replace("&AMP;", "&amp;").replace("$T(COMMON.OK)", "$t(common.ok)")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{n, plural, one {x} other {y}", "'}' is missing behind '{n, plural, one {x} other {y}'"),
        ("{n} }", "'}' without '{' at character 5"),
        ("{n, plural, one}", "'}' is missing behind '{n, plural,'"),
        ("{n, plural,}", "a branch or '}' is missing behind '{n, plural,'"),
        ("{n, plural, other {x} y}", "missing behind '{n, plural, other {x}'"),
        ("{n, plural, other {" * 5_000 + "}}" * 5_000, "branches within branches without end"),
    ],
)
def test_braces_that_do_not_fit_are_refused_with_the_place(text: str, problem: str) -> None:
    with pytest.raises(IcuError) as refusal:
        read_message(text, ICU)
    assert problem in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One dog<br>and one cat", ["One dog", "and one cat"]),
        ("To do: <ul> <li>Eat</li><li>Do <b>not</b> go</li></ul> now", ["To do:", "Eat", "Do not go", "now"]),
        ("<b>Stop.<br/>Now</b> go", ["Stop.", "Now", "go"]),
        ("<title>One</title> <link>two</link>", ["One two"]),
    ],
)
def test_lines_of_a_string_are_for_themselves(text: str, expected: list[str]) -> None:
    """Their words ran together, and were translated as one sentence."""
    assert said(text, Style()) == expected
    assert re.findall(r"<.*?>", shout(text, Style())) == re.findall(r"<.*?>", text)


def test_code_stays() -> None:
    message = read_message("Run <code class='x'>npm &lt;b&gt; {n}</code> in <kbd>Ctrl</kbd> now {n}", ICU)
    (unit,) = message.units
    assert unit.text == "Run npm <b> {n} in Ctrl now {n}"
    assert message.render(iter(shouted([unit]))) == (
        "RUN <code class='x'>npm &lt;b&gt; {n}</code> IN <kbd>Ctrl</kbd> NOW {n}"
    )


def test_a_string_without_arguments_is_quoted_as_those_with_some_are() -> None:
    """Where all apostrophes of a file are doubled, that of a translation has to be as well."""
    java = Style(is_used=True, is_doubled=True)
    message = read_message("Haven''t got it", java)
    assert [unit.text for unit in message.units] == ["Haven't got it"]
    assert message.render(iter([MarkedText("Wie geht's?")])) == "Wie geht''s?"
    assert said("a '' and a {", java) == ["a '' and a {"]
    assert said("it''s", ICU) == ["it''s"]


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("Only ${price} today", ["${price}"]),
        ("Save {percent}% of €{all} %", ["{percent}%", "€{all} %"]),
        ("{a} % {b} is {c}%d", ["{a}", "{b}", "{c}"]),
    ],
)
def test_the_sign_of_an_amount_stays_with_its_argument(text: str, fixed: list[str]) -> None:
    [unit] = read_message(text, ICU).units
    assert [unit.text[mark.start : mark.end] for mark in unit.marks] == fixed
