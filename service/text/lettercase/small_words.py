"""Words that are written small inside a sentence of their language, whatever they mean."""

import re
from types import MappingProxyType
from typing import Final

from service.text.faults.scripts import base_language

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
_FIRST: Final = re.compile(r"\s*([^\W\d_]+)")


def is_small(word: str, language: str) -> bool:
    """Whether a word, with a capital or not, is written small inside a sentence."""
    return word[:1].lower() + word[1:] in _SMALL_WORDS.get(base_language(language), ())


def capital_behind(text: str, place: int) -> int | None:
    """Where the first word behind a place has a capital, and is no name in any language; None if it is not so."""
    match = _FIRST.match(text, place)
    is_capital = match is not None and match[1][0].isupper() and any(is_small(match[1], key) for key in _SMALL_WORDS)
    return match.start(1) if match and is_capital else None
