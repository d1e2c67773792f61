"""What is no part of a sentence at the start of a line: signs of a list's items; and lines that are drawn of signs."""

import itertools
import re
from collections.abc import Iterator
from typing import Final

from service.text.numbers.numerals import value_of

BULLETS: Final = "-–—•*·"
# A letter with a stop is an item among others only: alone it may be an initial, "J. Smith".
_NUMBER: Final = r"(?:\(?(?:[A-Za-z]|[ivxIVX]{2,4}|[0-9]{1,3})\)|[IVX]{2,5}\.|[A-Z]:)"  # of a question, and its answer
_TASK: Final = r"(?:[^\S\n\r]+\[[ xX]\])?"
_LETTER: Final = re.compile(r"^[^\S\n\r]*[A-Za-z]\.[^\S\n\r]+(?=\S)", re.MULTILINE)
_BOX: Final = r"\[[ xX]\]"
# 1、 （一） 三、 but no 三、四个; and the number of a section.
_NUMERALS: Final = "一二三四五六七八九十"
_WIDE: Final = (
    rf"(?:(?:[0-9]{{1,3}}|[{_NUMERALS}]{{1,3}})、|（(?:[0-9]{{1,3}}|[{_NUMERALS}]{{1,3}})）|[0-9]{{1,3}}）)"
    rf"(?=[\u4e00-\u9fff])(?![{_NUMERALS}两几百千万])"
)
_SECTION: Final = re.compile(
    r"^[^\S\n\r]*(?:#{1,6}[^\S\n\r]+)?(?:[0-9]{1,2}(?:\.[0-9]{1,2}){1,3}[^\S\n\r]+|[A-Za-z]\.[^\S\n\r]*)(?=[\u4e00-\u9fff])"
    "(?![万亿千百倍个小次分折米岁元块成秒度公厘毫平立克吨升英磅斤])",
    re.MULTILINE,
)
_SIGN: Final = re.compile(
    rf"^[^\S\n\r]*(?:(?:[{BULLETS}]{_TASK}|{_NUMBER}|{_BOX})[^\S\n\r]+(?=\S)"
    rf"|{_WIDE})",
    re.MULTILINE,
)
_NUMBER_ALONE: Final = re.compile(rf"{_NUMBER}|[A-Za-z]\.|[{BULLETS}]{_TASK}|{_BOX}")
# What a line says something about: Total: 5. A model that reads both as one often loses the colon, or one of them.
# Before one there may be the sign of an item, a picture, a time or a bar: [10:15] Tom: Yes.
_BEFORE_LABEL: Final = (
    r"(?:^|(?<=[|｜]))[^\S\n\r]*(?:(?:\[[^\[\]\n]{1,30}\]|[^\w\s\"'“”„«»‘’()（）「」『』《》\[\]<&@$%{}`*_~]{1,6}|[0-9]{1,3}[.)、]|[\u2460-\u2473])"
    r"[^\S\n\r]*)?"
)
_LABEL: Final = re.compile(
    rf"{_BEFORE_LABEL}(?:"
    r"[A-Z\u00c0-\u00de][\w'’/-]{0,30}(?: [\w'’/&-]{1,30}){0,2}(?: \([^()\n]{1,30}\))?:[^\S\n\r]+(?=[^\s:\"'“„«‘])"
    r"|[A-Za-z][\w .-]{0,20}：[^\S\n\r]*(?=[^\s:：“\"「『])"
    r"|(?:第[0-9]{1,4}|[A-Za-z]{1,10} ?)?[\u4e00-\u9fff]{1,6}[A-Z]?[0-9]{0,3}(?<![说道问答喊叫想])"
    r"(?:[（(][^()（）\n]{1,20}[）)])?[：:](?!(?<=[0-9].)[0-9])[^\S\n\r]*(?=[^\s:：“\"「『]))",
    re.MULTILINE,
)
# What is heard in a film, before what is said: [door opens] Who is there?
_HEARD: Final = re.compile(r"^[^\S\n\r]*\[[a-z][^\[\]\n]{1,60}\][^\S\n\r]+(?=[A-Z\u00c0-\u00de])", re.MULTILINE)
_WIDE_ITEM: Final = re.compile(rf"^[^\S\n\r]*({_WIDE})", re.MULTILINE)
_NEXT_ITEM: Final = re.compile(rf"(?<=[；;。])[^\S\n\r]*({_WIDE})")
# Those of a list in one line: A. 苹果 B. 香蕉, 1. 切丁；2. 翻炒.
_FIRST_IN_LINE: Final = re.compile(r"(?:^|(?<=[：:\s]))(?:A\.|1[.)])[^\S\n\r]*(?=[\u4e00-\u9fff])", re.MULTILINE)
_NEXT_IN_LINE: Final = re.compile(r"(?<=[；;。\s])(?:[B-H]\.|[2-9][.)])[^\S\n\r]*(?=[\u4e00-\u9fff])")
_NUMERAL: Final = re.compile(f"[{_NUMERALS}]+")
# The next one in a line that begins with a label: 甲：1，乙：2.
_NEXT_LABEL: Final = re.compile(
    r"(?<=[；;，,。、\s])([\u4e00-\u9fff]{1,6}[0-9]{0,3})(?<![说道问答喊叫想])[：:](?!(?<=[0-9].)[0-9])[^\S\n\r]*"
    r"(?=[^\s:：“\"「『])"
)
_WIDE_LABEL: Final = re.compile(r"[^：:\n]*[\u4e00-\u9fff]")
_NARROW: Final = str.maketrans("、（）", ".()")
# Three signs or more, as under a heading or between parts.
_RULE: Final = re.compile(r"^[^\S\n\r]*([-=_*~#+·•–—])(?:[^\S\n\r]*\1){2,}[^\S\n\r]*$", re.MULTILINE)


def list_signs(text: str) -> list[tuple[int, int]]:
    """From and to of each sign of an item, with the white space on both sides, in order."""
    drawn = {start for start, _ in rules(text)}
    signs = [match.span() for match in _SIGN.finditer(text) if match.start() not in drawn]
    signs += [match.span() for match in _SECTION.finditer(text)]
    signs += [match.span() for match in _next_items(text)]
    signs += _in_line(text)
    letters = [match.span() for match in _LETTER.finditer(text)]
    return sorted(signs + letters) if len(letters) > 1 else sorted(signs)


def _in_line(text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for first in _FIRST_IN_LINE.finditer(text):
        others = [match.span() for match in _NEXT_IN_LINE.finditer(text, first.end(), _end_of_line(text, first.end()))]
        found += [first.span(), *others] if others else []
    return found


def _next_items(text: str) -> Iterator[re.Match[str]]:
    """Those behind another one in its line."""
    for first in _WIDE_ITEM.finditer(text) if "；" in text or ";" in text or "。" in text else ():
        yield from _NEXT_ITEM.finditer(text, first.end(), _end_of_line(text, first.end()))


def _end_of_line(text: str, place: int) -> int:
    found = text.find("\n", place)
    return len(text) if found < 0 else found


def wide_items(text: str) -> Iterator[tuple[int, int, str]]:
    """From and to of each number of an item in Chinese signs, and how an alphabet has it."""
    for match in itertools.chain(_WIDE_ITEM.finditer(text), _next_items(text)):
        numeral = _NUMERAL.search(match[1])
        sign = match[1].replace(numeral[0], str(value_of(numeral[0]))) if numeral else match[1]
        yield *match.span(1), sign.translate(_NARROW)


def label_ends(text: str) -> Iterator[int]:
    """Where the labels of lines end, and what is heard before words, with the white space behind each; where one stands
    behind others in its line, also its beginning."""
    if ":" in text or "：" in text:
        for match in _LABEL.finditer(text):
            yield match.end()
            if _WIDE_LABEL.match(match[0]):
                yield from _next_labels(text, match.end())
    if "]" in text:
        yield from (match.end() for match in _HEARD.finditer(text))


def _next_labels(text: str, start: int) -> Iterator[int]:
    for match in _NEXT_LABEL.finditer(text, start, _end_of_line(text, start)):
        yield from (match.start(), match.end())


def is_list_sign(text: str) -> bool:
    """Whether a text is nothing but the number or letter of an item."""
    return _NUMBER_ALONE.fullmatch(text) is not None


def rules(text: str) -> list[tuple[int, int]]:
    """From and to of each line that is drawn of signs, line breaks not included."""
    return [match.span() for match in _RULE.finditer(text)]
