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


async def _stream(model: LoadedModel, text: str) -> tuple[list[str], Translation]:
    translator, [pair] = model.translator, model.manifest.pairs
    options = TranslationOptions(is_streamed=True)
    [run] = translator.submit([translator.plan(MarkedText(text), pair, options)], options)
    return [delta async for delta in run.deltas()], run.translation


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
    ("loud", "usual", "words"),
    [
        ("The WEATHER is nice today.", "The weather is nice today.", ["WETTER"]),
        ("Please do NOT open the door.", "Please do not open the door.", ["NICHT"]),
        ("I REALLY love you.", "I really love you.", ["WIRKLICH"]),
        ("READ the book.", "Read the book.", ["LIES"]),
        ("DON'T open the door!", "Don't open the door!", ["NICHT"]),
        ("THIS IS A TEST of the new door.", "This is a test of the new door.", ["DAS", "IST", "EINE", "PRÜFUNG"]),
    ],
)
def test_words_in_capitals_are_translated_as_usual_and_what_they_became_is_in_capitals(
    translate: Translate, loud: str, usual: str, words: list[str]
) -> None:
    found = translate(loud).text
    assert found.lower() == translate(usual).text.lower()
    assert re.findall(r"\b[A-ZÄÖÜ]{2,}\b", found) == words


@pytest.mark.parametrize("word", ["NATO", "USA", "HTTP", "iPhone", "GmbH", "US", "IT", "UNESCO", "OK"])
def test_abbreviations_and_names_are_shown_as_they_are(models: dict[str, LoadedModel], word: str) -> None:
    model = models["en-de"]
    [pair] = model.manifest.pairs
    text = f"They know the {word} here."
    [source_ids] = model.translator.plan(MarkedText(text), pair, TranslationOptions()).source_ids
    assert model.tokenizer.decode([*source_ids]) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He came (late) and left.", "Er kam (spät) und ging."),
        ("My friend (from Berlin) is here.", "Mein Freund (aus Berlin) ist hier."),
        ("The food was good (but cold).", "Das Essen war gut (aber kalt)."),
        ("You can pay now (or later)", "Du kannst jetzt bezahlen (oder später)"),
        ("(The door is open.)", "(Die Tür ist offen.)"),
        ('Tom said that the "problem" was solved.', 'Tom sagte, dass das "Problem" gelöst wurde.'),
        ("“I am tired,” he said.", "“Ich bin müde,” er sagte."),
        ("我们明天见（如果天气好的话）。", "We'll meet tomorrow (if the weather is fine)."),
    ],
)
def test_brackets_and_quotation_marks_go_around_what_their_words_became(
    translate: Translate, text: str, expected: str
) -> None:
    translation = translate(text)
    assert (translation.text, translation.warnings) == (expected, ())


@pytest.mark.parametrize(
    ("text", "plain"),
    [("I don’t know.", "I don't know."), ("Tom’s brother isn’t here…", "Tom's brother isn't here...")],
)
def test_signs_of_word_processors_are_read(translate: Translate, text: str, plain: str) -> None:
    assert translate(text).text == translate(plain).text


@pytest.mark.parametrize(
    "text",
    [
        "The gate was too narrow for the truck.",  # went round in a loop after some good words
        "The apparent lack of a tsunami warning siren in Palu is likely to have contributed to the loss of life.",
        "Lee said immigration policy changes could also help the U.S. bolster its AI efforts.",
        "The teacher went to the park because the weather was nice.",
    ],
)
def test_a_stream_says_what_the_whole_answer_says(
    models: dict[str, LoadedModel], translate: Translate, text: str
) -> None:
    deltas, streamed = asyncio.run(_stream(models["en-de"], text))
    assert "".join(deltas) == streamed.text == translate(text).text
    assert len(deltas) > 1
    assert streamed.warnings == ()


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


def test_several_emoji_are_back_in_their_order(translate: Translate) -> None:
    found = translate("The dog 🐶 sees the cat 🐱 and the bird 🐦 here. 🎉🎉").text
    assert [character for character in found if character in "🐶🐱🐦🎉"] == [*"🐶🐱🐦🎉🎉"]


@pytest.mark.parametrize("end", [".", ""])
@pytest.mark.parametrize(
    "text",
    [
        "She was invited to international conferences on marine conservation and was recognized as a visionary leader",
        "What It Is: Think of it like a smart trick to uncover stuff on the internet",
    ],
)
def test_longer_texts_that_came_back_or_went_round_in_loops_are_translated(
    translate: Translate, text: str, end: str
) -> None:
    translation = translate(text + end)
    words = {*text.casefold().split()}
    assert len(words & {*translation.text.casefold().rstrip(".").split()}) < len(words) / 3
    assert translation.warnings == ()
    assert len(translation.text) < 2 * len(text)


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("Привет, мир!", "en-de"),
        ("Γειά σου Κόσμε", "en-de"),
        ("مرحبا بالعالم", "en-de"),
        ("שלום עולם", "en-de"),
        ("नमस्ते दुनिया", "en-de"),
        ("สวัสดีชาวโลก", "en-de"),
        ("안녕하세요", "en-de"),
        ("안녕하세요", "zh-en"),
        ("こんにちは", "zh-en"),
        ("Привет, мир!", "zh-en"),
    ],
)
def test_a_sentence_in_a_script_that_the_model_does_not_read_stays_and_is_told(
    translate: Translate, text: str, pair: str
) -> None:
    """They became nonsense of any length, without a word about it."""
    translation = translate(text, pair=pair)
    assert translation.text == text
    assert [warning.code for warning in translation.warnings] == ["copied"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("He wrote привет to me.", "привет"),
        ("The value of π is small.", "π"),
        ("I live in Łódź.", "Łódź"),
        ("Wałęsa and Lech are here.", "Wałęsa"),
        ("他说привет了。", "привет"),
    ],
)
def test_words_and_names_in_letters_that_the_model_does_not_read_stay(
    translate: Translate, text: str, kept: str
) -> None:
    translation = translate(text)
    assert translation.text.count(kept) == 1
    assert len(translation.text) < 2 * len(text) + 10


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\ufeffHello", "\ufeffHallo"),
        ("The\u200b dog is here.", "Der\u200b Hund ist hier."),
        ("\u202eHello\u202c", "\u202eHallo\u202c"),
        ("Soft\u00adware is nice.", "Software ist schön."),
        ("Ｈｅｌｌｏ", "Hallo"),
        ("𝓗𝓮𝓵𝓵𝓸", "Hallo"),
        ("H̶e̶l̶l̶o̶", "Hallo"),
        ("The dog sleeps.\u00a0The cat sleeps.", "Der Hund schläft.\u00a0Die Katze schläft."),
        ("我爱你。\ufeff", "I love you.\ufeff"),
        ("你\u200b好。", "Hi."),
    ],
)
def test_characters_that_nobody_sees_and_other_forms_of_letters_change_nothing(
    translate: Translate, text: str, expected: str
) -> None:
    assert translate(text).text == expected


def test_digits_of_full_width_are_not_lost(translate: Translate) -> None:
    assert "１２３" in translate("我有１２３本书。").text


@pytest.mark.parametrize(
    ("text", "entities"),
    [
        ("The cat's name is \"Tom\" & it's nice.", []),
        ("1 < 2 & Tom's dog > 3.", []),
        ("The price is 5 &euro;.", ["&euro;"]),
        ("Tom &amp; Jerry", ["&amp;"]),
        ("我的<名字>是“汤姆” & '杰瑞'。", []),
    ],
)
def test_text_has_the_entities_of_its_source_and_no_others(
    translate: Translate, text: str, entities: list[str]
) -> None:
    assert re.findall(r"&\w+;|&#\w+;", translate(text).text) == entities


def test_the_last_sentence_of_a_long_text_is_there(translate: Translate) -> None:
    translation = translate("The dog sleeps. " * 200 + "I want to buy a new car.")
    assert translation.text == "Der Hund schläft. " * 200 + translate("I want to buy a new car.").text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He said,  yes.", "Er sagte,  ja."),
        ("This is  {name}  and  {city}!", "Das ist  {name}  und  {city}!"),
        ("Wait!  {name} is here  now.", "Warte!  {name} ist  jetzt hier."),
        ("Good\u00a0morning. 5\u00a0km © €", "Guten\u00a0Morgen. 5\u00a0km © €"),
        ("　你好　世界　", "　Hello　world　"),
        ("Thanks 😆.", "Danke 😆."),
    ],
)
def test_white_space_signs_and_the_last_punctuation_stay(translate: Translate, text: str, expected: str) -> None:
    """White space inside a sentence was shown as nothing, `HelloTom`, and came back with a space of the model's."""
    assert translate(text).text == expected


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("The temperature is -5 °C, 20% less; 5km/h.", ["-5 °C", "20", "5km/h"]),
        ("The box weighs 12 kg.", ["12 kg"]),
        ("The car drove at 120 km/h.", ["120 km/h"]),
        ("The room is 20 m² large.", ["20 m²"]),
        ("The battery has 5000 mAh and 3.7 V.", ["5000 mAh", "3.7 V"]),
        ("We need 2 GB of memory.", ["2 GB"]),
        ("The value is -3.5.", ["-3.5"]),
        ("The result is ±5 mm.", ["±5 mm"]),
        ("The size is 10 x 20 cm.", ["10 x 20 cm"]),
        ("They need ≥ 5 people.", ["≥ 5"]),
        ("外面-5°C。", ["-5°C"]),
        ("他跑了5公里。", ["5 km"]),
        ("房间有20平方米。", ["20 m²"]),
        ("价格是5元。", ["5 yuan"]),
        ("水在100摄氏度沸腾。", ["100 °C"]),
        ("他花了5块钱，买了-3度的冰。", ["5 yuan", "-3"]),
        ("这个价格是2.200.112欧元，每月283,82 €。", ["2.200.112 EUR", "283,82 €"]),
    ],
)
def test_numbers_keep_their_signs_and_units(translate: Translate, text: str, figures: list[str]) -> None:
    translation = translate(text)
    assert {figure: translation.text.count(figure) for figure in figures} == dict.fromkeys(figures, 1)
    assert translation.warnings == ()
    assert len(re.findall(r"\d+", translation.text)) == len(re.findall(r"\d+", text))


def test_a_small_number_that_is_lost_is_told(translate: Translate) -> None:
    assert [warning.code for warning in translate("1 < 2 & good").warnings] == ["numbers_differ"]


def test_the_score_of_a_search_is_the_same_with_alternatives(translate: Translate) -> None:
    text = "The house is very old."
    plain, asked = translate(text, num_beams=4), translate(text, num_beams=4, num_alternatives=3)
    assert plain.score is not None
    assert plain.score == asked.score


def test_a_long_sentence_that_lost_its_end_is_told(translate: Translate) -> None:
    text = "The teacher went to the park, and the children played, " * 12 + "and I want to buy a new car."
    assert [warning.code for warning in translate(text).warnings] == ["shortened"]
