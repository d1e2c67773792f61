"""What the numbers of a text amount to, with the words and characters for zeros behind them."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from service.text.numbers.figures import Figure, figures_in, has_to_be_translated
from service.text.numbers.myriads import myriads
from service.text.numbers.scales import Quantity, is_near_scale, quantities

_SCALE: Final = re.compile(
    r"\d[\s-]?[多余餘]?\s?(?:[百千万萬亿億成折十]|hundred|thousand|[mb]illi|trilli|dozen|[bt]n\b|m[nl]|tausend|tsd"
    r"|hundert|mill|mio|mrd|bio|dutzend|[km]\b)",
    re.IGNORECASE,
)
_LANGUAGE: Final = "en"  # any without such characters
_PREFIX: Final = re.compile("kilo|mega|giga", re.IGNORECASE)
_NEAR: Final = 16
_HUNDRED: Final = 2  # zeros
_THOUSAND: Final = 3


@dataclass(frozen=True, slots=True)
class Worth:
    """A number of a text; `amounts` are what it may be, None if that is not known.

    One that has a known word for zeros is a quantity, `written` with that.
    """

    figure: Figure
    written: str
    end: int
    amounts: frozenset[Decimal] | None
    has_scale: bool
    is_quantity: bool
    num_zeros: int | None = None  # of a quantity, those of the word that most languages have


def has_scale(text: str) -> bool:
    """Whether any number has a word or a character for zeros behind it."""
    return _SCALE.search(text) is not None


def worths_of(text: str, language: str) -> list[Worth]:
    """Of each number, in order."""
    full = {start: (end, Decimal(_digits(written))) for start, end, written in myriads(text, _LANGUAGE)}
    words = {quantity.start: quantity for quantity in quantities(text, language)}
    found = []
    for figure in figures_in(text):
        if figure.start in full:
            end, amount = full[figure.start]
            found.append(_with_characters(text, figure, end, amount))
        elif figure.start in words:
            found.append(_with_word(text, figure, words[figure.start]))
        else:
            found.append(_plain(text, figure, language))
    return found


def may_be_worth(one: Worth, other: Worth) -> bool:
    """Whether two numbers may amount to the same."""
    return one.amounts is None or other.amounts is None or not one.amounts.isdisjoint(other.amounts)


def without_equal(given: list[Worth], found: list[Worth]) -> tuple[list[Worth], list[Worth]]:
    """Both without the numbers that amount to the same, where words or characters for zeros say how much."""
    rest, others = [], list(found)
    for worth in given:
        equal = next((other for other in others if _is_equal(worth, other)), None)
        if equal is None:
            rest.append(worth)
        else:
            others.remove(equal)
    return rest, others


def _is_equal(one: Worth, other: Worth) -> bool:
    is_known = one.amounts is not None and other.amounts is not None
    return is_known and (one.is_quantity or other.is_quantity) and may_be_worth(one, other)


def wrongly_scaled(given: list[Worth], found: list[Worth]) -> list[tuple[Worth, Worth]]:
    """Numbers of a source whose word for zeros the translation lacks, or has another for, and what it has.

    That is not what another number of the source is.
    """
    wrong = []
    for worth in (worth for worth in given if worth.is_quantity):
        same = [other for other in found if other.figure.value == worth.figure.value]
        free = [other for other in same if not any(may_be_worth(one, other) for one in given)]
        if free and not any(may_be_worth(worth, other) for other in found):
            wrong.append((worth, free[0]))
    return wrong


def _with_characters(text: str, figure: Figure, end: int, amount: Decimal) -> Worth:
    zeros = max(_HUNDRED, amount.adjusted() // _THOUSAND * _THOUSAND)
    return Worth(figure, text[figure.start : end], end, frozenset({amount}), True, True, zeros)


def _with_word(text: str, figure: Figure, quantity: Quantity) -> Worth:
    written, num_zeros = text[figure.start : quantity.end], quantity.num_zeros
    return Worth(figure, written, quantity.end, quantity.worths, True, True, num_zeros)


def _plain(text: str, figure: Figure, language: str) -> Worth:
    """Without a word; that there is one behind the next word, or the next number, may mean this one as well."""
    has_scale = has_to_be_translated(text, figure)
    is_near = is_near_scale(text, figure.end, language) or _PREFIX.search(text, figure.end, figure.end + _NEAR)
    is_unknown = has_scale or is_near or figure.value.count(".") > 1
    amounts = None if is_unknown else frozenset({Decimal(figure.value)})
    return Worth(figure, figure.text, figure.end, amounts, has_scale, is_quantity=False)


def _digits(written: str) -> str:
    return written.replace(",", "").rstrip("+")
