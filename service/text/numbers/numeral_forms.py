"""Chinese numerals with more around them, as figures: two thirds, an hour and a half, below zero, times and dates.

Models lose a part of these, or say another one, and nobody sees it: 四十五 has become four, 三分之二 three.
"""

import re
import unicodedata
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from service.text.faults.scripts import base_language
from service.text.numbers.dates import dates_in
from service.text.numbers.measures import CHINESE, CHINESE_UNIT
from service.text.numbers.numerals import CHARACTERS, is_plain_count, value_of
from service.text.numbers.times import times_in
from service.text.spans import Kind, Span

_DIGIT: Final = "[一二两三四五六七八九]"
_NUMERAL: Final = f"[{CHARACTERS}]{{1,9}}"
_NO_NUMERAL: Final = rf"(?<![第几数{CHARACTERS}\d.])"
_NONE_BEHIND: Final = rf"(?![{CHARACTERS}点几多\d.])"
_FRACTION: Final = re.compile(
    rf"{_NO_NUMERAL}({_NUMERAL}|\d{{1,4}})分之({_NUMERAL}|\d{{1,4}}){_NONE_BEHIND}(?![决主]|秒)", re.ASCII
)
_WHOLES: Final = MappingProxyType({"百": "%", "千": "‰"})
_HALF: Final = re.compile(
    rf"{_NO_NUMERAL}({_NUMERAL}|\d{{1,3}})(?:个半(小时|钟头|月|星期)"
    r"|(小时|年|天|岁|公里|英里|公斤|斤)半(?![夜天日年月数路途边空晌载点工个价]))",
    re.ASCII,
)
_UNITS: Final = MappingProxyType(
    {
        "小时": "hours", "钟头": "hours", "月": "months", "星期": "weeks", "年": "years", "天": "days",
        "岁": "years old", "公里": "km", "英里": "miles", "公斤": "kg", "斤": "jin",
    }
)  # fmt: skip
_BELOW_ZERO: Final = re.compile(
    rf"(?:零下|负) ?({_NUMERAL}|\d{{1,3}}(?:\.\d)?) ?(?:摄氏度|度|℃|°C)(?! ?[到至~—-])", re.ASCII
)
_HALF_OF_DAY: Final = "凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|今晚|当晚"
_MINUTE: Final = f"(?:[二三四五]?十{_DIGIT}?)"
_TIME: Final = re.compile(
    rf"(?:{_HALF_OF_DAY})?{_NO_NUMERAL}({_DIGIT}|十[一二]?|零)[点點](?:({_MINUTE})分?|[零〇]?({_DIGIT})分(?!之)|(一刻|三刻|半)|整)"
    rf"(?![{CHARACTERS}之钟])"
)
_HOUR: Final = re.compile(
    rf"{_NO_NUMERAL}(?:(?:{_HALF_OF_DAY})(十[一二]?)|(十[一二]))[点點](?![{CHARACTERS}\d之几多来左分半整])钟?"
)
_TO_HOUR: Final = re.compile(
    rf"差({_MINUTE}|{_DIGIT})分钟?(?:到)?({_DIGIT}|十[一二]?)[点點](?![{CHARACTERS}])|({_DIGIT}|十[一二]?)[点點]差({_MINUTE}|{_DIGIT})分"
)
_YEAR: Final = "(?:([〇零一二三四五六七八九]{4}|[12][0-9]{3})年)?"
_DATE: Final = re.compile(
    rf"{_NO_NUMERAL}{_YEAR}([一二三四五六七八九]|十[一二]?)月({_DIGIT}|[二三]?十{_DIGIT}?)[日号號]"
)
_HEIGHT: Final = re.compile(
    rf"{_NO_NUMERAL}({_DIGIT})米([一二三四五六七八九]{{1,2}})(?=[，。！？、；的高左多以]|\s|\Z)"
)
_SHORT: Final = re.compile(
    rf"{_NO_NUMERAL}({_DIGIT}[百千万])({_DIGIT})(?=[，。！？、；]|\s|\Z|块|元|美元|左右|以[上下])"
)
_ALONE: Final = re.compile(
    rf"(?:^|[:：])[^\S\n]*({_DIGIT}?[十百千万][{CHARACTERS}]{{1,12}})[。]?[^\S\n]*$", re.MULTILINE
)
_MEASURE: Final = re.compile(
    rf"{_NO_NUMERAL}({_DIGIT}?[十百千万][{CHARACTERS}]{{0,10}})([多余]?){CHINESE_UNIT.pattern}"
)
_DECADE: Final = re.compile(
    rf"(?:({_NUMERAL}|[12]?\d)世纪)?{_NO_NUMERAL.replace('[第', '[第世')}([一二三四五六七八九]十|[1-9]0)年代", re.ASCII
)
# As on cheques.
_PLAIN: Final = str.maketrans("壹贰叁肆伍陆柒捌玖拾佰仟", "一二三四五六七八九十百千")
_DEGREES: Final = re.compile(rf"{_NO_NUMERAL}({_NUMERAL})度({_DIGIT})(?![{CHARACTERS}个次])")
_PRICE: Final = re.compile(
    rf"{_NO_NUMERAL}({_NUMERAL})[块元]({_DIGIT})(?:[毛角]钱?|(?=一[斤个件份本只张盒瓶])|(?![{CHARACTERS}个只件本张位名年天]))"
)
_CHEQUE: Final = "[壹贰叁肆伍陆柒捌玖]"
_FORMAL: Final = re.compile(
    f"([壹贰叁肆伍陆柒捌玖拾佰仟万亿零]{{2,20}}|{_CHEQUE})[元圆](?:零?({_CHEQUE})角)?(?:零?({_CHEQUE})分)?[整正]?"
)
_LUNAR: Final = re.compile(
    "(?:(?:农历|阴历|旧历)([一二三四五六七八九十正冬腊]|十[一二])月|(正|腊)月)(初[一二三四五六七八九十]|[二三]?十[一二三四五六七八九]?|廿[一二三四五六七八九])"
)
_NEW_YEAR: Final = re.compile("大年(?:(三十|除夕)|初([一二三四五六七八九十]))(?!年)")
_LARGE: Final = re.compile(
    rf"{_NO_NUMERAL}({_DIGIT}[{CHARACTERS}]{{0,11}}[万萬亿億])(?=[，。！？、；\s]|左右|上下|以[上下]|\Z)"
)
_LI: Final = re.compile(
    rf"{_NO_NUMERAL}({_DIGIT}?[十百千万萬][{CHARACTERS}]{{1,10}})([多余]?)里(?![亚面头边外程屋挑内])"
)
_MONTHS: Final = MappingProxyType({"正": 1, "冬": 11, "腊": 12})
_WIDE_DATE: Final = re.compile("(?:[\uff10-\uff19]{4}年)?[\uff10-\uff19]{1,2}月[\uff10-\uff19]{1,2}[日号]")
# Digits of full width with signs that hardly a vocabulary has, and behind letters.
_WIDE_DEGREES: Final = "[\uff0d-]?[\uff10-\uff19]{1,3}℃?[～~][\uff0d-]?[\uff10-\uff19]{1,3}℃"
_WIDE_CLOCKS: Final = "[\uff10-\uff19]{1,2}：[\uff10-\uff19]{2}[\uff0d～-][\uff10-\uff19]{1,2}：[\uff10-\uff19]{2}"
_WIDE_GROUPS: Final = "[\uff10-\uff19]{2,11}(?:\uff0d[\uff10-\uff19]{2,11}){1,4}"
_WIDE: Final = re.compile(
    f"{_WIDE_DEGREES}|{_WIDE_CLOCKS}|{_WIDE_GROUPS}|"
    "[\uff10-\uff19]+(?:(?:[\uff0e\uff0c][\uff10-\uff19]+)+[\uff05]?|\uff05)"
)
_WIDE_CODE: Final = re.compile(
    "[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff0e\uff3f\uff0d]{1,64}\uff20[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff0d]{1,40}(?:\uff0e[\uff41-\uff5a]{2,10}){1,3}|"
    "[\uff21-\uff3a]{1,3}[\uff0d-]?[\uff10-\uff19]{1,6}(?![\uff21-\uff3a])"
    "|[\uff21-\uff3a\uff41-\uff5a][\uff21-\uff3a\uff41-\uff5a\uff10-\uff19\uff0d]{0,40}[\uff41-\uff5a\uff10-\uff19]"
)


def numeral_forms(text: str, target: str) -> Iterator[Span]:
    """Each of them as a language writes it that has no such numerals; of English also those with a word in them."""
    yield from _fractions(text)
    yield from _days(text, target)
    yield from (Span(start, end, Kind.FIGURE, written) for start, end, written in _amounts(text))
    for pattern, kind in ((_WIDE, Kind.FIGURE), (_WIDE_CODE, Kind.WORD)):
        for match in pattern.finditer(text):
            yield Span(*match.span(), kind, unicodedata.normalize("NFKC", match[0]))
    if base_language(target) == "en":
        yield from _halves(text)
        yield from _decades(text)
        for match in _NEW_YEAR.finditer(text):
            written = f"day {value_of(match[2])} of the Lunar New Year" if match[2] else "Lunar New Year's Eve"
            yield Span(*match.span(), Kind.DAY, written)
        for match in _LUNAR.finditer(text):
            month = match[1] or match[2]
            day = value_of(match[3].removeprefix("初").replace("廿", "二十"))
            yield Span(*match.span(), Kind.DAY, f"day {day} of lunar month {_MONTHS.get(month) or value_of(month)}")


def _amounts(text: str) -> Iterator[tuple[int, int, str]]:
    """With a unit, or alone."""
    for match in _BELOW_ZERO.finditer(text):
        if (number := _number(match[1])) is not None:
            yield *match.span(), f"-{number} °C"
    yield from _lengths(text)
    for match in _DEGREES.finditer(text):
        if (whole := value_of(match[1])) is not None:
            yield *match.span(), f"{whole}.{value_of(match[2])} °C"
    yield from _prices(text)
    yield from _without_unit(text)


def _lengths(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _MEASURE.finditer(text):
        if is_plain_count(match[1]) or (match[2] and value_of(match[1])):
            yield *match.span(), f"{value_of(match[1])}{'+' * len(match[2])} {CHINESE[match[3]]}"
    for match in _LI.finditer(text):
        if is_plain_count(match[1]):
            yield *match.span(), f"{value_of(match[1])}{'+' * len(match[2])} li"
    for match in _HEIGHT.finditer(text):
        yield *match.span(), f"{value_of(match[1])}.{''.join(str(value_of(digit)) for digit in match[2])} m"


def _prices(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _PRICE.finditer(text):
        if (whole := value_of(match[1])) is not None:
            yield *match.span(), f"{whole}.{value_of(match[2])} yuan"
    for match in _FORMAL.finditer(text):
        if value := value_of(match[1].translate(_PLAIN)):
            tenths, hundredths = (value_of((part or "零").translate(_PLAIN)) for part in match.groups()[1:])
            points = f".{tenths}{hundredths}" if match[2] or match[3] else ""
            yield *match.span(), f"{value}{points} yuan"


def _without_unit(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _SHORT.finditer(text):
        whole, part = value_of(match[1]) or 0, value_of(match[2]) or 0
        yield *match.span(), str(whole + part * 10 ** (len(str(whole)) - 2))
    alone = {match.span(1): match[1] for pattern in (_LARGE, _ALONE) for match in pattern.finditer(text)}
    yield from ((*place, str(value_of(numeral))) for place, numeral in alone.items() if is_plain_count(numeral))


def _fractions(text: str) -> Iterator[Span]:
    for match in _FRACTION.finditer(text):
        whole, part = match[1], _number(match[2])
        if part is None or whole == "百":
            continue
        if sign := _WHOLES.get(whole):
            yield Span(*match.span(), Kind.FIGURE, f"{part}{sign}")
        elif (number := _number(whole)) is not None:
            yield Span(*match.span(), Kind.FIGURE, f"{part}/{number}")


def _halves(text: str) -> Iterator[Span]:
    for match in _HALF.finditer(text):
        number, unit = _number(match[1]), match[2] or match[3]
        if number is not None:
            yield Span(*match.span(), Kind.FIGURE, f"{number}.5 {_UNITS[unit]}")


def _decades(text: str) -> Iterator[Span]:
    for match in _DECADE.finditer(text):
        century, decade = (_number(part) if part else None for part in match.groups())
        if century is not None or not match[2].isascii():
            first = "" if century is None else str(int(century) - 1)
            yield Span(*match.span(), Kind.FIGURE, f"{first}{decade}s")


def _days(text: str, target: str) -> Iterator[Span]:
    """Times and dates, read as if they had figures."""
    for match in _TIME.finditer(text):
        hour, *minutes = (match.group(number) for number in range(1, 4))
        digits = next((f"{value_of(part):02}" for part in minutes if part), None)
        before = text[match.start() : match.start(1)]
        time = next(times_in(f"{before}{value_of(hour)}点{digits or match[4] or ''}", "zh"), None)
        if time:
            yield Span(*match.span(), Kind.FIGURE, time.written(target))
    yield from _hours(text, target)
    for match in _WIDE_DATE.finditer(text):
        date = next(dates_in(unicodedata.normalize("NFKC", match[0]), "zh"), None)
        if date and (written := date.written(target)):
            yield Span(*match.span(), Kind.DAY, written)
    for match in _DATE.finditer(text):
        year = "".join(str(value_of(digit)) if not digit.isascii() else digit for digit in match[1] or "")
        plain = f"{year}年" if year else ""
        date = next(dates_in(f"{plain}{value_of(match[2])}月{value_of(match[3])}日", "zh"), None)
        if date and (written := date.written(target)):
            yield Span(*match.span(), Kind.DAY, written)


def _hours(text: str, target: str) -> Iterator[Span]:
    """Full ones, and those that are not full yet: 差五分九点."""
    for match in _TO_HOUR.finditer(text):
        minutes, hour = (value_of(match[1] or match[4]) or 0), (value_of(match[2] or match[3]) or 0)
        if time := next(times_in(f"{(hour - 2) % 12 + 1}点{60 - minutes:02}分", "zh"), None):
            yield Span(*match.span(), Kind.FIGURE, time.written(target))
    for match in _HOUR.finditer(text):
        before = text[match.start() : match.start(1)] if match[1] else ""
        if time := next(times_in(f"{before}{value_of(match[1] or match[2])}点", "zh"), None):
            yield Span(*match.span(), Kind.FIGURE, time.written(target))


def _number(digits: str) -> int | str | None:
    return digits if digits.isascii() else value_of(digits)
