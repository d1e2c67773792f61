"""The later parts of a sentence that was divided: a model begins each with a capital, as if it were a sentence.

Only words that are written small inside a sentence of their language, whatever they mean, get a small letter.
"""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from service.text.finishing import FINAL_PUNCTUATION
from service.text.scripts import base_language
from service.text.target import Unit

_ENGLISH: Final = """
a about after all although an and any are as at because been before being both but by can could did do does during each
even every for from had has have he her his how if in into is it its just like many may might more most much must my
neither no nor not of on once one only or other our over rather she should since so some such than that the their them
then there these they this those though through to too under unless until up was we were what when where whether which
while who whose why will with without would yet you your
"""
_GERMAN: Final = """
aber alle als also am an auch auf aus bei beim bevor bis da dabei dafür damit dann das dass dem den denn der des deshalb
die diese diesem diesen dieser dieses doch durch ein eine einem einen einer eines er es für gegen hat hatte hatten ich
im in indem ist ja jede jeder jedes jedoch kann kein keine konnte man mein mit nach nachdem nicht noch nur ob obwohl
oder ohne schon sehr seit sich sind so sobald sodass solange sondern trotzdem über um und unser unter vom von vor war
waren was weder weil welche welcher welches wenn wer werden wie wir wird wo wobei wurde wurden während zu zum zur
zwischen
"""
_SMALL_WORDS: Final = MappingProxyType({"en": frozenset(_ENGLISH.split()), "de": frozenset(_GERMAN.split())})


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
    if word[:1].lower() + word[1:] not in _SMALL_WORDS.get(base_language(language), ()):
        return [*units]
    first = units[number]
    place = len(first.text) - len(first.text.lstrip())
    lowered = first.text[:place] + first.text[place].lower() + first.text[place + 1 :]
    return [*units[:number], replace(first, text=lowered), *units[number + 1 :]]
