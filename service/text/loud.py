"""Words in capitals in an ordinary sentence: the model sees them as usual, what they become is in capitals again.

Models have hardly seen such words, and read them letter by letter. What their tokenizers do with a word tells it from
an abbreviation: WEATHER takes five pieces and "weather" one; NATO, HTTP and UNESCO take several however they are
written.
Abbreviations that are also words (US, IT, WHO) are short: words of up to three letters stay as they are, unless they
are of a kind that is often said aloud, or stand among others in capitals. What a model has a piece for (OK, TV) stays.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from service.text.casing import Pieces, Recased, lowered
from service.text.spans import Span

_WORD: Final = re.compile(r"(?<![\w.@&#'’/-])[^\W\d_]+(?:['’][^\W\d_]{1,3})?(?![\w@&#'’/-]|\.\w)")
_MAX_SHORT: Final = 3
_MIN_LONG: Final = 5  # letters from which a word may be two pieces: an abbreviation has rarely so many
# Of up to three letters; others may be abbreviations.
_SAID_ALOUD: Final = MappingProxyType(
    {
        "de": re.compile(
            "ALL|AUF|AUS|DAS|DEN|DER|DIE|DU|EIN|HAT|ICH|IHR|JA|MIT|NIE|NUN|NUR|SIE|SO|UND|VON|VOR|WAR|WAS|WIR|ZU"
        ),
        "en": re.compile(
            "ALL|AND|ANY|ARE|BAD|BIG|BUT|CAN|DID|DO|GET|GO|HAD|HAS|HE|HER|HIM|HIS|HOW|IF|IN|MY|NEW|NO|NOT|NOW|OFF|OLD|ON"
            "|ONE|OUR|OUT|OWN|SAY|SEE|SHE|SO|THE|TOO|TRY|TWO|UP|WAS|WE|WHY|YES|YOU"
        ),
    }
)
_STARTS: Final = ".!?…:"
_AROUND: Final = " \"“”„«»'‘’()[]"


@dataclass(frozen=True, slots=True)
class _Word:
    """A word in capitals, and what a tokenizer makes of it."""

    start: int
    text: str
    usual: str
    is_known: bool  # in its usual form, better than in capitals
    is_word: bool  # and surely no abbreviation

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_word_among_others(self) -> bool:
        """Whether it is taken for a word where its neighbours are."""
        return self.is_known or len(self.text) >= _MIN_LONG or len(self.text) == 1


def loud_words(text: str, spans: Sequence[Span], language: str, pieces: Pieces) -> tuple[Recased, ...]:
    """The words in capitals that are no abbreviations, those that follow each other together.

    `pieces` counts what a tokenizer makes of a word; what is protected is left alone.
    """
    runs = (run for words in _runs(text, spans, language, pieces) for run in _loud_in(words))
    return tuple(
        Recased(run[0].start, run[-1].end, _usual_of(text, run))
        for run in runs
        if any(len(word.text) > 1 for word in run)
    )


def _runs(text: str, spans: Sequence[Span], language: str, pieces: Pieces) -> Iterator[list[_Word]]:
    """Words in capitals with nothing but white space between them."""
    run: list[_Word] = []
    for match in _WORD.finditer(text):
        if not match[0].isupper() or any(span.start < match.end() and match.start() < span.end for span in spans):
            continue
        if run and text[run[-1].end : match.start()].strip():
            yield run
            run = []
        run.append(_word(match, language, pieces))
    if run:
        yield run


def _word(match: re.Match[str], language: str, pieces: Pieces) -> _Word:
    text, small = match[0], lowered(match[0], language)
    usual = min(small, small[:1].upper() + small[1:], key=pieces)
    num_pieces = pieces(usual)
    is_better = num_pieces < pieces(text)
    is_known = is_better and num_pieces == 1
    is_long = is_better and num_pieces == 2 and len(text) >= _MIN_LONG
    said_aloud = _SAID_ALOUD.get(language)
    is_said_aloud = len(text) > _MAX_SHORT or (said_aloud is not None and said_aloud.fullmatch(text) is not None)
    before = match.string[: match.start()].rstrip(_AROUND)
    if not before or before[-1] in _STARTS:
        usual = usual[:1].upper() + usual[1:]
    return _Word(match.start(), text, usual, is_known, is_long or (is_known and is_said_aloud))


def _loud_in(run: Sequence[_Word]) -> Iterator[list[_Word]]:
    """The stretches of words in a run; where most are words, their neighbours are, too."""
    num_words = sum(word.is_word for word in run)
    are_most = num_words >= 2 and 2 * num_words >= len(run)
    stretch: list[_Word] = []
    for word in run:
        if word.is_word or (are_most and word.is_word_among_others):
            stretch.append(word)
        elif stretch:
            yield stretch
            stretch = []
    if stretch:
        yield stretch


def _usual_of(text: str, run: Sequence[_Word]) -> str:
    parts, position = [], run[0].start
    for word in run:
        parts += [text[position : word.start], word.usual]
        position = word.end
    return "".join(parts)
