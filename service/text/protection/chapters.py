"""Numbers of chapters and the like that a Chinese line or label has alone: of "第3章" a model says anything."""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from service.text.faults.scripts import base_language
from service.text.spans import Kind, Span

_WORDS: Final = MappingProxyType(
    {
        "en": {"章": "Chapter", "节": "Section", "课": "Lesson", "集": "Episode", "页": "Page", "步": "Step"},
        "de": {"章": "Kapitel", "节": "Abschnitt", "课": "Lektion", "集": "Folge", "页": "Seite", "步": "Schritt"},
    }
)
_CHAPTER: Final = re.compile(r"^[^\S\n\r]*(第([0-9]{1,4})([章节课集页步]))(?=[：:]|[^\S\n\r]*$)", re.MULTILINE)


def chapter_spans(text: str, language: str, target: str) -> Iterator[Span]:
    """Each of them as the language `target` has it, if its words are known."""
    words = _WORDS.get(base_language(target)) if base_language(language) == "zh" else None
    for match in _CHAPTER.finditer(text) if words else ():
        yield Span(*match.span(1), Kind.FIGURE, f"{words[match[3]]} {match[2]}" if words else match[1])
