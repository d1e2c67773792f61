"""Headings in which All Words Begin with a Capital: models have hardly seen such sentences, and get them wrong.

They are shown as ordinary sentences: "The Train Was Late" as "The train was late". Names keep their capitals: a word
does unless a tokenizer knows it, and better without one, by fewer pieces or, where both forms are one piece, by one
that it learnt earlier. Abbreviations and words with capitals inside stay, too.

The translation stays as the model writes it. No target language but English has such headings: in German, French or
Spanish they look like sentences, and people and other translators write them so. Only English sources are looked at.
German has capitals that say something, and in other languages nobody writes so.

What is no heading: a text with any other word in small letters, as in "Peter is in New York"; and a name with what may
belong to it, "Peter Baker" or "London Bridge", unless there is a word that no name has, as in "Peter Is Here".
"""

import enum
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest
from typing import Final

from service.text.faults.scripts import base_language
from service.text.lettercase.acronyms import Encode, is_name
from service.text.lettercase.casing import Recased, lowered
from service.text.spans import Span, is_touched

_CAPITAL: Final = r"[A-Z\u00c0-\u00de]"
# Articles, conjunctions and prepositions: what has a small letter even in a heading.
_SMALL: Final = (
    "a|an|and|as|at|but|by|for|from|if|in|into|nor|of|off|on|onto|or|out|over|per|than|the|to|up|upon|via|vs|with"
)
# What no name has with a capital, the first ones not even at its beginning.
_NEVER_IN_NAMES: Final = (
    "Am|Are|Is|Was|Were|Be|Been|Being|Has|Have|Had|Do|Does|Did|Can|Could|Would|Should|Must|Cannot"
    "|(?:Are|Is|Was|Were|Has|Have|Had|Do|Does|Did|Ca|Could|Wo|Would|Should|Must)n['’]t"
    "|(?:He|How|It|She|That|There|They|We|What|Where|Who|You)['’](?:d|ll|re|s|ve)"
    "|He|How|If|It|Its|My|Our|She|That|Their|There|These|They|This|Those|We|What|When|Where|Which|Why|You|Your|Yours"
)
_NO_NAME: Final = re.compile(
    rf"{_NEVER_IN_NAMES}|A|About|After|Again|All|Already|Also|Always|An|And|Any|As|At|Because|Before|Between|But|By"
    "|Does|Each|Even|Ever|Every|For|From|Her|Here|Him|His|In|Into|Just|Let['’]s|Many|Me|More|Much|Never|No|Not|Now|Of"
    "|On|Only|Or|Since|So|Some|Still|Such|Than|The|Them|Then|Through|To|Too|Under|Until|Us|Very|While|Who|With|Without"
)
_NO_NAME_AT_ALL: Final = re.compile(_NEVER_IN_NAMES)
_NAME_STARTS: Final = re.compile("East|Great|Los|New|North|San|Saint|South|West")
_OF_SOMETHING: Final = re.compile(
    r"\b(an?|any|every|her|his|its|my|no|our|some|that|the|their|these|this|your)\s\Z", re.IGNORECASE
)
_IS: Final = re.compile(r"\b(?:He|I|It|She|That|There|They|We|What|Where|Who|You)['’](?:m|re|s)\b")  # a name, mostly
_ARTICLE: Final = re.compile(r"\san?\s")
_PRONOUN: Final = re.compile("He|How|I|It|She|That|They|This|We|Who|You")
# Words that are names, too.
_MAY_BE_NAMES: Final = re.compile("Bill|Brown|Grace|Mark|May|Page|Will|White")
# What has such an end is no name, even if a tokenizer knows both forms equally well.
_DERIVED: Final = re.compile(r".{3,}(?:ing|ed|tions?|ments?|ness|able|less|ful|ous|ally|ully|ously|ently)")
_TITLES: Final = re.compile("Doc|Dr|Lady|Lord|Miss|Mr|Mrs|Ms|Prof|Sir|St")
_TAIL: Final = r"(?>(?:['’-][^\W\d_]+)*)"
_WORD: Final = re.compile(rf"(?<![\w@#/.])[^\W\d_]++{_TAIL}(?![\w@/])")
_SMALL_WORD: Final = re.compile(_SMALL)
_CAPITALISED: Final = re.compile(rf"{_CAPITAL}(?:(?!{_CAPITAL})[^\W\d_])*(?:['’](?!{_CAPITAL})[^\W\d_]+|-[^\W\d_]+)*")
_SINGLE: Final = re.compile(r"I['’]\w+|[^AI]")  # the pronoun, and letters that are no words
# Two words with capitals where a sentence may begin, and nothing but small ones between them.
_SUSPECT: Final = re.compile(
    rf"(?:\A|[.!?:]\s)[^\w]*+{_CAPITAL}[^\W\d_]*+{_TAIL}(?>(?:[^\w.!?]++(?:(?:{_SMALL})\b|(?={_CAPITAL})))+){_CAPITAL}"
)
_STARTS: Final = ".!?…:;,(|/\u2013\u2014-"
_QUOTES: Final = " \t\n\r\"“”„«»'‘’"
_MIN_WORDS: Final = 2
_NEAR: Final = 12  # characters before a word that say something about it
_LETTERS_A_PIECE: Final = 3


class _Kind(enum.Enum):
    """What a word is, as far as can be known."""

    NO_NAME = "no name"
    PRONOUN = "I"
    COMMON = "common"  # most likely no name
    UNKNOWN = "unknown"
    STRANGE = "strange"  # made of many pieces
    NAME = "name"


@dataclass(frozen=True, slots=True)
class _Word:
    """A word that begins with a capital, its other letters are small; `is_first` in a text or behind a sign."""

    start: int
    text: str
    is_first: bool
    kind: _Kind

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_small_in_sentences(self) -> bool:
        return not self.is_first and self.kind in (_Kind.NO_NAME, _Kind.COMMON)

    def is_behind(self, other: "_Word") -> bool:
        """Whether there is nothing but a space between another word and this one."""
        return self.start == other.end + 1


def may_be_headings(text: str) -> bool:
    """Whether a text may have some, at one quick look."""
    return _SUSPECT.search(text) is not None


def heading_words(text: str, spans: Sequence[Span], language: str, encode: Encode) -> tuple[Recased, ...]:
    """The words of a heading that have small letters in a sentence; none if a text is no heading.

    `encode` gives what a tokenizer makes of a word; what is protected is left alone.
    """
    if base_language(language) != "en" or not _SUSPECT.match(text):
        return ()
    words = _with_names(list(_words(text, spans, encode)))
    if len(words) < _MIN_WORDS or not _is_heading(text, spans):
        return ()
    found = [word for word in words if word.is_small_in_sentences]
    if _is_telling(text, words, found):
        found += [word for word in words if _is_of_something(word, text)]
    elif _IS.search(text) or any(word.kind is _Kind.NAME for word in words):
        found = []
    else:
        found = _without_doubtful(words, found)
    return tuple(Recased(word.start, word.end, lowered(word.text, "")) for word in found)


def _is_telling(text: str, words: Sequence[_Word], found: Sequence[_Word]) -> bool:
    """Whether there is something that no name has: then there may be names in a heading, but it is none."""
    if any(word.kind is _Kind.NO_NAME for word in found):
        return True
    if any(
        _PRONOUN.fullmatch(one.text) and word.is_small_in_sentences and word.is_behind(one)
        for one, word in pairwise(words)
    ):
        return True
    is_clause = _NO_NAME_AT_ALL.fullmatch(words[0].text) or _ARTICLE.search(text)
    return len(found) >= _MIN_WORDS and is_clause is not None


def _is_of_something(word: _Word, text: str) -> bool:
    """Whether it has an article or the like before it, as names have not, but for "the"."""
    found = _OF_SOMETHING.search(text[max(0, word.start - _NEAR) : word.start])
    if found is None or word.is_first:
        return False
    return word.kind is _Kind.UNKNOWN or (word.kind is _Kind.STRANGE and found[1].lower() != "the")


def _with_names(words: list[_Word]) -> list[_Word]:
    """The words; "New" of "New York" is part of a name."""
    return [
        replace(word, kind=_Kind.NAME)
        if _NAME_STARTS.fullmatch(word.text) and behind and behind.is_behind(word) and behind.kind is _Kind.NAME
        else word
        for word, behind in zip_longest(words, words[1:])
    ]


def _without_doubtful(words: Sequence[_Word], found: Sequence[_Word]) -> list[_Word]:
    """Those found that are no names themselves, and do not stand behind what may be one."""
    behind = {
        word.start
        for before, word in pairwise(words)
        if before.kind in (_Kind.UNKNOWN, _Kind.STRANGE) and word.is_behind(before)
    }
    return [word for word in found if word.start not in behind and not _MAY_BE_NAMES.fullmatch(word.text)]


def _is_heading(text: str, spans: Sequence[Span]) -> bool:
    """Whether all words begin with a capital, but for articles and the like, and names such as iPhone."""
    return not any(match[0].islower() and not _SMALL_WORD.fullmatch(match[0]) for match in _free_words(text, spans))


def _words(text: str, spans: Sequence[Span], encode: Encode) -> Iterator[_Word]:
    for match in _free_words(text, spans):
        if _CAPITALISED.fullmatch(match[0]) and not _SINGLE.fullmatch(match[0]):
            kind = _kind(match[0], encode)
            before = text[max(0, match.start() - _NEAR) : match.start()].rstrip(_QUOTES)[-1:]
            is_first = not before or (before in _STARTS and not (before == "," and kind is _Kind.NO_NAME))
            yield _Word(match.start(), match[0], is_first, kind)


def _kind(word: str, encode: Encode) -> _Kind:
    if word == "I":
        return _Kind.PRONOUN
    if _NO_NAME.fullmatch(word):
        return _Kind.NO_NAME
    small = lowered(word, "")
    if _TITLES.fullmatch(word) or is_name(word, small, encode):
        return _Kind.NAME
    num_pieces = len(encode(small))
    is_known = num_pieces == 1 or _LETTERS_A_PIECE * num_pieces <= len(word) + 1
    is_better = num_pieces < len(encode(word)) or num_pieces == 1 or _DERIVED.fullmatch(word) is not None
    if not is_known:
        return _Kind.STRANGE
    return _Kind.COMMON if is_better else _Kind.UNKNOWN


def _free_words(text: str, spans: Sequence[Span]) -> Iterator["re.Match[str]"]:
    for match in _WORD.finditer(text):
        if not is_touched(spans, *match.span()):
            yield match
