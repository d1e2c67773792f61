"""Capitals of the source are around what its words became, and around nothing else."""

import re
from itertools import accumulate

import numpy as np
import pytest

from service.text.lettercase.casing import Recased
from service.text.lettercase.emphasis import emphasised
from service.text.showing import Look
from service.text.spans import Kind, Span
from service.text.target import Unit, text_of


def look(source: str, languages: str = "en-de") -> Look:
    """Of a sentence in which the words in capitals are to be emphasised, those that follow each other together."""
    first, _, last = languages.partition("-")
    found = re.finditer(r"\b[A-Z][A-Z'’]+(?: [A-Z'’]+)*\b", source)
    return Look(first, last, loud=tuple(Recased(*match.span(), match[0].lower()) for match in found))


def emphasis(source: str, *words: tuple[str, dict[str, float]], languages: str = "en-de") -> str:
    """The translation of these words, each with its shares of the source's words; what is left looks at the end."""
    tokens = re.findall(r"[\w'’]+|[^\w\s]", source)
    places = (*accumulate((len(token) for token in tokens), initial=0),)
    starts = [source.index(token, place) for token, place in zip(tokens, places, strict=False)]
    starts = [*starts, len(source)]
    units = []
    for text, shares in words:
        weights = np.array([shares.get(token, 0.0) for token in tokens] + [1 - sum(shares.values())], np.float32)
        best = starts[int(weights[:-1].argmax())]
        units.append(Unit(text, best, best + 1, weights, places=tuple(starts)))
    return text_of(emphasised(units, look(source, languages), source))


def test_what_comes_from_words_in_capitals_is_in_capitals_wherever_it_stands_but_what_is_protected() -> None:
    source = "DO NOT kiss the {a}"
    words = [("Küßt", 7, 11), (" die", 12, 15), (" ", 16, 17), (" ja", 0, 2), (" nicht", 3, 6), ("!", 3, 6)]
    units = [Unit(text, start, end, np.zeros(0, np.float32)) for text, start, end in words]
    units[2] = Unit("{a}", 0, 1, np.zeros(0, np.float32), Span(0, 1, Kind.WORD, "{a}"))
    shown = Look("en", "de", loud=(Recased(0, 6, "do not"),))
    assert text_of(emphasised(units, shown, source)) == "Küßt die{a} JA NICHT!"
    shown = Look("en", "de", loud=(Recased(0, 11, "do not kiss"),))
    assert text_of(emphasised(units, shown, source)) == "KÜSST die{a} JA NICHT!"


def test_capitals_that_nothing_comes_from_most_of_all_get_the_word_that_comes_from_them_more_than_others() -> None:
    """So it was with "DO NOT close the window": nothing of the translation was in capitals."""
    words = (
        ("Schließt", {"DO": 0.26, "close": 0.4}),
        (" jetzt", {"the": 0.34, "NOW": 0.31, "DO": 0.13}),
        (" das", {"close": 0.34, "the": 0.24, "DO": 0.17}),
        (" Fenster", {"window": 0.8}),
        (".", {".": 0.6}),
    )
    assert emphasis("DO NOW close the window.", *words) == "Schließt JETZT das Fenster."


def test_capitals_with_a_negation_get_no_other_word_besides() -> None:
    """ "DON'T touch the wire": DEN was in capitals, too."""
    words = (
        ("Fass", {"touch": 0.6, "DON'T": 0.2}),
        (" den", {"the": 0.5, "DON'T": 0.4}),
        (" Draht", {"wire": 0.8}),
        (" nicht", {".": 0.3, "wire": 0.3, "DON'T": 0.2}),
        (" an", {"touch": 0.4}),
        (".", {".": 0.4}),
    )
    assert emphasis("DON'T touch the wire.", *words) == "Fass den Draht NICHT an."


def test_a_word_that_looks_at_capitals_hardly_at_all_is_not_theirs() -> None:
    words = (("Ich", {"I": 0.7}), (" mag", {"like": 0.6, "REALLY": 0.2}), (" es", {"it": 0.7, "REALLY": 0.2}))
    assert emphasis("I REALLY like it", *words) == "Ich mag es"


def test_a_word_that_comes_from_another_one_about_as_much_is_not_in_capitals() -> None:
    """ "Please TURN OFF the lights" began with BITTE."""
    words = (
        ("Bitte", {"TURN": 0.5, "Please": 0.4}),
        (" schalte", {"TURN": 0.5, "OFF": 0.3}),
        (" das", {"the": 0.6}),
        (" Licht", {"lights": 0.8}),
        (" aus", {"OFF": 0.4, "lights": 0.2}),
        (".", {".": 0.4}),
    )
    assert emphasis("Please TURN OFF the lights.", *words) == "Bitte SCHALTE das Licht AUS."


def test_the_only_word_that_comes_from_capitals_stays_theirs() -> None:
    words = (("Das", {"That": 0.8}), (" reicht", {"ENOUGH": 0.5, "is": 0.4}))
    assert emphasis("That is ENOUGH", *words) == "Das REICHT"


@pytest.mark.parametrize(
    ("source", "languages", "words", "expected"),
    [
        ("I CAN'T say it", "en-de", "Ich kann es nicht sagen", "Ich kann es NICHT sagen"),
        ("I CAN’T say it", "en-de", "Ich kann es nicht sagen", "Ich kann es NICHT sagen"),
        ("He has NO home", "en-de", "Er hat kein Heim", "Er hat KEIN Heim"),
        ("Das ist NICHT meins", "de-en", "That isn't mine", "That ISN'T mine"),
        # Whose it is would be a guess.
        ("I can not do NOTHING", "en-de", "Ich kann nicht nichts tun", "Ich kann nicht nichts tun"),
        ("I do not go NOW", "en-de", "Ich gehe nicht jetzt", "Ich gehe nicht jetzt"),
        ("I can NOT", "en-fr", "Je ne peux pas", "Je ne peux pas"),
    ],
)
def test_the_only_negation_is_what_became_of_the_only_one(
    source: str, languages: str, words: str, expected: str
) -> None:
    """Contractions are two words in one, of which one is said with others in between."""
    assert emphasis(source, *((part, {}) for part in re.findall(r" ?[\w']+", words)), languages=languages) == expected
