"""Words beside an image or an emoji that a translation lacks: shown to the model once more, with a pause there.

A model that does not see what stands between takes the words on both sides for one phrase, of which some may go: of
"Good morning 😀 my friend" nothing was left but "Guten Morgen".
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from service.engine.events import Hypothesis
from service.text.desk import Desk
from service.text.outcome import Outcome
from service.text.pauses import PAUSES, place_of_pause, points
from service.text.planned import Planned
from service.text.sentence import Sentence
from service.text.target import Unit, make_units, source_map, token_texts

# Of a sentence's letters. What is less may be said in another word, and so may a single character.
_LEAST_SHARE: Final = 1 / 5
_LEAST_LETTERS: Final = 2
# What was lost makes a translation longer by this much of its share, or nothing came back.
_SHARE_BACK: Final = 3 / 4


@dataclass(frozen=True, slots=True)
class Paused:
    """A sentence with a comma beside words that were lost, and how many letters these have."""

    planned: Planned
    sentence: Sentence
    num_lost: int


def with_pauses(planned: Planned, said: Hypothesis, desk: Desk) -> Paused | None:
    """For the sentence of which `said` was made; None if no words were lost, or if there can be no comma."""
    sentence = planned.sentence
    seams = points(sentence) if sentence else set()
    if sentence is None or not seams:
        return None
    lost = _lost(sentence, seams, _units(planned, sentence, said, desk))
    edges = {edge for stretch in lost for edge in stretch} & seams
    pauses = sorted({place for edge in edges if (place := place_of_pause(sentence, edge))})
    paused = replace(sentence, look=replace(sentence.look, pauses=tuple(pauses)))
    source_ids = desk.encode(paused.shown(0).text) if pauses else ()
    if not source_ids or len(source_ids) > desk.max_source_tokens:
        return None
    num_lost = sum(_num_letters(sentence.text[start:end]) for start, end in lost)
    return Paused(replace(planned, source_ids=source_ids, sentence=paused), paused, num_lost)


def fuller(first: Outcome, second: Outcome, paused: Paused) -> Outcome:
    """The second outcome if it says about as much more as was lost in the first one, and has no more faults."""
    share_left = 1 - _SHARE_BACK * paused.num_lost / _num_letters(paused.sentence.text)
    is_longer = _num_letters(first.text) <= share_left * _num_letters(second.text)
    return second if is_longer and len(second.warnings) <= len(first.warnings) else first


def _units(planned: Planned, sentence: Sentence, said: Hypothesis, desk: Desk) -> list[Unit]:
    source = source_map(desk.tokenizer, planned.source_ids, sentence.text, sentence.shown(0))
    return make_units(token_texts(desk.tokenizer, said.token_ids), said.tokens, source)


def _lost(sentence: Sentence, seams: Set[int], units: Sequence[Unit]) -> list[tuple[int, int]]:
    """From and to of the words beside seams that no word of a translation comes from most of all, if they are many."""
    text = sentence.text
    signs = {place for place, sign in enumerate(text) if sign in PAUSES}
    found = {unit.start for unit in units if _num_letters(unit.text)}
    least = max(_LEAST_LETTERS, _LEAST_SHARE * _num_letters(text))
    return [
        (start, end)
        for start, end in pairwise(sorted({0, len(text)} | seams | signs))
        if (start in seams or end in seams)
        and _num_letters(text[start:end]) >= least
        and not any(start <= place < end for place in found)
    ]


def _num_letters(text: str) -> int:
    return sum(map(str.isalpha, text))
