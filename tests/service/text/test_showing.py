"""What a model sees of a sentence, and the way back from it."""

import pytest
from hypothesis import given, settings

from service.text.lettercase.odd_case import odd_words
from service.text.marks import MarkedText
from service.text.options import TranslationOptions
from service.text.protection.protect import protected_spans
from service.text.showing import Look, Shown, show
from tests.service.text.strategies import TEXTS


def shown(text: str, source: str = "en", target: str = "de", number: int = 0, *, capitals: bool = False) -> Shown:
    spans = protected_spans(MarkedText(text), TranslationOptions(), source)
    odd = odd_words(text, spans, source, lambda _: 1)
    return show(text, spans, Look(source, target, is_in_capitals=capitals, odd=odd), number)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Write to {a} and {b}!", "Write to Tom and Boston!"),
        ("{a}{b} is here", "Tom is here"),
        ("re{0}ing", "Tom"),
        ("It has %dMB now", "It has Tom now"),
        ("Click {0}here{1} to go on.", "Click here to go on."),
        ("Read {{link}}our terms{{/link}} now", "Read our terms now"),
        ("Dear {{#a}}{{name}}{{/a}}, hello", "Dear Tom, hello"),
        ("It costs 12,345 euros", "It costs 47 euros"),
        ("so 😆 good, so 🇩🇪🇫🇷 far", "so good, so far"),
        ("so😆good", "so good"),
        ("so good 😆.", "so good."),
        ("so 😆, good", "so, good"),
        ("so good  !", "so good !"),
        ("the [old] house", "the old house"),
        ("so😆{a}", "so Tom"),
        ("Hello  {a}, you", "Hello Tom, you"),
        ("He said,  yes.", "He said, yes."),
        ("so 😆  good", "so good"),
        ("so😆  good", "so good"),
        ("one\ntwo \n three", "one two three"),
        ("HAllo there", "Hallo there"),
        ("Tom &amp; Jerry", "Tom and Jerry"),
        ("Tom&nbsp;&#38;&nbsp;Jerry", "Tom and Jerry"),
        ("Fish&amp;chips, fish&chips", "Fish and chips, fish and chips"),
        ("so &amp;it is", "so it is"),
        ("I don&#39;t, it&rsquo;s", "I don't, it’s"),
        ("Well&hellip; I know", "Well... I know"),
        ("Home &mdash; a big one", "Home, a big one"),
        ("Mr.&nbsp;Smith, hello&nbsp;you", "Mr. Smith, hello you"),
        ("Press &quot;Save&quot; now", "Press Save now"),
        ("Click &lt;b&gt;here&lt;/b&gt; now", "Click here now"),
    ],
)
def test_what_is_shown(text: str, expected: str) -> None:
    assert shown(text).text == expected


def test_each_attempt_and_each_pair_of_languages_has_its_names() -> None:
    assert shown("Write to {a}", number=1).text == "Write to Texas"
    assert shown("写信给{a}", "zh", "en").text == "写信给汤姆"
    assert shown("写信给{a}", "zh", "en", number=1).text == "写信给X-5"
    assert shown("写信给{a}", "zh", "fr").text == "写信给X-5"


def test_the_word_for_an_ampersand_is_of_the_language_and_has_its_spaces() -> None:
    assert shown("研发&amp;销售", "zh", "en").text == "研发和销售"
    assert shown("研发&销售", "zh", "en").text == "研发和销售"
    assert shown("Brot &amp; Butter", "de", "en").text == "Brot und Butter"
    assert shown("パン &amp; バター", "ja", "en").text == "パン & バター"


@pytest.mark.parametrize(
    "text", ["我**爱**你。", "我<b>爱</b>你。", "我&lt;b&gt;爱&lt;/b&gt;你。", "我&quot;爱&quot;你。"]
)
def test_what_stands_around_characters_is_shown_as_nothing(text: str) -> None:
    """Spaces in its place tore the sentence apart, and it was not put around its words."""
    assert shown(text, "zh", "en").text == "我爱你。"


def test_wide_white_space_is_shown_as_a_space() -> None:
    assert shown("你好　世界", "zh", "en").text == "你好 世界"


def test_there_are_enough_names_and_no_two_are_the_same() -> None:
    names = [slot.stand_in.source for slot in shown("{a} " * 40).slots]
    assert len(set(names)) == 40


def test_capitals_are_shown_as_a_sentence() -> None:
    assert shown("SEE {A} NOW", capitals=True).text == "See Tom now"
    assert show("sEE nOW", (), Look("en", "de", is_inverted=True), 0).text == "See now"


@settings(deadline=None)
@given(text=TEXTS)
def test_the_chunks_are_all_of_the_source_in_order(text: str) -> None:
    chunks = shown(text).chunks
    assert "".join(text[chunk.start : chunk.end] for chunk in chunks) == text
