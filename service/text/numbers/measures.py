"""Numbers with a sign or a unit: as figures, since models lose minus signs, and turn units into words.

A unit of Chinese becomes the sign that it stands for, which every language knows.
"""

import re
import unicodedata
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from service.text.numbers.addresses import house_numbers
from service.text.numbers.myriads import myriads
from service.text.numbers.numerals import percentages

_NUMBER: Final = (
    r"(?:\d+(?:[.,'\u00a0\u202f]\d+|[ \uff0c]\d{3}(?!\d)){0,5}|[\uff10-\uff19]+(?:[.\uff0e][\uff10-\uff19]+)?)"
)
_SPACE: Final = r"[ \u00a0\u202f]?"
_UNITS: Final = (
    r"sq\.? ?(?:ft|in|mi|yd|k?m)|cu\.? ?(?:ft|in|yd)|fl\.? ?oz|"
    r"(?:k|c|m|d|µ|μ|n)?m(?:[²³23]|/s²?)?|km/h|mph|kph|mi|ft|yd|ha|(?:k|m|µ|μ)?g|lbs?|oz|t|(?:m|c|d|h)?[lL]|mg/l"
    r"|k?g/c?m[²³]|m³/h|l/(?:h|min|100 ?km)|(?:m|µ|μ|n)s|min|h|(?:k|M|G|T)?Hz|(?:k|K|M|G|T|P)i?B|(?:k|M|G|T)bit(?:/s)?"
    r"|(?:m|µ|μ|n|k)?(?:g|mol)/(?:k?g|m?[lL]|d[lL]|h|min|d)|m?[lL]/(?:k?g|h|min)|[kKMGT]i?B/s|k?Wh?/m[²2]"
    r"|[kMG]bps|(?:m|k)?V|(?:m|k|M|G|T)?W|mA|m?Ah|(?:k|M|G)?Wh|k?cal|kJ|MJ|kN|h?k?Pa|mmHg|bar|psi|dB|lx|lm|px|dpi|fps|rpm|°[CFK]|[℃℉]"
)
# With a space before it, a word, or the first of one: 48.2° N, 3b.
_UNITS_AT_NUMBER: Final = r"°(?: [NSEW](?![\w'’]))?|[ABCFJKN]|[abcefp](?!\.\s?m)"
_UNITS_BEHIND_SPACE: Final = r"[ \u00a0\u202f]s"  # the 1990s
CHINESE: Final = MappingProxyType(
    {
        "公里/小时": "km/h", "千米/小时": "km/h", "平方公里": "km²", "平方千米": "km²", "平方厘米": "cm²",
        "平米": "m²", "平方英尺": "sq ft", "平方米": "m²", "立方厘米": "cm³", "立方米": "m³", "毫米汞柱": "mmHg",
        "摄氏度": "°C", "华氏度": "°F", "毫安时": "mAh", "千瓦时": "kWh",
        "毫升": "ml", "毫克": "mg", "毫米": "mm", "毫秒": "ms",
        "微克": "µg", "微米": "µm", "纳米": "nm", "厘米": "cm", "公分": "cm", "公里": "km", "千米": "km",
        "公斤": "kg", "千克": "kg", "千瓦": "kW", "千帕": "kPa", "百帕": "hPa", "千焦": "kJ", "千卡": "kcal",
        "大卡": "kcal",
        "千赫": "kHz", "兆赫": "MHz", "赫兹": "Hz", "分贝": "dB", "像素": "px", "公顷": "ha", "吨": "t", "升": "l",
        "克": "g", "米": "m", "英寸": "in", "英尺": "ft", "英里": "mi", "磅": "lb", "盎司": "oz",
        "茶匙": "tsp", "小勺": "tsp", "小匙": "tsp", "汤匙": "tbsp", "大勺": "tbsp", "大匙": "tbsp",
        "美元": "USD", "欧元": "EUR", "英镑": "GBP", "日元": "JPY", "港元": "HKD", "港币": "HKD", "韩元": "KRW",
        "澳元": "AUD", "加元": "CAD", "瑞士法郎": "CHF", "新台币": "TWD", "人民币": "yuan", "元钱": "yuan",
        "块钱": "yuan", "元": "yuan",
    }
)  # fmt: skip
_SIGN: Final = r"[-+\u2212\u00b1\uff0b\uff0d]"
_START: Final = r"(?<![\w.,/)\]+€$£¥-])(?<!\d\uff0c)"
_EACH: Final = r"(?:second|minute|hour|day|night|week|month|year|person|user|piece)\b"
_END: Final = rf"(?![-'’]?[A-Za-z0-9\u00c0-\u024f²³°]|[-'’]?/(?!{_EACH}))"

# Of several, each with its unit: 20 cm x 15 cm, 5 kg/10 kg.
_CHAIN: Final = (
    rf"{_NUMBER}{_SPACE}(?:{_UNITS})(?:{_SPACE}[x\u00d7/\u2013-]{_SPACE}{_NUMBER}{_SPACE}(?:{_UNITS})){{1,4}}{_END}"
)

MEASURES: Final = re.compile(
    rf"{_START}{_CHAIN}|{_START}(?:{_SIGN}?(?:{_NUMBER}{_SPACE}[x\u00d7\u2013-]{_SPACE}){{0,2}}{_NUMBER}"
    rf"(?:{_SPACE}(?:{_UNITS})|{_UNITS_AT_NUMBER}|{_UNITS_BEHIND_SPACE}){_END}"
    rf"|(?:{_NUMBER}{_SPACE}(?:{_UNITS})?{_SPACE}\u00d7{_SPACE}){{1,2}}{_NUMBER}"
    rf"(?:{_SPACE}(?:{_UNITS}))?{_END}(?! ?=)"
    rf"|\d{{2,3}}/\d{{2,3}}{_SPACE}mmHg{_END}"
    rf"|{_SIGN}{_NUMBER}(?:{_SPACE}(?:[%\u2030€£¥]|\$(?![\w{{(])))?(?![.,]?\d)(?![A-Za-z])(?! ?[万亿千百萬億]))",
    re.ASCII,
)
"""Finds figures such as -5 °C, 10 x 20 cm and 2.4 GHz."""

MEASURE_RANGES: Final = re.compile(
    rf"{_START}{_SIGN}?{_NUMBER}(?:{_SPACE}(?:{_UNITS}))?{_SPACE}[\u2013~\u301c\uff5e-]{_SPACE}{_SIGN}?{_NUMBER}{_SPACE}(?:{_UNITS}){_END}",
    re.ASCII,
)
"""Finds -3℃～8℃ and 220V~50Hz."""

AT_LEAST: Final = re.compile(rf"{_START}{_NUMBER}\+(?![A-Za-z0-9_+(])", re.ASCII)
"""Finds 18+ and 1,000+."""

CHINESE_UNIT: Final = re.compile(rf" ?({'|'.join(map(re.escape, CHINESE))})(?![拉级旦素件首月年])")
_TO: Final = "~\u301c\uff5e\u2013\u2014至到-"
_CHINESE_MEASURES: Final = re.compile(
    rf"{_START}((?:[~≈≤≥<>]=? ?)?{_SIGN}?(?:{_NUMBER} ?[x\u00d7*] ?){{0,2}}(?:{_NUMBER} ?[{_TO}] ?)?"
    rf"(?:\d{{0,3}}[½¼¾⅓⅔]|{_NUMBER})){CHINESE_UNIT.pattern}",
    re.ASCII,
)
# The part behind the point may stand behind the unit: 1米75, 5块5, 12元5角.
_DIVIDED: Final = re.compile(
    rf"{_START}(\d{{1,6}})(?:(米)(\d\d?)(?![\d.]|[年月日])|([块元])(\d)(?:[毛角]钱?|(?=[\s，。！？；、,]|\Z)))",
    re.ASCII,
)


_RANGE: Final = r"(?: ?(?:to|and|or|bis|und|oder|[-\u2013~至到]) ?\d+(?:[.,]\d+)?)?"
_PARTS: Final = MappingProxyType(
    {
        "份": "serving", "人": "person", "天": "day", "日": "day", "晚": "night", "周": "week", "月": "month",
        "年": "year", "小时": "hour", "分钟": "minute", "秒": "second",
        "次": "time", "件": "piece", "个": "piece", "只": "piece",
        "本": "copy", "张": "sheet", "台": "unit", "瓶": "bottle", "盒": "box", "箱": "box", "袋": "bag", "包": "pack",
        "杯": "cup", "斤": "jin",
    }
)  # fmt: skip
_METRIC_PER: Final = "平方米|立方米|公斤|千克|公里|千瓦时|吨|升|克"
_PER: Final = re.compile(f"/(?:({_METRIC_PER})|({'|'.join(_PARTS)})(?![均次数]))")  # 2.3万元/平方米, 320大卡/份
_CUSTOMARY: Final = re.compile(
    rf"{_RANGE}[ \u00a0-]?(?:miles?\b|inch|feet\b|foot|yards?\b|pounds?\b|ounces?\b|acres?\b|gallons?\b|barrels?\b"
    r"|degree|Fahrenheit|mph|英[里尺寸]|[磅斤里亩畝尺寸]|华氏)",
    re.IGNORECASE,
)
_METRIC: Final = re.compile(
    r"(?:kilo|zenti|centi|milli)?(?:met(?:er|re)|gram)|kilo|lit(?:er|re)\b|tonne|he[ck]tar|grad\b|degree|celsius"
    r"|(?<![^\W\d_])(?:[kcm]?m[²³]?|km/h|k?g|m?l|t|ha)\b|[°\u00ba]",
    re.IGNORECASE,
)


def may_be_converted(source: str, end: int, target: str) -> bool:
    """Whether a number that ends at `end` has a unit of which a translation may have made a metric one: miles."""
    return _CUSTOMARY.match(source, end) is not None and _METRIC.search(target) is not None


# Of a game, or a ratio; not 5比3大.
_BIGGER: Final = "(?:大(?![胜败])|小(?![胜负])|轻(?![取松]))|[%％‰多少高低强弱好差贵长短早晚快慢更还重美]"
_SCORE: Final = re.compile(
    rf"(?<![\d.,:第])(\d{{1,3}}(?:\.\d)?) ?比 ?(\d{{1,3}}(?:\.\d)?)(?![\d.]|{_BIGGER})", re.ASCII
)


_NUMBERED: Final = re.compile(
    r"\b(?:order|invoice|ticket|room|item|case|part|model|bill|account|customer|reference|article|serial) "
    r"([Nn]o\. ?(\d{1,12}))(?!\w|[.,]\d)",
    re.IGNORECASE,
)


def order_numbers(text: str, language: str, target: str) -> Iterator[tuple[int, int, str]]:
    """From and to of each number of an order or the like in English, and how it is written: no. 4711 is Nr. 4711."""
    for match in _NUMBERED.finditer(text) if language.startswith("en") else ():
        yield *match.span(1), f"{'Nr.' if target.startswith('de') else 'no.'} {match[2]}"


def chinese_measures(text: str, language: str = "") -> Iterator[tuple[int, int, str]]:
    """From and to of each number with a unit of Chinese or of a house, of each score and share of a hundred, and all as
    a language writes them: 3万元 is 30,000 yuan."""
    divided = {match.start(): match for match in _DIVIDED.finditer(text)}
    for start, match in divided.items():
        whole, unit, part = filter(None, match.groups())
        yield start, match.end(), f"{whole}.{part} {CHINESE.get(unit, 'yuan')}"
    for match in _CHINESE_MEASURES.finditer(text):
        if match.start() not in divided:
            number = _narrow(re.sub("[~\u301c\uff5e\u2014至到]", "\u2013", match[1]))
            end, each = _each(text, match.end(), language)
            yield match.start(), end, f"{number} {CHINESE[match[2]]}{each}"
    yield from house_numbers(text, language)
    for match in _SCORE.finditer(text):
        yield *match.span(), f"{match[1]}:{match[2]}"
    yield from percentages(text)
    yield from _in_full(text, language)


def _narrow(number: str) -> str:
    """With digits as an alphabet has them; parts such as ½ stay."""
    return "".join(sign if sign in "½¼¾⅓⅔" else unicodedata.normalize("NFKC", sign) for sign in number)


def is_written_in_full(text: str, place: int, target: str) -> bool:
    """Whether the stroke at a place belongs to an amount that is written with what it is of: 5元/斤."""
    return target.startswith("en") and text[place - 1] == "元" and _PER.match(text, place) is not None


def _each(text: str, end: int, language: str) -> tuple[int, str]:
    """Where an amount ends, and what it is of: a litre, or in English also a serving."""
    per = _PER.match(text, end)
    if per is None or not (per[1] or language.startswith("en")):
        return end, ""
    return per.end(), f"/{CHINESE[per[1]] if per[1] else _PARTS[per[2]]}"


def _in_full(text: str, language: str) -> Iterator[tuple[int, int, str]]:
    """Numbers with a character for zeros that have a unit, or a sign for more, behind them."""
    for start, end, number in myriads(text, language):
        if unit := CHINESE_UNIT.match(text, end):
            end, each = _each(text, unit.end(), language)
            yield start, end, f"{number} {CHINESE[unit[1]]}{each}"
        elif text[end - 1] in "+\uff0b":
            yield start, end, number
