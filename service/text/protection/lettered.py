"""What a Chinese text names with letters, A座 or M码, and where it says that something is: a model says anything."""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from service.text.faults.scripts import base_language
from service.text.spans import Kind, Span

_WORDS: Final = MappingProxyType(
    {
        "座": "Tower", "栋": "Building", "幢": "Building", "楼": "Building", "班": "Class", "区": "Zone", "组": "Group",
        "级": "Grade", "类": "Class", "口": "Exit", "出口": "Exit", "馆": "Hall", "厅": "Hall", "栏": "Column",
        "列": "Column", "卷": "Paper", "队": "Team", "选项": "Option", "方案": "Plan", "计划": "Plan",
        "教室": "Room", "会议室": "Room", "展厅": "Hall", "航站楼": "Terminal",
    }
)  # fmt: skip
_LETTERED: Final = re.compile(
    rf"(?<![A-Za-z0-9_.+/&-])([A-Z]) ?({'|'.join(sorted(_WORDS, key=len, reverse=True))})(?![别似型])", re.ASCII
)
_LABELS: Final = MappingProxyType(
    {
        "套餐": "Set", "方案": "Plan", "选项": "Option", "附件": "Attachment", "登机口": "Gate", "检票口": "Gate",
        "座位": "Seat", "维生素": "vitamin", "会议室": "Room", "教室": "Room", "展位": "Booth",
    }
)  # fmt: skip
_LABELLED: Final = re.compile(rf"({'|'.join(_LABELS)}) ?([A-Z]\d{{0,4}}|\d{{1,3}}[A-Z])(?![A-Za-z0-9_+-])", re.ASCII)
_UNIT: Final = re.compile(r"(?<=[（(])(?:[cmk]?m|k?g|m?l|mL|[°℃]C?|k?Wh?|V|A|Hz)(?=[）)])")
_INITIALS: Final = re.compile(r"(?<![A-Za-z0-9_.])(?:[A-Z]\.){1,3}(?=[\u4e00-\u9fff·])")
_BLOOD: Final = re.compile(r"(?<![A-Za-z0-9_.+/&-])(AB|[ABO]) ?型(血?)")
_CLOTHES: Final = re.compile(r"(?<![A-Za-z0-9_.+/&-])([2-6]?X{0,3}[SL]|M) ?码(?!头)")
_SHARED: Final = re.compile(r"(?<![A-Za-z0-9_])AA(?=制)")
_SERIES: Final = re.compile(r"(?<![A-Za-z0-9_])[A-Z][A-Z0-9]{0,3}(?:、[A-Z][A-Z0-9]{0,3}){1,9}(?![A-Za-z0-9_])")
_BLANKS: Final = re.compile(
    "([\uff3f_]{1,20}|[ \u3000]{2,20})年([\uff3f_]{1,20}|[ \u3000]{2,20})月([\uff3f_]{1,20}|[ \u3000]{2,20})日"
)
_WAVES: Final = re.compile("(?<=[\u4e00-\u9fff])[~\uff5e]{1,9}(?=[^\\S\n]*$)", re.MULTILINE)
_DASH: Final = re.compile(r"^[^\S\n]*(?:> )?(\u2014{2})(?=\S)", re.MULTILINE)
_PLACE: Final = re.compile(r"第 ?(\d{1,6}) ?行(?:[，,、 ]{0,2}第? ?(\d{1,6}) ?[列个字符]{1,3})?", re.ASCII)


def lettered_spans(text: str, language: str, target: str) -> Iterator[Span]:
    """Towers, groups, sizes and the like, types of blood, dates to fill in, and lines, as English has them."""
    if (base_language(language), base_language(target)) != ("zh", "en"):
        return
    for match in _PLACE.finditer(text):
        column = f", column {match[2]}" if match[2] else ""
        yield Span(*match.span(), Kind.FIGURE, f"line {match[1]}{column}")
    for match in _BLANKS.finditer(text):
        yield Span(*match.span(), Kind.WORD, "/".join(match.groups()))
    yield from _signs(text)
    for pattern in (_UNIT, _INITIALS, _SHARED, _SERIES):
        yield from (Span(*match.span(), Kind.WORD, match[0].replace("、", ", ")) for match in pattern.finditer(text))
    yield from (Span(start, end, Kind.WORD, written) for start, end, written in _named(text))


def _named(text: str) -> Iterator[tuple[int, int, str]]:
    """With a word before the letter, or behind it."""
    for match in _BLOOD.finditer(text):
        yield *match.span(), f"type {match[1]}{' blood' if match[2] else ''}"
    for match in _CLOTHES.finditer(text):
        yield *match.span(), f"size {match[1]}"
    for match in _LABELLED.finditer(text):
        yield *match.span(), f"{_LABELS[match[1]]} {match[2]}"
    for match in _LETTERED.finditer(text):
        yield *match.span(), f"{_WORDS[match[2]]} {match[1]}"


def _signs(text: str) -> Iterator[Span]:
    """What a line ends with that is said in a friendly way, and the dash before who said something."""
    for match in _WAVES.finditer(text):
        yield Span(*match.span(), Kind.OMITTED, match[0].replace("\uff5e", "~"))
    for match in _DASH.finditer(text):
        yield Span(*match.span(1), Kind.OMITTED, "\u2014")
