"""The later parts of a sentence that was divided: a model begins each with a capital, as if it were a sentence.

Only words that are written small inside a sentence of their language, whatever they mean, get a small letter.
"""

from collections.abc import Sequence
from dataclasses import replace

from service.text.faults.finishing import FINAL_PUNCTUATION
from service.text.lettercase.small_words import is_small
from service.text.target import Unit


def goes_on(text: str) -> bool:
    """Whether what comes behind this part belongs to the same sentence."""
    return text[-1:] not in FINAL_PUNCTUATION


def continued(units: Sequence[Unit], language: str) -> list[Unit]:
    """The units of a later part, with a small letter where it begins with a word that is written so."""
    number = next((number for number, unit in enumerate(units) if unit.text.strip()), None)
    if number is None or units[number].span:
        return [*units]
    # A word may go on in the next units: it has to be known whole.
    text = "".join(unit.text if unit.span is None else " " for unit in units[number:]).lstrip()
    word = text[: next((end for end, sign in enumerate(text) if not sign.isalpha()), len(text))]
    if not is_small(word, language):
        return [*units]
    first = units[number]
    place = len(first.text) - len(first.text.lstrip())
    lowered = first.text[:place] + first.text[place].lower() + first.text[place + 1 :]
    return [*units[:number], replace(first, text=lowered), *units[number + 1 :]]
