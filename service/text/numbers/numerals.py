"""Numbers that Chinese writes in characters, 二十四 and 二〇二四: what they amount to, what may be there for them."""

import re
from collections.abc import Iterator
from typing import Final

_DIGITS: Final = "零一二三四五六七八九"
_VALUES: Final = {**{character: value for value, character in enumerate(_DIGITS)}, "〇": 0, "两": 2}
_PLACES: Final = {"": 1, "十": 10, "百": 100, "千": 1000}
_DIGIT: Final = "[一二两三四五六七八九]"
_SECTION: Final = rf"(?:{_DIGIT}?千零?)?(?:{_DIGIT}?百零?)?(?:{_DIGIT}?十)?{_DIGIT}?"
_PLAIN: Final = re.compile(rf"(?:({_SECTION})[亿億]零?)?(?:({_SECTION})[万萬]零?)?({_SECTION})")
_PART: Final = re.compile(f"({_DIGIT})([千百十]?)|([千百十])")
_SHORT: Final = re.compile(f"[百千万萬亿億]{_DIGIT}\\Z")  # 三百五 is 350
CHARACTERS: Final = f"〇两{_DIGITS}十百千万萬亿億"
_NUMERAL: Final = re.compile(f"[{CHARACTERS}廿卅]+")
_PERCENT: Final = re.compile(
    rf"百分之(?:(\d{{1,6}}(?:\.\d{{1,4}})?)|([{CHARACTERS}]{{1,12}})(?:点([〇{_DIGITS}]{{1,4}}))?)(?![{CHARACTERS}点.\d几])",
    re.ASCII,
)
# Halves, quarters, pairs, and what is converted: of these any number may come.
_VAGUE: Final = re.compile("[半刻斤畝亩尺寸打对雙双几数]|(?<![公英])里")
_DECADE: Final = re.compile("年代|世纪|世紀|年")
_HOURS: Final = re.compile("[时時午晚]")
_HALF_DAY: Final = 12
_HUNDRED: Final = 100
_FIRST_YEAR: Final = 1000
_LONGEST: Final = 20
_TEN: Final = 10
_YEAR: Final = 4  # digits
COUNTED: Final = (
    "(?:个?(?:小时|钟头)|个月|分钟|秒|天|岁|年(?![代级度])|周(?![年岁])|公[里斤]|千[米克]|人(?![民类])"
    "|名|位|次|页|本|张|元|块|美元|欧元|英镑|个(?![半人月小钟]|半)|个人|只(?![是有能要好想会不怕剩])|件|种|家|所(?![有以])|条|辆|台|座|棵"
    "|瓶|杯|斤|份|户|层|楼(?![上下])|把|支|根|匹|头|架|艘|幅|首|篇|封|周岁|口人|步(?!骤)|日(?:之|以)?内|句|号|路(?![上人边过程费])|辈子)"
)
_COUNT: Final = re.compile(
    rf"(?<![第几数上成{CHARACTERS}])[一二两三四五六七八九十百千万][{CHARACTERS}]{{1,12}}(?={COUNTED})"
)
_OVER: Final = re.compile(
    rf"(?<![第几数上成{CHARACTERS}])((?:{_DIGIT}[{CHARACTERS}]{{0,10}})?[十百千万])[多余来](?={COUNTED})"
)
_BETWEEN: Final = re.compile(rf"(?<![第上成{CHARACTERS}])({_DIGIT})({_DIGIT})([十百千万])(?={COUNTED})")  # 四五十
_ORDINAL: Final = re.compile(rf"(?<=第)([{CHARACTERS}]{{2,8}})(?=[个届章条节课集期页名位次号中层回任军师街周版批卷])")
_PLAIN_COUNT: Final = re.compile(f"{_DIGIT}[十百千万萬亿億]|十{_DIGIT}")
_SCALES: Final = (1, 100, 10**3, 10**6, 10**9)  # a figure may have a word for them behind it: 30 thousand


def value_of(numeral: str) -> int | None:
    """What a numeral amounts to; None where that is not plain, as of 二三十, 20 or 30, or of a very long one."""
    if len(numeral) > _LONGEST:
        return None
    if all(character in _VALUES for character in numeral):
        return int(_digits(numeral))
    match = _PLAIN.fullmatch(numeral)
    if match is None or _SHORT.search(numeral):
        return None
    return sum(_section(part, scale) for part, scale in zip(match.groups(), (10**8, 10**4, 1), strict=True))


def _section(part: str | None, scale: int) -> int:
    """Thousands to ones, times what stands behind them: 万 alone is one of it."""
    if part is None:
        return 0
    pairs = _PART.findall(part)
    value = sum(_VALUES.get(digit, 1) * _PLACES[place or alone] for digit, place, alone in pairs)
    return scale * (value or (scale > 1))


def may_be_figure(number: str, text: str) -> bool:
    """Whether a figure in a translation may be there for one of a text's numerals; also where none of them is plain."""
    if not number.isdecimal() or _VAGUE.search(text):
        return True
    values = {value_of(match[0]) for match in _NUMERAL.finditer(text)}
    if None in values:
        return True
    known = {value for value in values if value is not None}
    return any(int(number) * scale in known for scale in _SCALES) or _is_other(int(number), known, text)


def _is_other(number: int, values: set[int], text: str) -> bool:
    """Whether a number may be an hour, a year or a digit of one of the values."""
    if _HOURS.search(text) and {number - _HALF_DAY, number + _HALF_DAY} & values:
        return True
    if _DECADE.search(text) and number >= _FIRST_YEAR and {number % _HUNDRED, number // _HUNDRED + 1} & values:
        return True
    return any(str(number) in str(value) for value in values if value > _HUNDRED and value % 10)


def counts(text: str) -> Iterator[tuple[int, int, str]]:
    """From and to of each numeral above ten that counts hours, people or the like, and of each year, and its figures:
    models take 二十四小时 for twenty hours."""
    for match in _COUNT.finditer(text):
        is_year = len(match[0]) == _YEAR and text[match.end()] == "年" and set(match[0]) <= _VALUES.keys()
        if is_year or is_plain_count(match[0]):
            yield match.start(), match.end(), str(value_of(match[0]))
    yield from _vague_counts(text)
    for match in _ORDINAL.finditer(text):
        if is_plain_count(match[1]):
            yield *match.span(), str(value_of(match[1]))


def _vague_counts(text: str) -> Iterator[tuple[int, int, str]]:
    """三百多人 and 四五十人."""
    for match in _OVER.finditer(text):
        if (value := value_of(match[1])) is not None:
            yield match.start(), match.end(), f"{value}+"
    for match in _BETWEEN.finditer(text):
        low, high = (value_of(match[number] + match[3]) or 0 for number in (1, 2))
        if value_of(match[2]) == (value_of(match[1]) or 0) + 1:
            yield match.start(), match.end(), f"{low}\u2013{high}"


def is_plain_count(numeral: str) -> bool:
    """Whether a numeral amounts to one number above ten, and can be no word: 千百, 万一 and 千万 are some."""
    value = value_of(numeral)
    return value is not None and value > _TEN and _PLAIN_COUNT.match(numeral) is not None


def percentages(text: str) -> Iterator[tuple[int, int, str]]:
    """From and to of each share of a hundred, and how others write it: 百分之三点五 is 3.5%."""
    for match in _PERCENT.finditer(text):
        digits, numeral, part = match.groups()
        value = digits or value_of(numeral)
        if value is not None:
            points = f".{_digits(part)}" if part else ""
            yield match.start(), match.end(), f"{value}{points}%"


def _digits(characters: str) -> str:
    return "".join(str(_VALUES[character]) for character in characters)
