"""Parts that must not change, with words, numbers and other parts directly at them, through the shipped models."""

from collections.abc import Callable

import pytest

from service.api.loading import LoadedModel
from service.text.marks import MarkedText
from tests.shipped import model_for, translation_of

Translate = Callable[[str], str]

PARTS = (
    "€5.50", "$40", "US$5.50", "£3", "5.50€", "$5k", "https://example.com/a", "john@example.org", "+49 30 1234567",
    "{name}", "%1$s", "😀", "1\ufe0f\u20e3", "$HOME/bin",
)  # fmt: skip
ENGLISH = (
    "It costs {}pp for adults.",
    "The old house near{} is big.",
    "Please look at this.{} The dog sleeps.",
    "We wrote ({}) on the wall.",
    "Tom said “{}” to his sister.",
)
CHINESE = ("价格{}起，欢迎购买。", "请看{}，谢谢。", "他说：“{}”很好。", "这个东西（{}）在桌子上。")


@pytest.fixture
def translate(models: dict[str, LoadedModel]) -> Translate:
    """Translates Chinese into English, all else into German."""
    return lambda text: translation_of(model_for(models, text), MarkedText(text)).text


@pytest.mark.parametrize("sentence", [*ENGLISH, *CHINESE])
def test_a_part_is_there_exactly_once_whatever_stands_at_it(translate: Translate, sentence: str) -> None:
    found = {part: translate(sentence.replace("{}", part)) for part in PARTS}
    assert {part: text for part, text in found.items() if text.count(part) != 1} == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The price is €5.50pp today.", "Der Preis ist heute €5.50pp."),
        ("I paid $40ish for it.", "Ich habe $40ish dafür bezahlt."),
        ("He won £5million in the lottery.", "Er hat £5 Millionen im Lotto gewonnen."),
        ("The €uro is strong.", "Die €uro ist stark."),
        ("Call me at 12:30https://example.com/a now.", "12:30https://example.com/a"),
        ("Call +49 30 1234567 2024-05-01 please.", "+49 30 1234567 bitte 2024-05-01"),
        ("Press __x__1\ufe0f\u20e3 now.", "Drücke __x__1\ufe0f\u20e3 jetzt!"),
        ("The house is old<br>and the dog sleeps.", "alt<br>"),
        ("(20% off)", "(20 %)"),
        ("他12€5.50个。", "12€5.50"),
    ],
)
def test_what_stands_at_a_part_is_read_as_what_it_is(translate: Translate, text: str, expected: str) -> None:
    assert expected in translate(text)
