"""Numbers that another language writes otherwise: times of day, dates, years of two digits, scores, centuries."""

import re
from collections.abc import Callable, Sequence
from itertools import chain, product
from typing import Final

from service.text.numbers.figures import Figure, figures_in
from service.text.numbers.times import Time, paired, times_in
from service.text.numbers.words import may_say, may_say_time

_HOURS: Final = 12
_MAX_HOUR: Final = 24
_LENGTH_OF_YEAR: Final = 4
_PARTS_OF_HOUR: Final = frozenset({"15", "30", "45"})
_TIME: Final = re.compile(
    r"\b[ap]\.?\s?m\b|o['’]clock|\bUhr\b|\d[:\uff1a]\d\d|[点點时時晚]|noon|night|morning|evening|morgen|mittag|abend|nacht"
    r"|[上中下]午|凌晨|早上",
    re.IGNORECASE,
)
_PART_OF_HOUR: Final = re.compile(r"[点點] ?[半一三]|half|quarter|halb|viertel", re.IGNORECASE)
_DECADE: Final = re.compile(r"(\d\d) ?世[纪紀] ?(\d0) ?年代")  # the 40s of the 20th are the 1940s
_CENTURY: Final = re.compile(r"(\d\d) ?(?:世[纪紀]|(?:st|nd|rd|th) century|\. Jahrhundert)")  # the 20th are the 1900s
_APART: Final = r"[^\w.]{1,3}(?:[^\W\d]{1,8}[^\w.]{1,3})?0?"  # 3 to 1, 3 - 1
_GAP: Final = r"(?:[^\w]{1,3}|[点點分比月年])0?"

Texts = tuple[str, str]  # of a source and of its translation, or their languages


def without_same(missing: list[str], added: list[str], texts: Texts, languages: Texts) -> None:
    """Take out of both lists what is the same, as far as the texts say that it may be."""
    other_times = _take_times(missing, added, texts, languages)
    source, target = texts
    for century, decade in _DECADE.findall(source):
        _take_out(missing, [century, decade], added, [f"{int(century) - 1}{decade}"])
    for century in _CENTURY.findall(source):
        _take_out(missing, [century], added, [f"{int(century) - 1}00"])
    _take_joined(missing, added, source, languages[0])
    pair_off(
        missing,
        added,
        lambda one, other: (
            (one, other) not in other_times and not _is_score(one, source) and _are_same_value(one, other)
        ),
    )
    for number in missing.copy():
        is_there = re.search(rf"(?<!\d){re.escape(number.replace('.', ':'))}(?!\d)", source)
        parts = number.split(".")
        orders = [parts, parts[::-1]] if len(parts[-1]) == 1 else [parts]  # a score may be that of the others
        if is_there and any(re.search(rf"(?<!\d)0?{_APART.join(order)}(?!\d)", target) for order in orders):
            _take_out(added, parts, missing, [number])
    if _TIME.search(source) or _TIME.search(target):
        has_parts = bool(_PART_OF_HOUR.search(source) or _PART_OF_HOUR.search(target))
        pair_off(
            missing,
            added,
            lambda one, other: (one, other) not in other_times and _are_same_hour(one, other, has_parts=has_parts),
        )
    pair_off(missing, added, lambda one, other: _are_same_year(one, other, texts))


def _take_times(missing: list[str], added: list[str], texts: Texts, languages: Texts) -> set[Texts]:
    """Take out times of day that are the same; which numbers are of others, and so not the same."""
    given, found = ([*times_in(text, language)] for text, language in zip(texts, languages, strict=True))
    if not (given and found):
        return set()
    figures, others = map(figures_in, texts)
    pairs = paired(given, found)
    for time, other in pairs:
        _take_out(missing, _values(time, figures), added, _values(other, others))
    wrong = (_values(time, figures)[:1] for time in given if all(time is not one for one, _ in pairs))
    wrong_others = (_values(time, others)[:1] for time in found if all(time is not other for _, other in pairs))
    return set(product(chain.from_iterable(wrong), chain.from_iterable(wrong_others)))


def _values(time: Time, figures: Sequence[Figure]) -> list[str]:
    """Of the numbers that a time has."""
    return [figure.value for figure in figures if time.figure <= figure.start < time.end]


def pair_off(missing: list[str], added: list[str], are_same: Callable[[str, str], bool]) -> None:
    """Take out of both lists what is the same one by one."""
    for number in missing.copy():
        if (same := next((other for other in added if are_same(number, other)), None)) is not None:
            missing.remove(number)
            added.remove(same)


def is_said_time(number: str, source: str, target: str, language: str) -> bool:
    """Whether a number of the source is a time of day which the translation has in words."""
    hour, point, minutes = number.partition(".")
    if not _is_hour(hour) or len(minutes) not in (0, 2):
        return False
    is_time = re.search(rf"(?<!\d)0?{hour}(?:[:.\uff1a]{minutes}|)(?!\d) ?{'' if point else '[点點时時]'}", source)
    return is_time is not None and may_say_time(target, int(hour), minutes, language)


def _take_out(some: list[str], numbers: list[str], others: list[str], same: list[str]) -> None:
    """Take `numbers` out of `some` and what is the same out of `others`, if all of them are there."""
    if _has_all(some, numbers) and _has_all(others, same):
        for number in numbers:
            some.remove(number)
        for other in same:
            others.remove(other)


def _has_all(some: list[str], numbers: list[str]) -> bool:
    return all(some.count(number) >= numbers.count(number) for number in numbers)


def _take_joined(missing: list[str], added: list[str], source: str, language: str) -> None:
    """What a translation has as one number, 1:0 or 7.12.1941: side by side in the source, and months as words."""
    for number in added.copy():
        parts = [part.lstrip("0") or "0" for part in number.split(".")]
        own = [part for part in parts if part in missing]
        are_said = all(may_say(source, part, language) for part in parts if part not in own)
        beside = (rf"(?<!\d)0?{_GAP.join(order)}(?!\d)" for order in (own, own[::-1]))  # 1-0 of the others is 0:1
        if len(parts) > 1 and own and are_said and any(re.search(pattern, source) for pattern in beside):
            _take_out(missing, own, added, [number])


def _are_same_value(one: str, other: str) -> bool:
    """08 and 8, 1.50 and 1.5, 12 and 12.00."""
    (whole, _, fraction), (whole_of_other, _, fraction_of_other) = one.partition("."), other.partition(".")
    if not fraction and not fraction_of_other:
        return max(len(one), len(other)) <= 2 and int(one) == int(other)
    if whole != whole_of_other or max(len(fraction), len(fraction_of_other)) > 2:
        return False
    if not fraction or not fraction_of_other:
        return fraction + fraction_of_other == "00"
    significant = fraction.rstrip("0")
    return bool(significant) and significant == fraction_of_other.rstrip("0")


def _is_score(number: str, source: str) -> bool:
    """Whether it is there as 5:3, which is no 5:30."""
    return number[-2:-1] == "." and re.search(rf"(?<![\d:]){number.replace('.', ':')}(?![\d:])", source) is not None


def _is_hour(number: str) -> bool:
    return len(number) <= 2 and int(number) <= _MAX_HOUR


def _are_same_hour(one: str, other: str, *, has_parts: bool) -> bool:
    """3 and 15, 3.30 and 15.30 of half past three, 3 and 15.00; with a word for parts of an hour also 3 and 3.30."""
    (hour, _, minutes), (hour_of_other, _, minutes_of_other) = one.partition("."), other.partition(".")
    if not (_is_hour(hour) and _is_hour(hour_of_other)) or (int(hour) - int(hour_of_other)) % _HOURS:
        return False
    if has_parts and not minutes and minutes_of_other in _PARTS_OF_HOUR:
        return True
    return (minutes or "00") == (minutes_of_other or "00")


def _are_same_year(one: str, other: str, texts: Texts) -> bool:
    """80 and 1980, where the short one stands as a year or a decade does."""
    short, long = sorted((one, other), key=len)
    if len(short) != 2 or len(long) != _LENGTH_OF_YEAR or not re.fullmatch(rf"(?:1[5-9]|20){short}", long):
        return False
    year = re.compile(
        rf"(?:['’]|\d\d[-\u2013])0?{short}(?!\d)|(?<!\d){short} ?(?:年|[后後]|['’]?s\b|er)|\bS[SH]{short}\b"
    )
    return any(map(year.search, texts))
