"""What a Chinese text counts: 2小时30分钟, and where it says nothing else, 共3片 and 5分钟前.

Models lose a part of the first, and of the others the word behind the number.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from service.text.faults.scripts import base_language
from service.text.numbers.numerals import CHARACTERS, is_plain_count, value_of

_TIMES: Final = MappingProxyType(
    {
        "年": "year", "个月": "month", "周": "week", "星期": "week", "钟头": "hour",
        "个星期": "week", "天": "day", "晚": "night", "夜": "night",
        "小时": "hour", "个小时": "hour", "个钟头": "hour", "分钟": "minute", "分": "minute", "秒": "second",
        "秒钟": "second",
    }
)  # fmt: skip
_LENGTHS: Final = ("year", "month", "week", "day", "night", "hour", "minute", "second")
_THINGS: Final = MappingProxyType(
    {
        "岁": "year old", "页": "page", "件": "item", "项": "item", "人": "person", "名": "person", "位": "",
        "人次": "visit", "次": "time", "章": "chapter", "片": "piece", "张": "sheet", "本": "copy", "份": "copy",
        "套": "set", "盒": "box", "箱": "box", "瓶": "bottle", "袋": "bag", "包": "pack", "杯": "cup", "罐": "can",
        "层": "floor", "题": "question", "步": "step", "行": "row", "列": "column", "字": "character",
        "个字": "character", "字符": "character", "个字符": "character", "倍": "time", "课时": "lesson", "晚": "night",
        "人份": "serving", "颗": "piece", "粒": "piece", "块": "piece", "根": "piece", "双": "pair", "对": "pair",
        "场": "match", "集": "episode", "季": "season", "勺": "spoon", "米": "", "分": "point", "台": "unit",
        "辆": "vehicle", "桶": "bucket", "卷": "roll", "门": "course", "家": "company", "间": "room", "室": "room",
        "条": "item", "条评论": "comment", "个文件": "file", "个项目": "item", "个": "", "只": "",
    }
)  # fmt: skip
_PLURALS: Final = MappingProxyType(
    {
        "person": "people",
        "box": "boxes",
        "copy": "copies",
        "match": "matches",
        "company": "companies",
        "year old": "years old",
    }
)
_PART: Final = r"\d{1,4}(?:个月|个?小时|个钟头|个星期|分钟?|秒钟?|[年周天晚夜])"
_CHAIN: Final = re.compile(
    rf"(?<![\d.:/第点點月]){_PART}(?:零?{_PART}){{1,5}}(?:(?<=秒)\d\d?)?(?![\d半前代级])", re.ASCII
)
_EACH: Final = re.compile(r"(\d{1,4})([^\d零]+)", re.ASCII)
_SECONDS: Final = re.compile(r"(?<![\d.:第点點分钟])(\d{1,3})秒(\d\d?)(?![\d秒分个])", re.ASCII)
_UNIT: Final = "|".join(sorted({*_TIMES, *_THINGS} - {"米"}, key=len, reverse=True))
_BEFORE: Final = MappingProxyType(
    {
        "共": "{} in total", "总共": "{} in total", "一共": "{} in total", "共计": "{} in total", "合计": "{} in total",
        "约": "about {}", "大约": "about {}", "剩余": "{} left", "还剩": "{} left", "仅剩": "only {} left",
        "至少": "at least {}", "最多": "up to {}", "超过": "more than {}",
    }
)  # fmt: skip
_BEHIND: Final = MappingProxyType(
    {
        "前": "{} ago",
        "后": "in {}",
        "内": "within {}",
        "以内": "within {}",
        "之内": "within {}",
        "左右": "about {}",
        "以上": "{} and over",
        "及以上": "{} and over",
        "以下": "{} and under",
    }
)
_ALONE: Final = re.compile(
    rf"(?:^|(?<=[:：|(（=＝≈]))[^\S\n]*(?P<all>(?P<before>{'|'.join(sorted(_BEFORE, key=len, reverse=True))})? ?"
    rf"(?P<number>\d{{1,3}}(?:,\d{{3}}){{1,3}}|\d{{1,9}}(?:\.\d{{1,2}})?) ?(?P<unit>{_UNIT})"
    rf"(?P<behind>{'|'.join(_BEHIND)})?)"
    r"(?=[。！.!]?[^\S\n]*$|[^\S\n]*[)）|=＝≈]|[，；,;][^\S\n]*[\u4e00-\u9fff]{1,6}[:：])",
    re.MULTILINE | re.ASCII,
)
_OF_TIMES: Final = ("前", "后")
_YEAR: Final = 1000
_RANGE: Final = re.compile(
    r"(?<![\d.:/第点點月-])(\d{1,3}) ?[~\u301c\uff5e\u2013\u2014至到-] ?(\d{1,3}) ?"
    r"(个?小时|个钟头|分钟|秒钟?|天|周(?![岁年])|个星期|个月|岁|个工作日|工作日|人(?![民类])|人份|页|次|年(?![代级月]))(?:之间)?",
    re.ASCII,
)
_AND_MORE: Final = re.compile(
    rf"(?<![第几数{CHARACTERS}\d.])([{CHARACTERS}]{{1,5}}|\d{{1,3}})个多(小时|钟头|月|星期)", re.ASCII
)  # 一个多小时
_BOUNDED: Final = re.compile(
    rf"(?<![第几数{CHARACTERS}])([{CHARACTERS}]{{1,5}})(年|个月|天|周|个?小时|分钟|秒)(以[上下内])(?![的来])"
)
_WORKDAYS: Final = re.compile(r"(?<![\d.:第~\u301c\uff5e\u2013\u2014至到-])(\d{1,3}) ?个?工作日", re.ASCII)
_MORE: Final = MappingProxyType({"个工作日": "working day", "工作日": "working day", "个小时": "hour"})
# Of a price: what is paid of ten parts, 8折 or 八五折.
_DISCOUNT: Final = re.compile(
    r"(?<![\d.第])打?([1-9](?:\.\d)?|[1-9]\d|[一二三四五六七八九]{1,2})折(?![叠扣磨腾断线页纸])", re.ASCII
)
_IN_CHARACTERS: Final = re.compile(
    rf"(?<!民国)(?<![第几数上成{CHARACTERS}\d.])([一二两三四五六七八九十百千万][{CHARACTERS}]{{0,12}})([多余来]?)"
    r"(个?小时|个?钟头|分钟|秒钟?|天(?!下)|个月|个?星期(?![一二三四五六日天])|周(?![年岁])|年(?![代级度]|\d))(?!半)"
)
_SHORT: Final = 3  # digits


def durations(text: str, target: str) -> Iterator[tuple[int, int, str]]:
    """From and to of each of them, and how English writes it; for other languages none."""
    if base_language(target) != "en" or text.isascii():
        return
    for match in _ALONE.finditer(text):
        if (written := _alone(match)) is not None:
            yield *match.span("all"), written
    for match in _CHAIN.finditer(text):
        if written := _chained(match[0]):
            yield *match.span(), written
    yield from _others(text)


def _others(text: str) -> Iterator[tuple[int, int, str]]:
    """Ranges, discounts, times with numerals and hundredths of seconds."""
    for match in _RANGE.finditer(text):
        unit = match[3]
        word = _MORE.get(unit) or _TIMES.get(unit) or _THINGS[unit]
        yield *match.span(), f"{match[1]}\u2013{match[2]} {_plural(word, match[2])}"
    yield from _in_characters(text)
    for match in _WORKDAYS.finditer(text):
        yield *match.span(), f"{match[1]} {_plural('working day', match[1])}"
    for match in _DISCOUNT.finditer(text):
        yield *match.span(), f"{100 - _tenths(match[1]):g}% off"
    for match in _SECONDS.finditer(text):
        yield *match.span(), f"{match[1]}.{match[2]} seconds"


def _in_characters(text: str) -> Iterator[tuple[int, int, str]]:
    """Times whose numbers are numerals."""
    for match in _IN_CHARACTERS.finditer(text):
        value, word = value_of(match[1]), _TIMES.get(match[3]) or _TIMES[f"个{match[3]}"]
        if is_plain_count(match[1]) or (match[2] and value):
            yield *match.span(), f"{value}{'+' * len(match[2])} {_plural(word, str(value))}"
    for match in _AND_MORE.finditer(text):
        if number := match[1] if match[1].isascii() else str(value_of(match[1]) or ""):
            yield *match.span(), f"{number}+ {_TIMES[f'个{match[2]}']}s"
    for match in _BOUNDED.finditer(text):
        if value := value_of(match[1]):
            said = f"{value} {_plural(_TIMES[match[2]], str(value))}"
            yield *match.span(), _BEHIND[match[3]].format(said)


def _alone(match: re.Match[str]) -> str | None:
    """None for a year, for what only times have around them, and for what is said in other words."""
    number, unit, before, behind = match["number"], match["unit"], match["before"], match["behind"]
    is_time = unit in _TIMES and not (unit == "分" and not behind)
    is_year, is_money = unit == "年" and len(number) > _SHORT, unit == "块" and not before
    if is_year or is_money or (behind in _OF_TIMES and not is_time):
        return None
    word = _TIMES[unit] if is_time else _THINGS[unit]
    said = f"{number} {_plural(word, number)}".rstrip()
    said = _BEFORE[before].format(said) if before else said
    said = _BEHIND[behind].format(said) if behind else said
    is_line = match.string[: match.start()][-1:] in ("", "\n")
    return f"{said[0].upper()}{said[1:]}" if is_line else said


def _chained(chain: str) -> str:
    """Nothing if it is no time: a year of a calendar, or a shorter one before a longer one."""
    parts = [(number, _TIMES[unit]) for number, unit in _EACH.findall(chain)]
    places = [_LENGTHS.index(word) for _, word in parts]
    if any(first >= second for first, second in pairwise(places)) or (
        parts[0][1] == "year" and int(parts[0][0]) >= _YEAR
    ):
        return ""
    hundredths = chain[chain.rindex("秒") + 1 :] if "秒" in chain else ""
    said = [f"{number} {_plural(word, number)}" for number, word in parts]
    if hundredths.isdecimal():
        said[-1] = f"{parts[-1][0]}.{hundredths} seconds"
    return " ".join(said)


def _tenths(number: str) -> float:
    """In parts of a hundred: 八五 are 85, 8 are 80."""
    if number.isascii():
        return float(number) * (1 if number.isdecimal() and len(number) > 1 else 10)
    digits = "".join(str(value_of(digit)) for digit in number)
    return float(digits.ljust(2, "0"))


def _plural(word: str, number: str) -> str:
    if number == "1" or not word:
        return word
    return _PLURALS.get(word, f"{word}s")
