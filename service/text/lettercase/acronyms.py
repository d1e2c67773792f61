"""Abbreviations and names in a text in capitals: what has capitals in an ordinary sentence, too.

"THE BBC IS IN LONDON" is shown as "The BBC is in London". A word is taken for an abbreviation if it is a well-known
one or has no vowel, and for a name if a tokenizer knows it better with a capital, as German nouns.
"""

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from service.text.lettercase.brands import BRANDS
from service.text.lettercase.casing import Recased, lowered
from service.text.spans import Kind, Span, is_touched

Encode = Callable[[str], Sequence[int]]

_WORD: Final = re.compile(r"(?<![\w'’])[^\W\d_]{2,}(?!\w)")
# The same in any language, as others are not: CEO, DNA, UK.
_NAMES: Final = "ASEAN|BBC|BMW|CIA|CNN|FBI|FIFA|IBM|IKEA|NASA|NATO|NBA|OPEC|UEFA|UNESCO|UNICEF|VW"
_NAME: Final = re.compile(rf"(?<![\w@#/.-])(?:{_NAMES})(?![\w@/])")
_DOUBTFUL: Final = re.compile(r"(?<![\w@#/.'’-])(?:IT|WHO)(?![\w@/])")
# Of three letters and more, none of them a vowel; others are said in another way elsewhere.
_UNSAID: Final = re.compile(
    r"(?<![\w@#/.'’-])(?!(?:BTW|CST|GMT|HMM+|KPH|LTD|MPH|PLZ|PST|SHH+|TBD|TBH|THX|TV|XX+)(?!\w))[B-DF-HJ-NP-TV-XZ]{3,5}"
    r"(?![\w@/-])"
)
# A zone of time behind a time, or in brackets.
_ZONE: Final = re.compile(
    r"(?:(?<=\d )|(?<=[ap]m )|(?<=[ap]\.m\. )|(?<=\())(?:[ECMP][SD]?T|CES?T|BST|GMT|UTC|JST|IST|AE[SD]T)(?![\w-])"
)
# Others that are the same in German, though a model may take them for anything.
_WELL_KNOWN: Final = (
    "ADAC|ADHD|AOL|API|APIs|ASAP|ASCII|AUD|CAD|CD|CEO|CFO|COO|COVID|CPU|CTO|DIN|DJ|ECG|EPA|ESA|EUR|EUROPOL|FAA|FAQ|FDA|FEMA|GBP"
    "|GIF|GPU|GUI|HD|HIV|HTML|IBAN|ICE|IDE|IMDB|INR|INTERPOL|ISBN|ISIL|ISIS|ISO|ITV|JPEG|LAN|LAPD|LCD|LED|LGBT|LISP|MIT|NGO|NSA"
    "|NYPD|NYU|OLED|OPEC|OSHA|PC|PIN|QR|RAM|ROM|RSVP|SAP|SATA|SD|SIM|SUV|UCLA|UFO|UPS|URI|URL|USB|USD|UTF|VIP|VR|WAN|WLAN|YMCA"
)
_WORD_TOO: Final = re.compile("CAD|DIN|DR|HM+|ICE|ISIS|LAN|LED|MIT|MRS|MT|PIN|PSS?T|RAM|SAP|SIM|VAN")
# The latter of an address.
_SAME: Final = re.compile(
    rf"(?<![\w@#/.'’-])(?:{_WELL_KNOWN})(?![\w@/-])|(?<=\d, )(?:USA|UK|UAE)(?!\w)|(?<=, )USA(?=[.!]?\Z)"
)
# Among characters, where Latin words of several capitals are names and abbreviations.
_LATIN: Final = re.compile(r"(?<![A-Za-z0-9@#/._-])[A-Z]{2,12}(?![A-Za-z0-9@/_-])")
_KNOWN: Final = re.compile(
    rf"{_NAMES}|AI|API|ATM|CEO|DNA|EU|FAQ|GIF|ID|I?II|IRS|I?V|ISO|MRI|NGO|OK|PIN|SUV|UFO|UK|UN|URL|USA|USB|USSR|UV|VIP"
    "|VI{1,3}|IX|XI{0,3}"
)
_CONSONANTS: Final = re.compile("(?!(?:DR|HM+|LL|MRS?|MT|ND|PSS?T|RD|SH+|ST|TH)$)[B-DF-HJ-NP-TV-XZ]{2,5}")
_BEHIND_ARTICLE: Final = re.compile(r"\bTHE\s\Z")
_ONLY_BEHIND_ARTICLE: Final = re.compile("IT|US|WHO")
_NEAR: Final = 6


def is_abbreviation(word: str) -> bool:
    """Whether a word in capitals is surely an abbreviation."""
    return (_KNOWN.fullmatch(word) or _CONSONANTS.fullmatch(word)) is not None


def acronyms_in(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """Those that are names, as parts that stay as they are; and one that is all of a text."""
    if is_abbreviation(text):
        yield Span(0, len(text), Kind.WORD, text)
        return
    yield from _found(_NAME, text, spans)


def unsaid_in(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """Those that nobody can say as a word, or that are the same elsewhere, as parts that stay as they are: PDF, CEO."""
    yield from _found(_UNSAID, text, spans)
    others = itertools.chain(_found(_ZONE, text, spans), _found(_SAME, text, spans))
    yield from (span for span in others if not _UNSAID.fullmatch(span.target))


def sure_in(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """The same of a text in capitals, of which some are words: LED, ICE."""
    return (span for span in unsaid_in(text, spans) if not _WORD_TOO.fullmatch(span.target))


def latin_in(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """Those of a text in characters, as parts that stay as they are."""
    return _found(_LATIN, text, spans)


def doubtful_in(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """Those that are no words only because they are in none of `spans`, as parts that stay as they are."""
    return _found(_DOUBTFUL, text, spans)


def _found(pattern: "re.Pattern[str]", text: str, spans: Sequence[Span]) -> Iterator[Span]:
    for match in pattern.finditer(text):
        if not is_touched(spans, *match.span()):
            yield Span(*match.span(), Kind.WORD, match[0])


def with_capitals(text: str, encode: Encode) -> tuple[Recased, ...]:
    """The words of a text in capitals that are not shown in small letters; `encode` is that of a tokenizer."""
    return tuple(_recased(text, encode))


def _recased(text: str, encode: Encode) -> Iterator[Recased]:
    for match in _WORD.finditer(text):
        word, small = match[0], lowered(match[0], "")
        if small in BRANDS:
            yield Recased(*match.span(), BRANDS[small])
        elif is_abbreviation(word) or _is_behind_article(match):
            yield Recased(*match.span(), word)
        elif is_name(word[0] + small[1:], small, encode):
            yield Recased(*match.span(), word[0] + small[1:])


def _is_behind_article(match: "re.Match[str]") -> bool:
    before = match.string[max(0, match.start() - _NEAR) : match.start()]
    return bool(_ONLY_BEHIND_ARTICLE.fullmatch(match[0]) and _BEHIND_ARTICLE.search(before))


def is_name(large: str, small: str, encode: Encode) -> bool:
    """Whether a tokenizer knows a word better with a capital: by fewer pieces, or by a piece that it learnt earlier."""
    ids, small_ids = encode(large), encode(small)
    if len(ids) == len(small_ids) == 1:
        return ids[0] < small_ids[0]
    return len(ids) < len(small_ids)
