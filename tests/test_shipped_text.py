"""Texts that other servers get wrong, through the shipped models: what must stay is there once, whatever they say."""

import asyncio
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from service.api.loading import LoadedModel, load_model
from service.api.metrics import Metrics
from service.settings import Settings
from service.text.marks import Mark, MarkedText
from service.text.options import Split, TranslationOptions
from service.text.result import Translation
from tests.readme import ROOT

BUNDLES = ROOT / "models" / "bundles"
Translate = Callable[..., Translation]


@pytest.fixture(scope="module")
def models() -> Iterator[dict[str, LoadedModel]]:
    settings = Settings(workers=1, threads=1, max_rows=8)
    loaded = {name: load_model(BUNDLES / name, settings, Metrics()) for name in ("en-de", "zh-en")}
    yield loaded
    for model in loaded.values():
        model.engine.stop()


@pytest.fixture
def translate(models: dict[str, LoadedModel]) -> Translate:
    """Translates one text, from Chinese into English where it begins so, else into German."""

    def run(text: str, marks: tuple[Mark, ...] = (), pair: str = "", **options: Any) -> Translation:
        model = models[pair or ("zh-en" if _is_chinese(text) else "en-de")]
        return asyncio.run(_translate(model, MarkedText(text, marks), TranslationOptions(**options)))

    return run


def _is_chinese(text: str) -> bool:
    return "\u3400" <= text.lstrip()[0] <= "\u9fff"


async def _translate(model: LoadedModel, text: MarkedText, options: TranslationOptions) -> Translation:
    translator, [pair] = model.translator, model.manifest.pairs
    [run] = translator.submit([translator.plan(text, pair, options)], options)
    return await run.result()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Haha, yes, they are in my freezer. 😆 I guess they came with the ice cream truck.", ["😆"]),
        ("I love you 👩‍👩‍👧‍👦 so much 🇩🇪 and 👍🏽 you!", ["👩‍👩‍👧‍👦", "🇩🇪", "👍🏽"]),
        ("The price is 2.200.112 euros and it costs 283,82 € per month.", ["2.200.112", "283,82 €"]),
        ("Number BE0768880101 was used by 244890 people.", ["BE0768880101", "244890"]),
        ("I'm on https://test.com/ right now.", ["https://test.com/"]),
        ("Write to user@example.org or call +44 20 7946 0958.", ["user@example.org", "+44 20 7946 0958"]),
        ("It is €30.", ["€30"]),
        ("Hello %1$s, good to see you again!", ["%1$s"]),
        (
            "This person name is {{person.name}} and is living in {{person.city}}",
            ["{{person.name}}", "{{person.city}}"],
        ),
        ("There are __count__ apples at ###T01### now.", ["__count__", "###T01###"]),
        ("Run `npm install` first, then open main.py.", ["`npm install`", "main.py"]),
        ("His name was [Roger Stone]", ["[", "]", "Roger"]),
        ("Tom's dog & cat aren't here.", ["&"]),
        ("I said 你好 to him.", ["你好"]),
        ("3.14 and 1/2 of 100%", ["3.14", "1/2", "100"]),
        ("你好 %1$s，很高兴再次见到你！😆", ["%1$s", "😆"]),
        ("这个人叫{{person.name}}，住在{{person.city}}。", ["{{person.name}}", "{{person.city}}"]),
        ("请写信给 user@example.org，或者访问 https://test.com/。", ["user@example.org", "https://test.com/"]),
    ],
)
def test_what_must_stay_is_there_exactly_once(translate: Translate, text: str, parts: list[str]) -> None:
    found = translate(text).text
    assert {part: found.count(part) for part in parts} == dict.fromkeys(parts, 1)
    assert any(map(str.isalpha, found))


def test_every_sentence_behind_an_emoji_is_translated(translate: Translate) -> None:
    first, last = translate("Yes, they are here. 😆 I think they came by train.").text.split("😆")
    assert "sie" in first
    assert "Zug" in last


@pytest.mark.parametrize("text", ["hello", "Hello", "HELLO", "HAllo", "hEllo", "hELLO"])
def test_a_word_means_the_same_in_every_case(translate: Translate, text: str) -> None:
    assert translate(text).text.lower() == "hallo"


def test_capitals_are_translated_and_come_back(translate: Translate) -> None:
    assert translate("THE MEETING IS TODAY").text == translate("The meeting is today").text.upper()


@pytest.mark.parametrize(
    ("odd", "usual"), [("tHe WeAtHeR iS nIcE", "the weather is nice"), ("Good MOrning", "Good morning")]
)
def test_letters_in_any_case_mean_the_same(translate: Translate, odd: str, usual: str) -> None:
    assert translate(odd).text.lower() == translate(usual).text.lower()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("他在Google工作。", "Google"),
        ("我用iPhone拍照。", "iPhone"),
        ("这是DNA的结构。", "DNA"),
    ],
)
def test_latin_words_of_a_chinese_sentence_stay(translate: Translate, text: str, expected: str) -> None:
    assert translate(text).text.count(expected) == 1


def test_what_is_not_in_the_language_of_the_request_stays_and_is_told(translate: Translate) -> None:
    found = translate("The dog sleeps. 我爱你。 The cat sleeps.", pair="en-de")
    assert found.text == "Der Hund schläft. 我爱你。 Die Katze schläft."
    assert [(warning.code, warning.segment) for warning in found.warnings] == [("copied", 2)]
    assert translate("I love you", pair="zh-en").text == "I love you"


@pytest.mark.parametrize(
    "text", ["  Hello\n\n  world \n", "Hello   my  friend.  Yes.", "Name\tCity", "- The dog\n- The cat\n"]
)
def test_the_layout_stays(translate: Translate, text: str) -> None:
    found = translate(text).text
    assert re.findall(r"\s+|^-", found, re.M) == re.findall(r"\s+|^-", text, re.M)


@pytest.mark.parametrize("text", ["Good morning", "Save as", "The red house"])
def test_headings_get_no_full_stop(translate: Translate, text: str) -> None:
    assert translate(text).text[-1].isalpha()


@pytest.mark.parametrize(
    "text",
    [
        "salad",
        "increasingly",
        "never",
        "Jack of all trades, master of some",
        "GAS RUN/INSPECTION PROPANE FIREPOTS",
        "No Action - View AI Answer",
    ],
)
def test_what_models_copy_or_go_in_circles_about_is_translated(translate: Translate, text: str) -> None:
    translation = translate(text)
    assert translation.text.casefold() != text.casefold()
    assert translation.warnings == ()
    assert len(translation.text) < 3 * len(text) + 20


def test_a_wrapped_paragraph_is_translated_as_sentences(translate: Translate) -> None:
    wrapped = "The teacher went to the\npark because the weather\nwas nice.\n\nThen she went home."
    plain = "The teacher went to the park because the weather was nice.\n\nThen she went home."
    found = translate(wrapped, split=Split.PARAGRAPHS).text
    assert found == translate(plain).text
    assert found.count("\n\n") == 1


def test_a_sentence_beyond_the_model_is_translated_in_parts(translate: Translate) -> None:
    text = "and then they went to the park, " * 40 + "and home"
    translation = translate(text, split=Split.NONE)
    assert [warning.code for warning in translation.warnings][:1] == ["split"]
    assert len(translation.text) > len(text) / 3


def test_a_link_goes_around_the_words_it_was_around(translate: Translate) -> None:
    text = "Yesterday I saw the red house."
    translation = translate(text, (Mark(text.index("red"), text.index("."), 0),))
    [mark] = translation.marks
    assert translation.text[mark.start : mark.end] in {"rote Haus", "das rote Haus"}


def test_terms_become_what_the_glossary_says(translate: Translate) -> None:
    options = {"glossary": (("network", "Netzwerkdienst"),), "no_translate": ("Roger Stone",)}
    found = translate("Roger Stone has a new network.", **options).text
    assert (found.count("Roger Stone"), found.count("Netzwerkdienst")) == (1, 1)


def test_the_translation_does_not_depend_on_alternatives_alignment_or_streaming(translate: Translate) -> None:
    text = "The teacher went to the park because the weather was nice."
    plain = translate(text)
    asked = translate(text, num_alternatives=3, wants_alignment=True, is_streamed=True)
    assert asked.text == plain.text
    assert 1 <= len(asked.alternatives) <= 3
    assert plain.text not in {alternative.text for alternative in asked.alternatives}
    [alignment] = asked.alignments
    assert "".join(alignment.source) == text
    assert "".join(alignment.target) == plain.text
    assert alignment.weights.sum(axis=1) == pytest.approx(1.0, abs=1e-3)
