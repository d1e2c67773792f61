"""Numbers with a word for zeros behind them, 11 million: what they amount to, and how another language writes them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType
from typing import Final

from service.text.faults.scripts import base_language
from service.text.numbers.myriads import in_full, myriads

_NUMBER: Final = r"(?<![\w.,:])(\d+(?:[.,]\d+)*)"
_GLUED: Final = r"(?<![\d.,:])(\d+(?:[.,]\d+)*)"  # what a model made may stand in a word
_WORDS: Final = MappingProxyType(
    {
        "en": MappingProxyType(
            {2: "hundreds?", 3: "thousands?", 6: "millions?|mn|mln", 9: "billions?|bn", 12: "trillions?|tn"}
        ),
        "de": MappingProxyType(
            {
                2: "hundert",
                3: r"tausend|tsd\.?",
                6: r"million(?:en)?|mio\.?|mill\.",
                9: r"milliarden?|mrd\.?",
                12: r"billion(?:en)?|bio\.",
            }
        ),
    }
)
_OF_MONEY: Final = MappingProxyType({"k": 3, "m": 6})  # without a sign of money before it, one of a unit
_WRITTEN: Final = MappingProxyType(
    {
        "en": MappingProxyType({6: ("million",) * 2, 9: ("billion",) * 2, 12: ("trillion",) * 2}),
        "de": MappingProxyType(
            {6: ("Million", "Millionen"), 9: ("Milliarde", "Milliarden"), 12: ("Billion", "Billionen")}
        ),
    }
)
_LONG: Final = MappingProxyType(
    {
        "en": MappingProxyType(
            {2: "hundred", 3: "thousand", 6: r"million|\bmn?\b", 9: r"billion|bn\b", 12: r"trillion|tn\b"}
        ),
        "de": MappingProxyType(
            {2: "hundert", 3: "tausend|tsd", 6: r"million|mio\b|mill\b", 9: r"milliarde|mrd\b", 12: r"billion|bio\b"}
        ),
    }
)
_SWAPPED: Final = str.maketrans(".,", ",.")
_SCALED: Final = MappingProxyType(
    {
        language: re.compile(
            rf"{_GLUED}[ \u00a0\u202f-]?(?:{'|'.join(f'(?P<z{zeros}>{word})' for zeros, word in words.items())})"
            r"(?![^\W\d_])",
            re.IGNORECASE,
        )
        for language, words in _WORDS.items()
    }
)
_MONEY: Final = re.compile(rf"(?<=[£€$¥]){_NUMBER} ?(?P<unit>[km])\b", re.IGNORECASE)
_BARE: Final = MappingProxyType(
    {
        (language, zeros): re.compile(rf"(?<![^\W\d_])(?:{word})(?![^\W\d_])", re.IGNORECASE)
        for language, words in _WORDS.items()
        for zeros, word in words.items()
    }
)
_WITHIN: Final = MappingProxyType(
    {
        (language, zeros): re.compile(word, re.IGNORECASE)
        for language, words in _LONG.items()
        for zeros, word in words.items()
    }
)
_RANGE: Final = r" ?(?:to|and|or|bis|und|oder|[-–]) ?[\d.,]+[ \u00a0-]?"
_NEAREST: Final = MappingProxyType(
    {
        **{
            language: re.compile(rf"(?:{_RANGE}|(?: [^\s\d,;.]+){{1,2}} )(?:{'|'.join(words.values())})", re.IGNORECASE)
            for language, words in _LONG.items()
        },
        "zh": re.compile(r" ?[至到~–-] ?[\d.]+ ?[百千万萬亿億]"),
    }
)
_FIRST_FOUR: Final = 4  # zeros of 万
_FIRST_EIGHT: Final = 8  # zeros of 亿


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its word, at `start` to `end` of a text in a language."""

    start: int
    end: int
    number: str
    num_zeros: int
    language: str

    @property
    def worths(self) -> frozenset[Decimal]:
        """What it may amount to: a point with three digits behind it may group them."""
        return frozenset(number.scaleb(self.num_zeros) for number in _readings(self.number, self.language))


def knows_scales(language: str) -> bool:
    """Whether such words are known here, or their characters."""
    return language in _WORDS or language == "zh"


def quantities(text: str, language: str) -> Iterator[Quantity]:
    """Each of a text, in order but for those of money."""
    if language not in _SCALED:
        return
    for match in _SCALED[language].finditer(text):
        zeros = next(zeros for zeros in _WORDS[language] if match[f"z{zeros}"])
        yield Quantity(match.start(), match.end(), match[1], zeros, language)
    if language == "en":
        for match in _MONEY.finditer(text):
            yield Quantity(match.start(), match.end(), match[1], _OF_MONEY[match["unit"].lower()], language)


def translated(quantity: Quantity, language: str) -> str:
    """As another language writes it; one whose words are not known has all its digits."""
    number = _readings(quantity.number, quantity.language)[0]
    base = base_language(language)
    word = _WRITTEN[base].get(quantity.num_zeros) if base in _WRITTEN else None
    if word is not None:
        return f"{_with_marks_of(number, base)} {word[number != 1]}"
    full = number.scaleb(quantity.num_zeros)
    if base == "zh" and (characters := _with_characters(full)):
        return characters
    return in_full(full, language) if full == full.to_integral_value() else f"{full.normalize():f}"


def bare_words(text: str, language: str, num_zeros: int) -> list[tuple[int, int]]:
    """From and to of the words for so many zeros."""
    pattern = _BARE.get((language, num_zeros))
    return [match.span() for match in pattern.finditer(text)] if pattern else []


def says_scale(text: str, language: str, num_zeros: int) -> bool:
    """Whether a text may have a word for so many zeros; of a language whose words are not known, it may."""
    pattern = _WITHIN.get((language, num_zeros))
    return pattern is None or pattern.search(text) is not None


def is_near_scale(text: str, end: int, language: str) -> bool:
    """Whether there is such a word behind the next number or the next words after a place: 2 to 3 million."""
    near = _NEAREST.get(language)
    return near is not None and near.match(text, end) is not None


def without_quantities(text: str, language: str) -> str:
    """With as much space for each, and for those with characters."""
    found = [(quantity.start, quantity.end) for quantity in quantities(text, language)]
    for start, end in [*found, *((start, end) for start, end, _ in myriads(text, "en"))]:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _readings(number: str, language: str) -> list[Decimal]:
    """What a number may be, as its language has it first."""
    marks = re.findall(r"[.,]", number)
    point = "," if language == "de" else "."
    is_group = len(number.replace(",", ".").rpartition(".")[2]) == 3
    if len(marks) == 1 and is_group:
        grouped, other = Decimal(re.sub("[.,]", "", number)), Decimal(number.replace(",", "."))
        return [other, grouped] if marks[0] == point else [grouped, other]
    if len(set(marks)) == 1 and len(marks) > 1:
        return [Decimal(re.sub("[.,]", "", number))]
    whole, mark, fraction = number.rpartition(marks[-1]) if marks else (number, "", "")
    return [Decimal(re.sub("[.,]", "", whole) + ("." if mark else "") + fraction)]


def _with_marks_of(number: Decimal, language: str) -> str:
    text = f"{number:,}"
    return text.translate(_SWAPPED) if language == "de" else text


def _with_characters(number: Decimal) -> str | None:
    """In Chinese; None for less than ten thousand, or for too many digits behind the point."""
    zeros = _FIRST_EIGHT if number >= Decimal(10) ** _FIRST_EIGHT else _FIRST_FOUR
    part = number.scaleb(-zeros).normalize()
    if number < Decimal(10) ** _FIRST_FOUR or part != round(part, 4):
        return None
    return f"{part:f}{'亿' if zeros == _FIRST_EIGHT else '万'}"
