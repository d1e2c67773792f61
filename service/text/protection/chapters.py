"""Numbers of chapters and the like at the start of a Chinese line or label: of "第3章" a model says anything."""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from service.text.faults.scripts import base_language
from service.text.numbers.numerals import value_of
from service.text.spans import Kind, Span

_WORDS: Final = MappingProxyType(
    {
        "en": {
            "章": "Chapter", "节": "Section", "课": "Lesson", "集": "Episode", "页": "Page", "步": "Step",
            "条": "Article", "款": "Paragraph", "部分": "Part", "部": "Part", "篇": "Part", "卷": "Volume",
            "讲": "Lecture", "单元": "Unit", "期": "Issue", "回": "Chapter", "关": "Level", "轮": "Round",
            "季": "Season", "题": "Question", "天": "Day", "周": "Week",
        },
        "de": {
            "章": "Kapitel", "节": "Abschnitt", "课": "Lektion", "集": "Folge", "页": "Seite", "步": "Schritt",
            "条": "Artikel", "款": "Absatz", "部分": "Teil", "部": "Teil", "篇": "Teil", "卷": "Band",
            "讲": "Vorlesung", "单元": "Einheit", "期": "Ausgabe", "回": "Kapitel", "关": "Level", "轮": "Runde",
            "季": "Staffel", "题": "Frage", "天": "Tag", "周": "Woche",
        },
    }
)  # fmt: skip
_OF: Final = MappingProxyType({"en": "Page {} of {}", "de": "Seite {} von {}"})
_NUMBER: Final = "[0-9]{1,4}|[一二三四五六七八九十百]{1,5}"
_CHAPTER: Final = re.compile(
    rf"^[^\S\n\r]*(第 ?({_NUMBER}) ?([章节课集页步条款篇卷讲期回关轮季题天周]|部分?|单元))"
    r"(?=[：:]|[^\S\n\r]*$|([^\S\n\r]+)\S)",
    re.MULTILINE,
)
_PAGES: Final = re.compile(r"第 ?([0-9]{1,5}) ?页(?:[ ，,/]|[，,] )?[共/] ?([0-9]{1,5}) ?页")


_FIGURES: Final = MappingProxyType(
    {
        "en": {"图": "Figure", "表": "Table", "附录": "Appendix", "例": "Example", "步骤": "Step"},
        "de": {"图": "Abbildung", "表": "Tabelle", "附录": "Anhang", "例": "Beispiel", "步骤": "Schritt"},
    }
)
_FIGURE: Final = re.compile(
    r"^[^\S\n\r]*((图|表|附录|例|步骤) ?([0-9]{1,3}(?:[-.][0-9]{1,3}){0,3}|[A-Z]))"
    r"(?=[：:]|[^\S\n\r]*$|([^\S\n\r]+)\S)",
    re.MULTILINE,
)


def chapter_spans(text: str, language: str, target: str) -> Iterator[Span]:
    """Each of them as the language `target` has it, if its words are known."""
    known = base_language(target) if base_language(language) == "zh" else ""
    words = _WORDS.get(known)
    if words is None:
        return
    yield from _figures(text, known)
    for match in _PAGES.finditer(text):
        yield Span(*match.span(), Kind.FIGURE, _OF[known].format(*match.groups()))
    for match in _CHAPTER.finditer(text):
        number = match[2] if match[2].isascii() else value_of(match[2])
        if number is not None:
            yield Span(*match.span(1), Kind.FIGURE, f"{words[match[3]]} {number}")


def _figures(text: str, known: str) -> Iterator[Span]:
    for match in _FIGURE.finditer(text):
        yield Span(*match.span(1), Kind.FIGURE, f"{_FIGURES[known][match[2]]} {match[3]}")


def title_starts(text: str) -> Iterator[int]:
    """Where the titles begin that stand behind the number of a chapter on its line."""
    for pattern in (_CHAPTER, _FIGURE):
        yield from (match.end(4) for match in pattern.finditer(text) if match[4])
