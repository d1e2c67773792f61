"""Which words of a text in capitals are shown with capitals, and which abbreviations have to stay."""

import pytest

from service.text.lettercase.acronyms import (
    acronyms_in,
    doubtful_in,
    is_abbreviation,
    is_name,
    sure_in,
    unsaid_in,
    with_capitals,
)
from service.text.lettercase.casing import ordinary, recased
from service.text.spans import Kind, Span

LEARNT = "the us it Tom Tag is tag live"


def encode(word: str) -> list[int]:
    if word in LEARNT.split():
        return [LEARNT.split().index(word)]
    return [100] * (1 if word == "London" else 2)


def shown(text: str, language: str = "en") -> str:
    return recased(ordinary(text, language), with_capitals(text, encode))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("THE BBC AND THE USA", "The BBC and the USA"),
        ("NASA IS LIVE", "NASA is live"),
        ("TOM IS IN LONDON", "Tom is in London"),
        ("THE US AND US", "The US and us"),
        ("THE IT AND IT", "The IT and it"),
        ("MY IPHONE", "My iPhone"),
        ("TOM'S DVD", "Tom's DVD"),
        ("WORLD WAR II", "World war II"),
        ("MR GREEN", "Mr green"),
    ],
)
def test_abbreviations_and_names_have_capitals_in_a_sentence(text: str, expected: str) -> None:
    assert shown(text) == expected


def test_german_nouns_have_capitals() -> None:
    assert shown("GUTEN TAG", "de") == "Guten Tag"


@pytest.mark.parametrize(("word", "expected"), [("NATO", True), ("HTML", True), ("MRS", False), ("NOTE", False)])
def test_what_is_surely_an_abbreviation(word: str, expected: bool) -> None:
    assert is_abbreviation(word) is expected


def test_a_word_is_a_name_if_it_is_better_known_with_a_capital() -> None:
    assert is_name("London", "london", encode)
    assert is_name("Tag", "tag", encode)
    assert not is_name("Is", "is", encode)
    assert not is_name("Rabbit", "rabbit", encode)


def test_names_that_are_abbreviations_stay_but_others_are_translated() -> None:
    text = "The BBC, the UN and #NASA at BBC"
    assert [text[span.start : span.end] for span in acronyms_in(text, [])] == ["BBC", "BBC"]
    assert [span.start for span in acronyms_in(text, [Span(4, 7, Kind.WORD, "BBC")])] == [29]
    assert [span.target for span in acronyms_in("UN", [])] == ["UN"]


def test_a_doubtful_one_stays_where_it_is_no_word() -> None:
    text = "IT is the IT"
    assert [span.start for span in doubtful_in(text, [Span(0, 2, Kind.WORD, "it")])] == [10]


def test_a_zone_of_time_has_to_stay_behind_a_time() -> None:
    text = "7:30 pm ET / 16:30 CET (PST), 5 BST, ET and EST"
    assert [span.target for span in unsaid_in(text, [])] == ["BST", "ET", "CET", "PST"]


def test_in_capitals_those_that_are_no_words_have_to_stay() -> None:
    text = "ISBN 978, 16 GB SSD, ICE, LED AND USB"
    assert [span.target for span in sure_in(text, [])] == ["SSD", "ISBN", "USB"]


def test_those_without_a_vowel_have_to_stay() -> None:
    text = "The PDF (JFK) of XML, 60 MPH, THX, HTMLX and aTV, DVDs, X-RTF-1"
    assert [span.target for span in unsaid_in(text, [])] == ["PDF", "JFK", "XML", "HTMLX"]
    text = "The CEO of UPS, US OK TV, LEDs, #USB, a USB stick and a CD"
    assert [span.target for span in unsaid_in(text, [])] == ["CEO", "UPS", "USB", "CD"]
    assert [span.target for span in unsaid_in("Austin, TX 78701, USA", [])] == ["USA"]
    assert not [*unsaid_in("In the USA", [])]
    assert not [*unsaid_in("The PDF", [Span(4, 7, Kind.WORD, "PDF")])]
