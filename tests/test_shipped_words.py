"""Capitals, dots, erased terms and glued placeholders through the shipped models."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.shipped import answer_to

Translate = Callable[..., str]


@pytest.fixture
def translate(shipped_client: httpx.Client) -> Translate:
    """Into German, or from characters into English."""

    def ask(text: str, **options: Any) -> str:
        source, target = ("en", "de") if text.isascii() or "…" in text[:1] + text[-1:] else ("zh", "en")
        body = {"q": text, "source": source, "target": target, **options}
        return str(answer_to(shipped_client, body)["translatedText"])

    return ask


@pytest.mark.parametrize(
    ("text", "loud", "small"),
    [
        ("DO NOT close the window.", "NICHT", "Fenster"),
        ("DON'T touch the wire.", "NICHT", "den"),
        ("I CAN'T believe it.", "NICHT", "es"),
        ("Please TURN OFF the lights.", "AUS", "Bitte"),
        ("There is NO way back.", "KEINEN", "Es"),
        ("Smoking is PROHIBITED.", "VERBOTEN", "Rauchen"),
        ("The dog IS here.", "IST", "Hund"),
        ("What IS this?", "IST", "Was"),
        ("I AM tired.", "BIN", "müde"),
        ("Give it to ME.", "MIR", "es"),
        ("IT is important.", "ES", "wichtig"),
        ("WHO are you?", "WER", "sind"),
        ("The RED car.", "ROTE", "Auto"),
    ],
)
def test_capitals_are_where_their_words_went(translate: Translate, text: str, loud: str, small: str) -> None:
    words = translate(text).rstrip(".!?").split()
    assert loud in words
    assert small in words


@pytest.mark.parametrize(
    ("heading", "sentence"),
    [
        ("The Weather Is Nice Today", "The weather is nice today"),
        ("The Train Was Late", "The train was late"),
        ("Good Morning", "Good morning"),
        ("Thank You", "Thank you"),
        ("Peter Smith Lives In New York", "Peter Smith lives in New York"),
        ("How to Learn German in Ten Days", "How to learn German in ten days"),
        ("I Don't Know What To Do", "I don't know what to do"),
        ("Where Is My Phone?", "Where is my phone?"),
    ],
)
def test_a_heading_is_translated_as_a_sentence(translate: Translate, heading: str, sentence: str) -> None:
    assert translate(heading) == translate(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("THE BBC AND THE USA", "The BBC and the USA"),
        ("PETER AND MARY LIVE IN LONDON", "Peter and Mary live in London"),
        ("MY IPHONE IS BROKEN", "My iPhone is broken"),
        ("TOM AND MARY ARE IN PARIS ON MONDAY.", "Tom and Mary are in Paris on Monday."),
        ("THE STREET IS BIG", "The street is big"),
        ("RED", "Red"),
        ("DO IT", "Do it"),
    ],
)
def test_capitals_are_translated_as_a_sentence(translate: Translate, text: str, sentence: str) -> None:
    assert translate(text) == translate(sentence).upper()


@pytest.mark.parametrize("name", ["iPhone", "iPHONE", "IPHONE", "eBay", "macOS", "GitHub", "LaTeX", "NATO", "IKEA"])
def test_names_are_what_they_were(translate: Translate, name: str) -> None:
    assert translate(name) == name
    assert name in translate(f"I have seen {name}.")
    assert name in translate(f"我用{name}。")


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("…so he went home.", "…", "."),
        ("...and then he left.", "...", "."),
        ("…so", "…So", ""),
        ("He went home…", "Er", "Hause…"),
        ("He went home...", "Er", "Hause..."),
        ("Stop!!!", "H", "auf!!!"),
        ("Really?!", "Wirklich", "?!"),
        ("-- he said.", "-- ", "."),
        ("他走了。。。", "He", "..."),
        ("停！！！", "Stop", "!!!"),
    ],
)
def test_dots_and_signs_keep_their_form(translate: Translate, text: str, first: str, last: str) -> None:
    found = translate(text)
    assert found.startswith(first)
    assert found.endswith(last)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Please really close the window.", "Bitte schließen Sie das Fenster."),
        ("Really, close the window.", "Schließt das Fenster."),
        ("Close the window really.", "Schließ das Fenster."),
        ("Close the window, really!", "Schließ das Fenster!"),
        ("I (really) like it.", "Ich mag es."),
    ],
)
def test_a_term_that_becomes_nothing_leaves_nothing(translate: Translate, text: str, expected: str) -> None:
    assert translate(text, glossary={"really": "", "Really": ""}) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{icon}Close the window", "{icon}Schließ das Fenster"),
        ("{0}Help", "{0}Hilfe"),
        ("{icon}Open", "{icon}Öffnen"),
    ],
)
def test_a_word_that_touches_a_placeholder_is_translated(translate: Translate, text: str, expected: str) -> None:
    assert translate(text) == expected
