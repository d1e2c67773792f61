"""Lines of Markdown that other programs than its readers look for: they stay, but for their titles.

Directives (`:::note`), admonitions (`!!! note`), callouts (`> [!NOTE]`), tables of contents, attributes (`{: .wide}`),
tags of templates, abbreviations, and what a page with components imports and exports. They end what stands before them.
For the parser, something as long stands in their place.
"""

import re
from bisect import bisect
from collections.abc import Sequence
from typing import Any, Final

import pyromark

_REST: Final = r"[^\n\r]*"
_KINDS: Final = (
    rf":{{3,}}{_REST}",
    r"\[\[?_?(?:TOC|toc)_?\]?\]",
    r"\{[:.#][^{}\n\r]*\}",
    r"\{%(?:(?!%\})[^\n\r])*%\}",
    r"\{\{[<%](?:(?![>%]\}\})[^\n\r])*[>%]\}\}",
    rf"\*\[[^\[\]\n\r]+\]:{_REST}",
    r"\\(?:newpage|pagebreak|clearpage)",
    r"import\s+(?:[\w*{$][\w*{},\s$]{0,2000}?\sfrom\s+)?(?:'[^'\n\r]+'|\"[^\"\n\r]+\");?",
    rf"export (?:const|let|var|function|class|async function) [\w$]+ ?[=({{]{_REST}(?:\r?\n(?![ \t]*\r?$){_REST})*",
    rf"export default (?:[\w$]+;?|(?:async )?function{_REST}(?:\r?\n(?![ \t]*\r?$){_REST})*)",
)
_LINE: Final = re.compile(
    r"^(?P<before>[ \t]*(?P<quote>>[ \t]*)*)(?:"
    # What is indented behind an admonition is in it, as behind the sign of a list.
    rf"(?P<block>(?:!!!|\?\?\?\+?|===[!+]?) {_REST})(?=\r?\n(?:[ \t]*\r?\n)?(?P=before)(?: {{4}}|\t))"
    rf"|(?(quote)\[!\w+\]{_REST}|(?!))|{'|'.join(_KINDS)})(?=[ \t]*\r?$)",
    re.MULTILINE,
)
_RULE: Final = "***"
_BLOCK: Final = "- ***"


def events_of(text: str, options: pyromark.Options, callback: Any) -> list[tuple[Any, Any]]:
    """The parser's events with their places in the text's bytes."""
    lines = [*_LINE.finditer(text)]
    while True:
        steady, places = _with_rules(text, lines)
        events = [*pyromark.events_with_range(steady, options=options, broken_link_callback=callback)]
        texts = [place for event, place in events if isinstance(event, dict) and "Text" in event]
        inside = _inside(places, texts)
        if not any(inside):
            return events
        lines = [line for line, is_inside in zip(lines, inside, strict=True) if not is_inside]


def _inside(places: Sequence[int], texts: Sequence[Any]) -> list[bool]:
    """Which lines go on with a text after all, as those do that are indented far enough."""
    starts = [text["start"] for text in texts]
    before = [bisect(starts, place) for place in places]
    return [at > 0 and place < texts[at - 1]["end"] for place, at in zip(places, before, strict=True)]


def _with_rules(text: str, lines: Sequence[re.Match[str]]) -> tuple[str, list[int]]:
    """The text with something that is no text in place of these lines, and where this is, in bytes."""
    pieces = []
    places = []
    at = size = 0
    for found in lines:
        before, line = text[at : found.end("before")], text[found.end("before") : found.end()]
        places.append(size + len(before.encode()))
        size = places[-1] + len(line.encode())
        pieces += [before, (_BLOCK if found["block"] else _RULE).ljust(len(line.encode()))]
        at = found.end()
    return "".join([*pieces, text[at:]]), places
