"""Numbers that stand between marks of a source and not between those of its translation: the marks are misplaced."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from service.text.brackets.nesting import nesting
from service.text.brackets.pairs import Pair, PairKind
from service.text.brackets.settling import masked_text_of, seen_in
from service.text.numbers.comparing import Languages, differing_numbers
from service.text.target import Unit, text_of

_INSIDE: Final = re.compile("‘[^‘’“”\n]{0,80}?[\u4e00-\u9fff][^‘’“”\n]{0,80}’|《[^《》“”\n]{1,80}》")
_OUTER: Final = re.compile("“[^”]{0,300}\\Z")
_QUOTES: Final = re.compile(r"[\"“”„«»‘]|(?<!\w)'|['’](?![A-Za-z])")


def misplaced(units: Sequence[Unit], pairs: Sequence[Pair], source: str, languages: Languages) -> Iterator[Pair]:
    """Those of `pairs` of a source that no marks in its translation have the same numbers between as.

    And marks inside of marks that are not there.
    """
    yield from lost_inside(text_of(units), source)
    if not pairs or not any(map(str.isdecimal, source)):
        return
    for kind in dict.fromkeys(pair.kind for pair in pairs):
        left = [*_contents(units, kind)]
        for pair in (pair for pair in pairs if pair.kind is kind):
            given = source[slice(*pair.inner)]
            found = next((text for text in left if not differing_numbers(given, text, languages)), None)
            if found is None:
                yield pair
            else:
                left.remove(found)


def lost_inside(text: str, source: str) -> Iterator[Pair]:
    """Single quotation marks of Chinese, and titles inside of quotation marks, if a translation has too few marks."""
    inner = [
        match for match in _INSIDE.finditer(source) if match[0][0] == "‘" or _OUTER.search(source, 0, match.start())
    ]
    num_outer = min(source.count("“"), source.count("”"))
    if inner and len(_QUOTES.findall(text)) < 2 * (len(inner) + num_outer):
        yield from (Pair(*match.span(), PairKind.QUOTES, True, True) for match in inner)


def _contents(units: Sequence[Unit], kind: PairKind) -> Iterator[str]:
    """What is between marks of a kind, in order."""
    text = text_of(units)
    if kind is PairKind.QUOTES:
        places = [place for place, sign in enumerate(masked_text_of(units)) if sign in kind.value]
        found = list(zip(places[::2], places[1::2], strict=False))
    else:
        found = sorted(nesting(seen_in(units), kind.value).pairs)
    yield from (text[start + 1 : last] for start, last in found)
