"""What is found to be no text for a model, and what is left alone."""

import pytest

from service.text.marks import Mark, MarkedText
from service.text.options import TranslationOptions
from service.text.protection.protect import is_suspect, protected_spans
from service.text.spans import Kind

PLAIN = TranslationOptions()


def language_of(text: str) -> str:
    return "zh" if "\u3400" <= text[0] <= "\u9fff" else "en"


def found(text: str, options: TranslationOptions = PLAIN) -> list[str]:
    return [span.target for span in protected_spans(MarkedText(text), options, language_of(text))]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "I'm on https://test.com/ now, see (http://a.b/c_d?x=1&y=2).",
            ["https://test.com/", "http://a.b/c_d?x=1&y=2"],
        ),
        ("Look at test.com/x, www.foo.de or HTTP itself.", ["test.com/x", "www.foo.de"]),
        ("Write to user@example.org.", ["user@example.org"]),
        (
            "Call +44 20 7946 0958, 0800 123 4567 or (030) 1234567.",
            ["+44 20 7946 0958", "0800 123 4567", "(030) 1234567"],
        ),
        (
            "Run `npm install` with --force, see foo_bar() in main.py",
            ["`npm install`", "--force", "foo_bar()", "main.py"],
        ),
        ("In /usr/bin/env or C:\\temp\\x.", ["/usr/bin/env", "C:\\temp\\x"]),
        ("Hello %1$s, %d of %s, %(name)s, %-5.2f, %s%%", ["%1$s", "%d", "%s", "%(name)s", "%-5.2f", "%s", "%%"]),
        ("This is {{person.name}} in {0}, {name}, ${x}, #{y}", ["{{person.name}}", "{0}", "{name}", "${x}", "#{y}"]),
        ("{n, plural, one {# file} other {# files}}", ["{n, plural, one {# file} other {# files}}"]),
        (
            "__count__ ###T01### :name :orderId :smile: [[key]] @user #tag #123",
            ["__count__", "###T01###", ":name", ":orderId", ":smile:", "[[key]]", "@user", "#tag", "#123"],
        ),
        ("BE0768880101, RFC-2119, v1.2.3 and 10.0.0.1", ["BE0768880101", "RFC-2119", "v1.2.3", "10.0.0.1"]),
        ("2.200.112 or 244890, 283,82 € or €30, 2024-03-15", ["2.200.112", "244890", "283,82 €", "€30", "2024-03-15"]),
        ("See [Roger Stone] [1]  and 1/2 of them", ["[", "]", "[1]", "  ", "1/2"]),
        ("It is -5 °C, 5\u00a0km or ≥ 18, see § 5", ["-5 °C", "5\u00a0km", "≥ 18", "§ 5"]),
        ("Good\u00a0morning © and €, a ≤ b for 30 €", ["\u00a0", "©", "€", "≤", "30 €"]),
        ("他跑了5公里，-3度。", ["5 km", "-3"]),
        ("I said 你好 to 小明.", ["你好", "小明"]),
        ("他说hello world, OK了", ["hello world, OK"]),
        ("我用Audacity v1.0和Google https://a.cn。", ["Audacity", "v1.0", "Google", "https://a.cn"]),
        ("Press <x/> in <b>bold</b>&nbsp;now", ["<x/>", "<b>", "</b>", "&nbsp;"]),
        (
            "你好{0}，请看https://a.cn/x。邮箱user@example.org，电话+86 10 1234 5678。",
            ["{0}", "https://a.cn/x", "user@example.org", "+86 10 1234 5678"],
        ),
    ],
)
def test_what_must_stay_is_found(text: str, parts: list[str]) -> None:
    assert found(text) == parts
    assert is_suspect(text, language_of(text))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("It is 5&nbsp;km, 20&nbsp;&euro; or -3&#160;&deg;C", ["5&nbsp;km", "20&nbsp;&euro;", "-3&#160;&deg;C"]),
        ("距离是5&#8239;km或&pound;5。", ["5&#8239;km", "&pound;5"]),
        ("The caf&eacute; and the r&#233;sum&#xe9;", ["&eacute;", "&#233;", "&#xe9;"]),
    ],
)
def test_entities_that_figures_and_words_cannot_do_without_stay_with_them(text: str, parts: list[str]) -> None:
    spans = protected_spans(MarkedText(text), PLAIN, language_of(text))
    assert [span.target for span in spans] == parts
    assert Kind.OMITTED not in {span.kind for span in spans}


def test_an_apostrophe_is_seen_in_the_word_that_it_is_in() -> None:
    """It was kept with the word, which then was not translated: a model that is shown "don t" says the opposite."""
    spans = protected_spans(MarkedText("I don&#8217;t, I CAN&apos;T"), PLAIN, "en")
    assert [(span.target, span.sign) for span in spans] == [("&#8217;", "’"), ("&apos;", "'")]


@pytest.mark.parametrize(
    "tag",
    [
        '<a href="https://a.cn/x?y=1&z=2">',
        "<a href='{{url}}' class=b>",
        '<img src="%s" alt="a cat">',
        "&lt;b&gt;",
        "&lt;/b&gt;",
        "&lt;a href=&quot;https://a.cn&quot;&gt;",
        "&#60;br/&#62;",
    ],
)
def test_a_tag_is_one_part_whatever_stands_in_it_and_however_it_is_written(tag: str) -> None:
    """An address in one was taken for a word, and what was left of the tag was translated."""
    [span] = protected_spans(MarkedText(f"Click {tag} now"), PLAIN, "en")
    assert (span.target, span.kind) == (tag, Kind.OMITTED)


@pytest.mark.parametrize("text", ["Is a &lt; b and c &gt; d?", "Is a &lt; b &gt; c?", "Is a&lt;b so?"])
def test_signs_of_comparison_are_no_tags(text: str) -> None:
    assert set(found(text)) <= {"&lt;", "&gt;"}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("The R&D team of AT&T", ["R&D", "AT&T"]),
        ("Our R&amp;D and Q&#38;A", ["R&amp;D", "Q&#38;A"]),
        ("我们的R&D部门", ["R&D"]),
        ("Log in | Sign up • Help", ["|", "•"]),
        ("File > Save", [">"]),
        ("As before[^1], see [^note]", ["[^1]", "[^note]"]),
    ],
)
def test_names_with_an_ampersand_and_signs_between_labels_stay(text: str, parts: list[str]) -> None:
    assert found(text) == parts
    assert is_suspect(text, language_of(text))


@pytest.mark.parametrize(
    "entity", ["&amp;", "&nbsp;", "&#8220;", "&#x201c;", "&lt;", "&copy;", "&nonsense;", "&notit;"]
)
def test_other_entities_are_left_out_and_have_their_places(entity: str) -> None:
    """The number in one was taken for that of a ticket: `#8220`."""
    [span] = protected_spans(MarkedText(f"so {entity}it is"), PLAIN, "en")
    assert (span.target, span.kind) == (entity, Kind.OMITTED)
    assert found(f"&8220; or #8220 {entity}") == ["#8220", entity]


@pytest.mark.parametrize(
    "emoji", ["😆", "👩‍👩‍👧‍👦", "🇩🇪", "1️⃣", "👍🏽", "❤️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "☎", "→", "★", "™"], ids=lambda emoji: ascii(emoji)
)
def test_an_emoji_is_one_part_with_all_of_its_sequence(emoji: str) -> None:
    [span] = protected_spans(MarkedText(f"so {emoji} it is"), PLAIN, "en")
    assert (span.target, span.kind) == (emoji, Kind.OMITTED)


@pytest.mark.parametrize(
    "text",
    [
        "He said: yes. At 3:30 we (Tom & Jerry) left, 100% sure.",
        "It costs 5 dollars; 12 million, 1998, 10:45, 3.14.",
        "and/or, he/she, e.g. this, i.e. that, the U.S. of A.",
        "Is 1 or 2 more? It isn't. It's 5 % of them.",
        "有3.5万人唱卡拉OK。",
    ],
)
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("text", ["Thank you, it's a nice day. Isn't it?", "你好，世界！", "Das ist schön – oder?"])
def test_most_sentences_are_known_to_be_plain_at_a_glance(text: str) -> None:
    assert not is_suspect(text, language_of(text))


def test_terms_are_found_as_whole_words_the_longest_first() -> None:
    options = TranslationOptions(no_translate=("Roger Stone", "Roger"), glossary=(("net", "Netz"),))
    assert found("Roger Stone met Roger, Rogers and the net.", options) == ["Roger Stone", "Roger", "Netz"]
    assert found("请把网络打开", TranslationOptions(glossary=(("网络", "network"),))) == ["network"]


def test_a_fixed_mark_comes_before_a_term_and_a_term_before_a_pattern() -> None:
    source = MarkedText("see a b.com c", (Mark(4, 7, 0, is_fixed=True),))
    options = TranslationOptions(no_translate=("b.com",))
    assert [span.target for span in protected_spans(source, options, "en")] == ["a b"]
    assert [span.target for span in protected_spans(MarkedText(source.text), options, "en")] == ["b.com"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("\ufeffHello there", ["\ufeff"]),
        ("the\u200b dog\u200e.", ["\u200b", "\u200e"]),
        ("\u202eso\u202c it is", ["\u202e", "\u202c"]),
        ("a bell\x07 and \x1b[31mred", ["\x07", "\x1b[31m"]),
        ("Donau\u00addampf\u200bschiff", []),  # nobody could say where in another word
    ],
)
def test_what_nobody_sees_is_left_out_and_has_its_place(text: str, parts: list[str]) -> None:
    spans = protected_spans(MarkedText(text), PLAIN, "en")
    assert [span.target for span in spans] == parts
    assert {span.kind for span in spans} <= {Kind.OMITTED}
    assert is_suspect(text, "en")


def test_numbers_of_full_width_are_looked_at() -> None:
    assert is_suspect("１２３个人", "zh")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("改到3pm了", ["3:00 pm"]),
        ("我们7点 at 7 a.m. on Friday。", ["at 7 a.m. on Friday"]),
        ("需要iOS 14+。", ["iOS 14+"]),
        ("已售1000+件", ["1000+"]),
    ],
)
def test_in_chinese_words_in_latin_letters_stay_together(text: str, parts: list[str]) -> None:
    spans = protected_spans(MarkedText(text), PLAIN, "zh", "en")
    assert [span.target for span in spans] == parts
