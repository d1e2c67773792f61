"""Tags in running text: which of them belong together, and the text between them."""

import re
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from service.text.formats.inline import Inline
from service.text.marks import MarkedText

# HTML's elements that end a line of text. All others, also those that only a program knows, stand in a sentence.
BLOCKS: Final = (
    frozenset(
        ["address", "article", "aside", "blockquote", "br", "caption", "center", "dd", "details", "div", "dl", "dt"]
    )
    | frozenset(["figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "section"])
    | frozenset(["summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"])
)


@dataclass(frozen=True, slots=True)
class TagSyntax:
    """What is a tag, and how text is written beside tags.

    `token` finds whatever is not text. Its group `name` is set for tags that come in pairs, and `slash` for the second
    of them; what its group `fixed` finds is part of the sentence and stays as it is, but is shown as `show` says;
    anything else just stands between two characters.
    """

    token: re.Pattern[str]
    unescape: Callable[[str], str]
    escape: Callable[[str], str]
    show: Callable[[str], str] = str


@dataclass(frozen=True, slots=True)
class TaggedUnit:
    """A text to translate, the source it was read from, and how text is written there."""

    inline: Inline
    source: str
    escape: Callable[[str], str]

    @property
    def text(self) -> MarkedText:
        """What is translated."""
        return self.inline.marked

    def render(self, translation: MarkedText) -> str:
        """The translation with its tags; the source where nothing has changed."""
        return self.source if translation == self.text else self.inline.weave(translation, self.escape)


def pairs(tokens: Sequence[re.Match[str]]) -> dict[int, int]:
    """For each tag with a partner, by number, its partner's number; properly nested, and else without a partner."""
    partners: dict[int, int] = {}
    waiting: list[int] = []
    names: Counter[str] = Counter()
    for number, token in enumerate(tokens):
        if token["name"] is None or token[0].endswith(("/>", "/&gt;")):
            continue
        name = _name(token)
        if not token["slash"]:
            waiting.append(number)
            names[name] += 1
        elif names[name]:
            while (other := _name(tokens[waiting[-1]])) != name:
                names[other] -= 1
                waiting.pop()
            names[name] -= 1
            opener = waiting.pop()
            partners |= {opener: number, number: opener}
    return partners


def stretches(written: str, syntax: TagSyntax) -> Iterator[str]:
    """The texts between tags that end a sentence, and these tags; joined, all of it.

    So does an end tag without a beginning, which might else get between others. And a tag that has one of these between
    itself and its partner stands for itself, too: it cannot get anywhere else.
    """
    tokens = list(syntax.token.finditer(written))
    partners = pairs(tokens)
    ends = [number for number, token in enumerate(tokens) if _ends_line(token, has_partner=number in partners)]
    split = (one for one, other in partners.items() if bisect(ends, one) != bisect(ends, other))
    edges = [edge for number in sorted({*ends, *split}) for edge in tokens[number].span()]
    return (written[start:end] for start, end in pairwise([0, *edges, len(written)]))


def _ends_line(token: re.Match[str], *, has_partner: bool) -> bool:
    return token["name"] is not None and (_name(token) in BLOCKS or bool(token["slash"] and not has_partner))


def read_inline(written: str, syntax: TagSyntax, source: str | None = None) -> TaggedUnit:
    """Text with its tags; one without a partner is an empty element. `source` is how the file has it, if not so."""
    tokens = list(syntax.token.finditer(written))
    partners = pairs(tokens)
    inline = Inline()
    position = 0
    for number, token in enumerate(tokens):
        inline.add(syntax.unescape(written[position : token.start()]))
        if token.groupdict().get("fixed") is not None:
            inline.add_fixed(token[0], syntax.show(token[0]))
        else:
            _add_tag(inline, token[0], partners.get(number, -1), number)
        position = token.end()
    inline.add(syntax.unescape(written[position:]))
    return TaggedUnit(inline, written if source is None else source, syntax.escape)


def _add_tag(inline: Inline, tag: str, partner: int, number: int) -> None:
    if partner < 0:
        inline.add_empty(tag)
    elif partner > number:
        inline.open(tag)
    else:
        inline.close(tag)


def _name(token: re.Match[str]) -> str:
    return token["name"].lower()
