"""An amount of money is one part, whatever its sign is and wherever that stands."""

import pytest

from service.text.marks import MarkedText
from service.text.options import TranslationOptions
from service.text.protection.protect import is_suspect, protected_spans
from service.text.spans import Kind


def found(text: str, language: str = "en") -> list[str]:
    return [span.target for span in protected_spans(MarkedText(text), TranslationOptions(), language)]


@pytest.mark.parametrize(
    "amount",
    [
        "\uffe530.50", "\uffe120", "₩5000", "₹500", "R$ 30", "HK$20", "US$ 50", "USD 1,200", "EUR 50", "50¢",
        "100\uffe5", "CHF 5", "20 USD", "5 kr", "500 zł", "Rs. 500", "-$20", "\u2212€5", "$5M", "£2.8bn", "US$5bn",
        "$20-$30", "€20–30", "₹20-30", "20-30 CHF", "30 $", "฿ 1.200,50",
        "5,-", "1.200,- €", "5,\u2013 CHF", "CHF 5.-", "€ 12,\u2014", "€5.--",
    ],
)  # fmt: skip
@pytest.mark.parametrize("sentence", ["It costs {} now.", "All of it ({}) is here", "You pay {}"])
def test_an_amount_is_found_whole(amount: str, sentence: str) -> None:
    text = sentence.replace("{}", amount)
    assert found(text) == [amount]
    assert is_suspect(text, "en")


@pytest.mark.parametrize("amount", ["\uffe530.50", "HK$20", "USD 1,200", "₩5000", "100\uffe5", "\uffe520-30"])
def test_an_amount_in_chinese_touches_words(amount: str) -> None:
    [span] = protected_spans(MarkedText(f"价格是{amount}。"), TranslationOptions(), "zh")
    assert (span.target, span.kind) == (amount, Kind.FIGURE)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("房价是\uffe530万。", "\uffe5300000"),
        ("项目花费HK$20亿元。", "HK$2000000000"),
        ("它卖¥1.5亿，还有200多万。", "¥150000000"),
    ],
)
def test_tens_of_thousands_are_a_number_and_keep_their_sign(text: str, amount: str) -> None:
    assert found(text, "zh") == [amount]


@pytest.mark.parametrize(
    "text",
    [
        "TRY 5 times, ALL 20 of them, at the TOP 10.",
        "The USD is weak, and so is the CHF.",
        "It is 5 dollars. USB 3, MP3 and HDMI 2.",
    ],
)
def test_what_models_know_and_what_only_resembles_money_is_left_alone(text: str) -> None:
    assert found(text) == []


def test_of_a_number_with_a_word_for_millions_only_the_number_is_kept() -> None:
    assert found("They paid US$1.5 billion and ₹50 million.") == ["US$1.5", "₹50"]
    assert found("It costs $5 million or €5.3 million, of 12 million.") == ["$5", "€5.3"]
    assert found("Es kostet £11 Millionen.", "de") == ["£11"]


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("It costs €5.50pp, £3each, $40ish or US$5.50each.", ["€5.50", "£3", "$40", "$5.50"]),
        ("The price.€5.50, or 5.50€pro Person, or EUR5.50pp", ["€5.50", "5.50€", "EUR5.50"]),
        ("It costs1.€5 and costs5€ or -€5pp", ["€5", "5€", "-€5"]),
        ("It is 10–20 € or 5-10$ now, or 10–20€pp", ["10–20 €", "5-10$", "10–20€"]),
        ("It is -5 € or \u221220\u00a0$.", ["-5 €", "\u221220\u00a0$"]),
    ],
)
def test_an_amount_keeps_its_sign_at_letters_and_behind_any_sign(text: str, amounts: list[str]) -> None:
    assert found(text) == amounts


@pytest.mark.parametrize("amount", ["12€50", "12:30€5.50", "€5.50€6.50", "$5$6", "10€20€", "5₹500"])
def test_digits_on_both_sides_of_a_sign_are_one_amount(amount: str) -> None:
    assert found(f"Now {amount} it is.") == [amount]
    assert found(f"他{amount}个。", "zh") == [amount]


@pytest.mark.parametrize(
    ("text", "target", "amount"),
    [
        ("He won £5million there.", "de", "£5 Millionen"),
        ("It is worth $ 2.1billion.", "de", "$ 2,1 Milliarden"),
        ("He won £5million there.", "zh", "£500万"),
        ("He won £5million there.", "", "£5"),
        ("It is $5k, or €3bn.", "de", "$5k"),
        ("The $1.9 trillion plan", "de", "$1,9 Billionen"),
        ("It is US$ 2 trillion.", "zh", "US$ 20000亿"),
        ("The $1.9 trillion plan", "", "$1.9"),
        ("The $1.9 billion plan", "de", "$1.9"),
    ],
)
def test_a_word_for_zeros_at_an_amount_is_translated_with_it(text: str, target: str, amount: str) -> None:
    assert protected_spans(MarkedText(text), TranslationOptions(), "en", target)[0].target == amount


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("The €uro, the €-sign and €{price} in US$.", ["€", "€", "€", "{price}", "$"]),
        ("It is €4 per m², not a €/kg.", ["€4", "m²", "€", "/kg"]),
    ],
)
def test_a_sign_without_a_number_stays_at_what_it_touches(text: str, parts: list[str]) -> None:
    spans = protected_spans(MarkedText(text), TranslationOptions(), "en")
    assert [span.target for span in spans] == parts
    assert all(span.kind is Kind.WORD for span in spans if span.target in "€$")
