"""Words in capitals in an ordinary sentence: the model sees them as usual, what they become is in capitals again.

Models have hardly seen such words, and read them letter by letter. What their tokenizers do with a word tells it from
an abbreviation: WEATHER takes five pieces and "weather" one; NATO, HTTP and UNESCO take several however they are
written.
Abbreviations that are also words (US, IT, WHO) are short: words of up to three letters stay as they are, unless they
are of a kind that is often said aloud, are in a place where only a word can be ("WHO are you?"), or stand among others
in capitals. What a model has a piece for (OK, TV) stays.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from service.text.lettercase.casing import Pieces, Recased, lowered
from service.text.spans import Span, is_touched

_WORD: Final = re.compile(r"(?<![\w.@&#'’/-])[^\W\d_]+(?:['’][^\W\d_]{1,3})?(?![\w@&#'’/-]|\.\w)")
_MAX_SHORT: Final = 3
_MIN_LONG: Final = 5  # letters from which a word may be two pieces: an abbreviation has rarely so many
_MIN_VERY_LONG: Final = 7  # and from which it may be more, if that is a much better share of what capitals take
_MAX_SHARE: Final = 0.5
# Of up to three letters; others may be abbreviations.
_SAID_ALOUD: Final = MappingProxyType(
    {
        "de": re.compile(
            "ALL|AUF|AUS|DAS|DEN|DER|DIE|DU|EIN|HAT|ICH|IHR|JA|MIT|NIE|NUN|NUR|SIE|SO|UND|VON|VOR|WAR|WAS|WIR|ZU"
        ),
        "en": re.compile(
            "AGE|AGO|ALL|AND|ANY|ARE|ASK|AT|BAD|BE|BED|BIG|BOX|BOY|BUS|BUT|BUY|BY|CAN|CUP|CUT|DAY|DID|DIE|DO|DOG|DRY"
            "|EAT|FAR|FEW|FIX|FLY|FOR|FUN|GET|GO|GOT|HAD|HAS|HE|HER|HEY|HIM|HIS|HIT|HOT|HOW|IF|ILL|IN|IS|ITS|JOB|KEY"
            "|LAW|LEG|LET|LIE|LOT|LOW|MAN|ME|MEN|MOM|MY|NEW|NO|NOR|NOT|NOW|ODD|OF|OFF|OLD|ON|ONE|OUR|OUT|OWE|OWN|PAY"
            "|PUT|RED|RUN|SAD|SAY|SEA|SEE|SHE|SIT|SKY|SO|SUN|TEA|TEN|THE|TO|TOO|TOP|TRY|TWO|UP|USE|WAR|WAS|WAY|WE|WET"
            "|WHY|WIN|YES|YET|YOU"
        ),
    }
)
# Where words are that may be abbreviations, too: with the words around them, and the question mark that follows.
_IN_PLACE: Final = MappingProxyType(
    {
        "en": re.compile(
            r"i am \w* \??|(?:help|let|show|tell) us \w* \??|(?:did|do|get|is|know|like|love|want|was) it \w* \??"
            r"|(?!(?:an?|my|our|the|their|your) )\w* (?:or \w* \??|who \w+ \?"
            r"|it (?:can|did|does|has|is|must|should|was|will) \??)"
            r"|(?!(?:an?|and|by|for|in|my|of|our|the|their|use|your) )\w+ it  \??"
        )
    }
)
_LAST: Final = re.compile(r"(\w*)\W?\Z")
_NEXT: Final = re.compile(r"\W?(\w*)[^.!?]{0,200}(\??)")
_NEAR: Final = 12
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
        if not match[0].isupper() or is_touched(spans, *match.span()):
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
    num_pieces, num_in_capitals = pieces(usual), pieces(text)
    is_better = num_pieces < num_in_capitals
    is_said = _is_said(match, language)
    is_known = num_pieces == 1 and (is_better or is_said)
    is_long = is_better and num_pieces == 2 and len(text) >= _MIN_LONG
    is_long |= len(text) >= _MIN_VERY_LONG and num_pieces <= _MAX_SHARE * num_in_capitals
    before = match.string[: match.start()].rstrip(_AROUND)
    if not before or before[-1] in _STARTS:
        usual = usual[:1].upper() + usual[1:]
    return _Word(match.start(), text, usual, is_known, is_long or (is_known and is_said))


def _is_said(match: "re.Match[str]", language: str) -> bool:
    """Whether it is a word, as far as its length and its place tell."""
    said_aloud, in_place = _SAID_ALOUD.get(language), _IN_PLACE.get(language)
    if len(match[0]) > _MAX_SHORT or (said_aloud and said_aloud.fullmatch(match[0])):
        return True
    return in_place is not None and in_place.fullmatch(_place(match)) is not None


def _place(match: "re.Match[str]") -> str:
    """A word with those before and behind it in small letters, and the sign of a question behind all."""
    text, (start, end) = match.string, match.span()
    before, behind = _LAST.search(text[max(0, start - _NEAR) : start]), _NEXT.match(text, end)
    parts = (before[1] if before else "", match[0], *(behind.groups() if behind else ("", "")))
    return " ".join(parts).lower()


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
