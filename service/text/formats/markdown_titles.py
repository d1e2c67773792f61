"""Titles in the lines of Markdown that begin an admonition: `:::note Title`, `!!! note "Title"`, `> [!tip] Title`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from service.text.formats.parts import Unit
from service.text.marks import MarkedText

TITLED: Final = "#title"  # how a token is named that is one
# What stands behind other names is no prose, but a path, a language or settings.
_NAMES: Final = (
    r"(?:abstract|admonition|attention|bug|card|caution|collapse|danger|details|dropdown|error|example|fail|failure|faq"
    r"|help|hint|important|info|note|question|quote|seealso|spoiler|success|summary|tip|tldr|todo|warning)"
)
_WORDS: Final = r"(?=[^\W_]|[`*\"'“«¿¡])[^{}\n\r]*[^\s:{}]"
_TITLE: Final = re.compile(
    rf"[\s>]*(?:!!!|\?\?\?\+?)[ \t]+(?:[\w-]+[ \t]+)+\"(?P<quoted>[^\"\n\r]*[^\W\d_][^\"\n\r]*)\"\s*"
    rf"|[\s>]*:{{3,}}[ \t]*\{{?{_NAMES}\}}?[ \t]+(?P<directed>{_WORDS})\s*(?:\{{[^{{}}\n\r]*\}}\s*)?"
    rf"|[\s>]*:{{3,}}[ \t]*{_NAMES}\[(?P<bracketed>[^\[\]\n\r]+)\]\s*"
    rf"|[\s>]*\[!\w+\][+-]?[ \t]+(?P<called>{_WORDS})\s*",
    re.IGNORECASE,
)


def title_of(line: str) -> tuple[str, str, str]:
    """What stands before a title, the title, and what is behind it; all is before it if there is none."""
    found = _TITLE.fullmatch(line)
    if found is None or found.lastgroup is None:
        return line, "", ""
    start, end = found.span(found.lastgroup)
    return line[:start], line[start:end], line[end:]


@dataclass(frozen=True, slots=True)
class TitleUnit:
    """A title, or a part of one. It may stand in quotation marks, and so has none."""

    unit: Unit

    @property
    def text(self) -> MarkedText:
        return self.unit.text

    def render(self, translation: MarkedText) -> str:
        written = self.unit.render(translation)
        return written if translation == self.text else written.replace('"', "'")


def as_titles(parts: Sequence[str | Unit]) -> list[str | Unit]:
    """Parts with their units as those of a title."""
    return [part if isinstance(part, str) else TitleUnit(part) for part in parts]
