"""Pages and marked text through the shipped models: no tag or entity is lost, none is left with nothing to show.

Where a translation has fewer words than there are tags, a warning says around which.
"""

import re
from collections.abc import Callable

import pytest

from service.api.loading import LoadedModel
from service.text.formats.html import read_fragment
from service.text.marks import Mark, MarkedText
from service.text.result import Translation
from service.text.warnings import BracketsDiffer, MarksEmpty
from tests.shipped import model_for, translation_of

Translate = Callable[[str], str]
EMPTY = re.compile(r"<(\w+)[^>]*>[^\w<]*</\1>")
TAG = re.compile(r"<[^>]*>")

ENGLISH = """
<b>Do not</b> close this window.
Please <b>do not</b> close this window.
This is <i>not</i> a toy.
You <b>must not</b> open the door <i>before</i> the train stops.
<b>Never</b> share your password with <i>anyone</i>.
To learn more, <a href="/x">read our guide</a>.
He <i>has been</i> working here <b>for</b> ten years.
I <b>do</b> like it.
There <b>is</b> no <i>reason</i> to worry.
Run <code>npm install</code> <b>first</b>.
Look it <b>up</b> in the dictionary.
<i>Would</i> you <b>like</b> some tea?
The <b>most</b> important thing <i>is</i> health.
<a href="/login">Log in</a> or <a href="/join">sign up</a> to continue.
<b><i>Do not</i></b> touch.
<b>I <i>do</i> not</b> know.
<b>Do</b><i> not</i> move.
It is <b>the</b> best <i>of</i> all.
He gave <b>it</b> <i>to</i> <u>her</u>.
<em>As soon as</em> the rain stops, we <b>will</b> go.
<b>Do not</b> use <code>rm</code> <i>unless</i> you are <a href="/s">sure</a>.
Your <b>account</b> was <i>successfully</i> <a href="/d">deleted</a>.
<b>Please</b> wait.
The <i>very</i> first <b>time</b>.
""".strip().split("\n")
CHINESE = """
<b>不要</b>关闭这个窗口。
我<b>已经</b>吃<i>过</i>饭<u>了</u>。
这是我<b>的</b>书。
<b>把</b>门<i>关上</i>。
你<b>是</b>学生<i>吗</i>？
我们<b>明天</b><i>将要</i>离开北京。
这个<b>非常</b><i>重要</i>的问题<u>还没有</u>解决。
<b>虽然</b>天气不好，<i>但是</i>我们还是去了公园。
运行<code>npm install</code>命令<b>之前</b>，请先<i>备份</i>数据。
<b>中国</b><i>经济</i>增长<u>很快</u>。
<b><i>禁止</i>吸烟</b>
<i>所有</i>用户<b>都</b>必须<a href="/r">注册</a>。
三<b>个</b>苹果<i>和</i>两<b>本</b>书。
<span>谢谢</span><b>你</b><i>的</i>帮助！
你<b>可以</b>随时<i>取消</i>订单。
我<b>从来</b><i>没</i>去过<u>上海</u>。
""".strip().split("\n")


@pytest.fixture
def translate(models: dict[str, LoadedModel]) -> Translate:
    """Translates HTML, from Chinese into English if there is any, else into German."""

    def run(html: str) -> str:
        document = read_fragment(html)
        found = [translation_of(model_for(models, html), unit) for unit in document.units]
        return document.render([MarkedText(translation.text, translation.marks) for translation in found]).decode()

    return run


@pytest.fixture
def told(models: dict[str, LoadedModel]) -> Callable[[MarkedText], Translation]:
    """Translates marked English into German, with its warnings."""
    return lambda source: translation_of(models["en-de"], source)


@pytest.mark.parametrize("html", [*ENGLISH, *CHINESE])
def test_a_tag_around_words_is_around_words(translate: Translate, html: str) -> None:
    result = translate(html)
    assert sorted(TAG.findall(result)) == sorted(TAG.findall(html))
    assert not EMPTY.search(result), result


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("The big <img src=y> house is old.", "Das große <img src=y> Haus ist alt."),
        ("The big<img src=y> house is old.", "Das große<img src=y> Haus ist alt."),
        ("The big <img src=y>house is old.", "Das große <img src=y>Haus ist alt."),
        ("The big <img src=y> <img src=z> house is old.", "Das große <img src=y> <img src=z> Haus ist alt."),
        (
            "The <b>big</b> <img src=y> <i>house</i> is old.",
            "Das <b>große</b> <img src=y> <i>Haus</i> ist alt.",
        ),
        ("Hello <img src=y> world", "Hallo, <img src=y> Welt"),
        ("Hello <img src=y> <img src=z> world", "Hallo, <img src=y> <img src=z> Welt"),
        ("Hello <img src=y> <img src=z>.", "Hallo <img src=y> <img src=z>."),
        ("I like my book <img src=y>.", "Ich mag mein Buch <img src=y>."),
        ("Hello<img src=y> world", "Hallo<img src=y>, Welt"),
        ("Hello <i class=x></i> my friend.", "Hallo <i class=x></i> meinen Freund."),
        ("Good morning <img src=y> my friend", "Gute Morgen <img src=y> mein Freund"),
        ("Good morning 😀 my friend", "Gute Morgen 😀 mein Freund"),
        ("Happy birthday <img src=y> my best friend", "Glücklicherweise Geburtstag <img src=y> mein bester Freund"),
        ("Have fun <i class=x></i> guys", "Beim <i class=x></i> Leute"),
    ],
)
def test_the_white_space_around_a_picture_stays_on_its_sides(translate: Translate, html: str, expected: str) -> None:
    assert translate(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (
            "<p><span>The company sold more <b>ca</b></span><b><i>rs</i></b><span> than before.<o:p></o:p></span></p>",
            "Firma",
        ),
        ("<p>A king<a href=#n><sup>1</sup></a> lived here.<sup>2</sup></p>", "König<a href=#n><sup>1</sup></a>"),
        ("<h2>History<span>[<a>edit</a>]</span></h2>", "<h2>Historie"),
        ("<p><a>← Older posts</a> <a>Newer posts →</a></p>", "</a> <a>"),
        ("<p>The dog that I saw yesterday in the old park was <b>very<br>big</b>.</p>", "<b>sehr<br>groß</b>"),
        ("<p>You need a <g-emoji>🔑</g-emoji> key.</p>", "Du brauchst"),
        ("<p>Please write to <a href=m>info@a.com</a> today.</p>", "<a href=m>info@a.com</a>"),
        ("<p>I saw two dogs <b>(and a cat)</b>.</p>", "<b>(und eine Katze)</b>."),
        ("<p>Press <kbd>Ctrl</kbd>+<kbd>C</kbd> now.</p>", "<kbd>Ctrl</kbd>+<kbd>C</kbd>"),
        (r"<p>The number \(x^2\) is large.</p>", r"Nummer \(x^2\) ist groß"),
        ("<p>Made by <a>my brother</a> · <a>Help</a> · <a>Mary</a></p>", "</a> · <a>Hilfe</a> · <a>"),
    ],
)
def test_what_real_pages_have_stays_whole(translate: Translate, html: str, expected: str) -> None:
    result = translate(html)
    assert sorted(TAG.findall(result)) == sorted(TAG.findall(html))
    assert expected in result


def test_the_word_that_a_mark_gets_is_the_one_that_comes_from_it(translate: Translate) -> None:
    assert "Fenster <b>nicht</b>" in translate("<b>Do not</b> close this window.")
    assert "<i>kein</i> Spielzeug" in translate("This is <i>not</i> a toy.")
    assert "<b>Bitte</b>" in translate("<b>Please</b> wait.")
    assert "<b>before</b> <code>" in translate("运行<code>npm install</code>命令<b>之前</b>，请先<i>备份</i>数据。")


def test_where_a_translation_has_fewer_words_than_tags_none_is_lost(translate: Translate) -> None:
    result = translate("<span>Thank</span> <b>you</b> <i>very much</i>!")
    assert sorted(TAG.findall(result)) == sorted(["<span>", "</span>", "<b>", "</b>", "<i>", "</i>"])
    assert TAG.sub("", result) == "Vielen Dank!"


def test_tags_nested_thousands_deep_are_kept(translate: Translate) -> None:
    """They had the server answer with an internal error."""
    result = translate(f"I see {'<b>' * 2_000}two dogs{'</b>' * 2_000} here.")
    assert f"{'<b>' * 2_000}zwei Hunde{'</b>' * 2_000}" in result


def words_marked(text: str) -> MarkedText:
    """With a mark around each word."""
    found = enumerate(re.finditer(r"\w+", text))
    return MarkedText(text, tuple(Mark(*match.span(), key) for key, match in found))


@pytest.mark.parametrize(
    ("text", "around_others"),
    [
        ("We have no choice but to give up the whole plan.", ["to"]),
        ("How many times a day do you look at yourself in the mirror?", []),
        ("Tom ordered a glass of orange juice and a cup of coffee.", []),
        ("Both my father and I went to the museum for the first time.", []),
        ("We bought 3 cats, 12 dogs and 300 birds at the market for $5.00.", ["birds", "at"]),
    ],
)
def test_each_mark_has_words_or_a_warning_says_around_which_it_has_none(
    told: Callable[[MarkedText], Translation], text: str, around_others: list[str]
) -> None:
    source = words_marked(text)
    translation = told(source)
    places = {mark.key: translation.text[mark.start : mark.end] for mark in translation.marks}
    words = {mark.key: text[mark.start : mark.end] for mark in source.marks}
    bare = [words[key] for key in words if not any(map(str.isalnum, places[key])) or words[key] in around_others]
    parts = [part for warning in translation.warnings if isinstance(warning, MarksEmpty) for part in warning.parts]
    assert parts == bare


def test_there_are_fewer_words_than_marks_in_some_translation(told: Callable[[MarkedText], Translation]) -> None:
    translation = told(words_marked("How many times a day do you look at yourself in the mirror?"))
    assert [warning.code for warning in translation.warnings] == ["marks_empty"]


def test_tags_in_plain_text_are_told_too(told: Callable[[MarkedText], Translation]) -> None:
    translation = told(MarkedText("<b>Stay</b> <i>out</i> <u>of</u> <s>it</s>."))
    assert sorted(TAG.findall(translation.text)) == sorted(f"<{slash}{name}>" for name in "bius" for slash in ("", "/"))
    assert [warning.code for warning in translation.warnings] == ["marks_empty"]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("That was cooked in <b>oil. I'm drinking water</b>.", "Das war in <b>Öl gekocht. Ich trinke Wasser</b>."),
        ("I gave Tom $<b>300</b>.", "Ich gab Tom $<b>300</b>."),
        (
            'See <a href="/a"><img src="a.png"></a> for more.',
            'Wir sehen <a href="/a"><img src="a.png"></a> uns mehr.',
        ),
        ("Hello <!-- note --> world, how are you?", "Hallo, <!-- note -->wie geht's dir?"),
        ("AT&amp;T and Tom &amp; Jerry", "AT&amp;T und Tom &amp; Jerry"),
    ],
)
def test_a_tag_goes_as_far_as_its_words_and_what_stands_beside_it_stays(
    translate: Translate, html: str, expected: str
) -> None:
    assert translate(html) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Terms &amp; conditions apply.", "Terminkalender &amp; Bedingungen."),
        ("Tom &amp; Jerry are friends.", "Tom &amp; Jerry sind Freunde."),
        ("I like salt &#38; pepper.", "Ich mag Salz &#38; Pfeffer."),
        ("A black &amp; white photo.", "Ein schwarz &amp; weißes Foto."),
        ("fish&amp;chips are good.", "Fisch &amp; Chips sind gut."),
        ("fish&chips are good.", "Fisch & Chips sind gut."),
        ("Tom&nbsp;&amp;&nbsp;Jerry", "Tom&nbsp;&amp;&nbsp;Jerry"),
        ("R&amp;D", "R&amp;D"),
        ("He works at AT&amp;T.", "Er arbeitet bei AT&amp;T."),
        ("HELP &amp; SUPPORT", "HILFE &amp; UNTERSTÜTZUNG"),
        ("It&#39;s raining.", "Es&#39; regnet."),
        ("Tom&#39;s dog is big.", "Tom&#39;s Hund ist groß."),
        ("Mr.&nbsp;Smith is here.", "Herr&nbsp;Smith ist hier."),
        ("Hello&nbsp;world", "Hallo,&nbsp;Welt"),
        ("Well&hellip; I do not know.", "Also&hellip; Ich weiß es nicht."),
        ("The house &mdash; a big one &mdash; is old.", "Das Haus &mdash; ein großer &mdash; ist alt."),
        ("He said &quot;hello&quot; to me.", "Er sagte &quot;Hallo&quot;."),
        ("The price is &lt;b&gt;5 euros&lt;/b&gt;.", "Der Preis ist &lt;b&gt;5 Euro&lt;/b&gt;."),
    ],
)
def test_entities_of_text_are_seen_as_what_they_stand_for_and_stay(
    told: Callable[[MarkedText], Translation], text: str, expected: str
) -> None:
    """`&` was not seen at all: its words ran together, and the second one was lost."""
    translation = told(MarkedText(text))
    assert (translation.text, translation.warnings) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Home | About us | Contact", ["|", "|"]),
        ("Go to Settings > Privacy > Cookies.", [">", ">"]),
        ('Click <a href="http://x.y/z">here</a> now.', ['<a href="http://x.y/z">', "</a>"]),
        ('Click <a href="{{url}}">here</a> now.', ['<a href="{{url}}">', "</a>"]),
        ("This is **very** important.", ["**", "**"]),
        ("The &lt;a href=&quot;/x&quot;&gt;house&lt;/a&gt;.", ["&lt;a href=&quot;/x&quot;&gt;", "&lt;/a&gt;"]),
    ],
)
def test_tags_with_addresses_and_signs_between_labels_are_whole(
    told: Callable[[MarkedText], Translation], text: str, expected: list[str]
) -> None:
    translation = told(MarkedText(text))
    assert re.findall(r"&lt;.*?&gt;|<[^<>]+>|[|>]|\*+", translation.text) == expected
    assert translation.warnings == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This is **very** important.", "Das ist **sehr** wichtig."),
        ("I *love* my dog.", "Ich *liebe* meinen Hund."),
        ("这是**很**重要的。", "This is a **very** important thing."),
        ("我&lt;b&gt;爱&lt;/b&gt;你。", "I &lt;b&gt;love&lt;/b&gt; you."),
    ],
)
def test_signs_of_markdown_and_tags_in_text_are_around_the_same_words(
    models: dict[str, LoadedModel], text: str, expected: str
) -> None:
    """Models took the signs for words and lost those between: "Das ist ***"."""
    assert translation_of(model_for(models, text), MarkedText(text)).text == expected


def test_a_link_around_a_name_that_was_lost_is_told(told: Callable[[MarkedText], Translation]) -> None:
    """It was set around the word for "Hello", in silence."""
    [unit] = read_fragment('<p>Hello <a href="x">Tom</a>!</p>').units
    [warning] = told(unit).warnings
    assert isinstance(warning, MarksEmpty)
    assert warning.parts == ("Tom",)


@pytest.mark.parametrize(
    "html",
    [
        '<a href="x">Thank you</a> for your help.',
        "You must <b>never</b> do that again.",
        "<i>Tom</i> likes <b>Mary</b>.",
        "Please <b>wait</b> here.",
        "I refused <b>at first</b>.",
    ],
)
def test_words_that_are_there_are_not_told(told: Callable[[MarkedText], Translation], html: str) -> None:
    [unit] = read_fragment(html).units
    assert told(unit).warnings == ()


@pytest.mark.parametrize(
    "source",
    [
        "Save 20% (20% off) today!",
        "Save 20% (20 % off) today!",
        "Save 20% 😀 today!",
        "Save <b>20%</b> (<b>20% off</b>) today!",
        "Save 20% (<i>20 % off</i>) today!",
        'Get 30% ("30% off") today!',
        "Save (20% today!",
        "Save 20%) today!",
        "20% [20% off] today!",
        "Save 50% (50% discount) now!",
        "It is 20 °C (68 °F) today.",
        "The price is 20 € (with 19% tax).",
        "It costs 5.50€ (5.50€ online).",
    ],
)
def test_nothing_comes_between_a_number_and_what_belongs_to_it(
    told: Callable[[MarkedText], Translation], source: str
) -> None:
    """A bracket did: `Rasier 20 (% von 20%) heute!`."""
    assert re.search(r"\d[ \u00a0]?[^\w\s%‰°€.,!]+[ \u00a0]?[%‰°€]", told(MarkedText(source)).text) is None


def test_brackets_that_do_not_have_their_number_are_told(told: Callable[[MarkedText], Translation]) -> None:
    """`20 % von heute [sind wir] 20% von dir!` said nothing."""
    [warning] = told(MarkedText("20% [20% off] today!")).warnings
    assert isinstance(warning, BracketsDiffer)
    assert warning.parts == ("[20% off]",)


@pytest.mark.parametrize("sign", ['<img src="x">', "😀"])
def test_a_comma_that_was_only_shown_is_not_there(told: Callable[[MarkedText], Translation], sign: str) -> None:
    [unit] = read_fragment(f"Good morning {sign} my friend").units
    translation = told(unit)
    assert "," not in translation.text
    assert "Freund" in translation.text
