"""What must not change is there exactly once, whatever stands directly at it and whatever a model makes of it."""

import asyncio
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import cycle
from typing import cast

import pytest

from service.engine.client import EngineClient
from service.engine.events import Event
from service.runtime.bundle import LanguagePair
from service.text.marks import MarkedText
from service.text.normalize import Normalizer
from service.text.options import TranslationOptions
from service.text.translator import Translator
from tests.service.text.fakes import FakeClient, byte_tokenizer, manifest, token_events

PRICES = ("€5.50", "$40", "US$5.50", "£3", "₹500", "€1,200.50", "$5k", "￥30.50", "HK$20", "€12345", "€1234.50")
PRICES_BEHIND = ("5.50€", "20 €", "12345€", "1,200.50 £")
ADDRESSES = (
    "https://example.com/a", "https://example.org/a?b=1&c=%20d", "www.example.com", "user.name@example.org",
    "mailto:a@example.org",
)  # fmt: skip
PLACEHOLDERS = (
    "{name}", "{{x.y}}", "%1$s", "%(n)s", "${v}", "###T01###", "[[key]]", "&nbsp;", "&#8217;", "<br>", "%d%%", "{0}{1}",
)  # fmt: skip
PICTURES = ("😀", "👨\u200d👩\u200d👧", "🇩🇪", "👍🏽", "1\ufe0f\u20e3", "❤\ufe0f")

LETTERS, NUMBERS, CHARACTERS = ("costs",), ("5", "12:30"), ("价格",)
SIGNS, STARTS = (".", ",", "(", "“", "，"), ("-", ":", "/")
WORDS, ENDS = ("pp", "起"), (".", ",", ")", ":", "。", "/")
# What may stand before parts, and behind them. Digits at digits are one number and letters at letters one word, so
# nobody can tell where v1.2.3 begins in abv1.2.3, nor a telephone number in 12:30030 1234567, and 5%s is a percentage.
PLACES: Sequence[tuple[Sequence[str], Sequence[str], Sequence[str]]] = (
    (PRICES, (*LETTERS, *NUMBERS, *CHARACTERS, *SIGNS, *STARTS), (*WORDS, *ENDS)),
    (PRICES_BEHIND, (*LETTERS, *CHARACTERS, *SIGNS), (*WORDS, *ENDS)),
    (("EUR5.50", "CHF 20"), (*CHARACTERS, *SIGNS), (*WORDS, *ENDS)),
    (ADDRESSES, (*LETTERS, *NUMBERS, *CHARACTERS, *SIGNS, *STARTS), (*WORDS, *ENDS)),
    (("tel:+4930123456",), (*NUMBERS, *CHARACTERS, *SIGNS), (*WORDS, *ENDS)),
    (("+49 30 1234567", "+86 10 1234 5678"), (*LETTERS, *CHARACTERS, *SIGNS, *STARTS), (*WORDS, *ENDS)),
    (("(030) 1234567",), (*LETTERS, *CHARACTERS, *SIGNS), (*WORDS, *ENDS)),
    (("`x = 1`",), (*CHARACTERS, *SIGNS, *STARTS), (*WORDS, *ENDS)),
    (("$HOME/bin",), (*LETTERS, *NUMBERS, *CHARACTERS, *SIGNS), (*WORDS, *ENDS)),
    (("__x__",), (*LETTERS, *NUMBERS, *CHARACTERS, *SIGNS, *STARTS), ENDS),
    (("#tag",), (*LETTERS, *NUMBERS, *CHARACTERS, *SIGNS, *STARTS), ENDS),
    (("v1.2.3", "192.168.1.1", "2001:db8::1", "foo_bar()"), (*CHARACTERS, *SIGNS), ("起", *ENDS)),
    (PLACEHOLDERS, (*LETTERS, *NUMBERS, *CHARACTERS, *SIGNS, *STARTS), (*WORDS, *NUMBERS, *ENDS)),
    (("%s",), (*LETTERS, *CHARACTERS, *SIGNS, *STARTS), ENDS),
    (PICTURES, (*LETTERS, *NUMBERS, *CHARACTERS, *SIGNS, *STARTS), (*WORDS, *NUMBERS, *ENDS)),
)
CASES = [
    (part, before, behind)
    for parts, starts, ends in PLACES
    for part in parts
    for before, behind in [
        *zip(starts, cycle(ends), strict=False),
        *(("", end) for end in ends),
        ("", ""),
        (starts[0], ""),
    ]
]


def only_what_it_can_read(source: str) -> str:
    """What is left of most signs where a vocabulary does not have them."""
    return f"Gut: {re.sub(r'[^A-Za-z0-9., -]', '', source)}"


def with_all_words_twice(source: str) -> str:
    return "Gut: " + re.sub(r"(X-\d+|[A-Z][a-z]+|\d+)", r"\1 und \1", only_what_it_can_read(source))


def nothing(source: str) -> str:
    return "Ja, gut."


async def translated(model: Callable[[str], str], texts: Iterable[str], pair: LanguagePair) -> dict[str, str]:
    def script(source: str) -> Sequence[Event]:
        return token_events(model(source).encode())

    bundle = manifest(("en", "de"), ("zh", "en"), max_source_tokens=400, max_target_tokens=1000)
    subject = Translator(
        bundle, byte_tokenizer(), cast(EngineClient, FakeClient(script)), Normalizer([]), cache_bytes=0
    )
    options = TranslationOptions()
    runs = {text: subject.submit([subject.plan(MarkedText(text), pair, options)], options) for text in texts}
    return {text: (await run.result()).text for text, [run] in runs.items()}


@pytest.mark.parametrize(
    ("model", "source", "target", "sentence"),
    [
        (only_what_it_can_read, "en", "de", "Now see {} there"),
        (nothing, "en", "de", "Now see {} there"),
        (with_all_words_twice, "zh", "en", "现在看{}这里"),
    ],
)
def test_a_part_is_there_exactly_once_whatever_stands_at_it(
    model: Callable[[str], str], source: str, target: str, sentence: str
) -> None:
    texts = {(part, sentence.replace("{}", f"{before}{part}{behind}")) for part, before, behind in CASES}
    found = asyncio.run(translated(model, {text for _, text in texts}, LanguagePair(source=source, target=target)))
    assert {(part, found[text]) for part, text in texts if found[text].count(part) != 1} == set()
