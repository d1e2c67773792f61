"""All that a translation lost beside its numbers: units, things that are counted, days, months and world wars."""

from collections.abc import Sequence

from service.text.numbers.lost_days import lost_days
from service.text.numbers.lost_units import lost_units
from service.text.numbers.percents import said_with_numbers, with_numbers_of
from service.text.protection.wars import lost_wars
from service.text.sentence import Sentence
from service.text.target import Unit, text_of


def lost_words_of(sentence: Sentence, units: Sequence[Unit]) -> tuple[str, ...]:
    """What these units of a translation lack, as the source writes it."""
    if not (sentence.has_digits or sentence.spans or sentence.has_days):
        return ()
    said = with_numbers_of(sentence.text, sentence.spans), said_with_numbers(units), sentence.languages
    wars = lost_wars(sentence.text, text_of(units), sentence.languages)
    return (*lost_units(*said), *wars, *(lost_days(*said) if sentence.has_days else ()))
