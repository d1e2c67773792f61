"""Pages through the shipped models: no tag is lost, and none that stood around words is left with nothing to show."""

import asyncio
import re
from collections.abc import Callable, Iterator

import pytest

from service.api.loading import LoadedModel, load_model
from service.api.metrics import Metrics
from service.settings import Settings
from service.text.formats.html import read_fragment
from service.text.marks import MarkedText
from service.text.options import TranslationOptions
from tests.readme import ROOT

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


@pytest.fixture(scope="module")
def models() -> Iterator[dict[str, LoadedModel]]:
    settings = Settings(workers=1, threads=1, max_rows=8)
    loaded = {name: load_model(ROOT / "models" / "bundles" / name, settings, Metrics()) for name in ("en-de", "zh-en")}
    yield loaded
    for model in loaded.values():
        model.engine.stop()


@pytest.fixture
def translate(models: dict[str, LoadedModel]) -> Translate:
    """Translates HTML, from Chinese into English if there is any, else into German."""

    def run(html: str) -> str:
        return asyncio.run(_translate(models["zh-en" if re.search("[\u3400-\u9fff]", html) else "en-de"], html))

    return run


async def _translate(model: LoadedModel, html: str) -> str:
    document, options, [pair] = read_fragment(html), TranslationOptions(), model.manifest.pairs
    plans = [model.translator.plan(unit, pair, options) for unit in document.units]
    found = [await run.result() for run in model.translator.submit(plans, options)]
    return document.render([MarkedText(translation.text, translation.marks) for translation in found]).decode()


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
    ],
)
def test_the_white_space_around_a_picture_stays_on_its_sides(translate: Translate, html: str, expected: str) -> None:
    assert translate(html) == expected


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
