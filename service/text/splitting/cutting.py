"""Where a sentence that is too long for a model can be cut in two."""

from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import Final

import regex  # type: ignore[import-untyped]  # a C extension without stubs

from service.text.brackets.pairs import Pair
from service.text.faults.scripts import base_language
from service.text.spans import Span, outside
from service.text.splitting.boundaries import sentence_ends

# Behind which of these it is cut, best first: each finds positions where the second part begins.
_STOPS: Final = regex.compile(r"(?<=[;:；：。！？!?…])(?=\s|[\u2e80-\u9fff])|\s(?=[–—])|(?<=[–—])")
_BREAKS: Final = (
    _STOPS,
    regex.compile(r"(?<=[,，、)\]）」』”])(?=\s|[\u2e80-\u9fff])"),
    regex.compile(r"(?<=\s)(?=\S)"),
    regex.compile(r"(?<=.)(?=[^\s\u0300-\u036f\u200d\ufe0f])", regex.DOTALL),
)

# Only between clauses. What stands before "which" in "of which", or before "if" in "as if", belongs to it.
_COMMAS: Final = regex.compile(r"(?<=,[\"”’]?)(?=\s)|(?<=[,，][\"”」』]?)(?=[\u2e80-\u9fff“「『])|(?<=，)(?=\w)")
_CONJUNCTIONS: Final = MappingProxyType(
    {
        "en": regex.compile(
            r"(?<=\s)(?<!\b(?:about|and|as|at|but|by|even|for|from|in|just|of|on|only|or|than|that|through|to|what|with)\s+)"
            r"(?=(?:although|and|because|but|if|or|though|unless|until|when|where|whether|which|while|who)\s)"
        )
    }
)


def cut(text: str, language: str, protected: Sequence[Span]) -> int | None:
    """The best place near the middle, outside of what is protected; None where there is none.

    A sentence's end is better than the end of a clause, then come white space, and any character.
    """
    if ends := outside(protected, sentence_ends(text, language)[:-1]):
        return _nearest_to_middle(len(text), ends)
    # Nothing is gained by a tiny part.
    return _best_place(len(text), _found(text, _BREAKS), protected, len(text) / 6)


def cut_between_clauses(
    text: str, language: str, protected: Sequence[Span], pairs: Sequence[Pair], least: float
) -> int | None:
    """The best place between two clauses that leaves each part so many characters at least; None where there is none.

    Brackets and quotation marks stay with what is between them.
    """
    conjunctions = _CONJUNCTIONS.get(base_language(language))
    patterns = (_STOPS, _COMMAS, *([conjunctions] if conjunctions else []))
    found = (sentence_ends(text, language)[:-1], *_found(text, patterns))
    free = ([place for place in places if not _is_in_any(place, pairs)] for places in found)
    return _best_place(len(text), free, protected, least)


def _found(text: str, patterns: Iterable["regex.Pattern[str]"]) -> Iterator[list[int]]:
    """The places that each of them finds."""
    return ([match.start() for match in pattern.finditer(text)] for pattern in patterns)


def _is_in_any(place: int, pairs: Sequence[Pair]) -> bool:
    return any(pair.start < place < pair.end for pair in pairs)


def _best_place(length: int, found: Iterable[list[int]], protected: Sequence[Span], least: float) -> int | None:
    """Of the first kind that has any where both parts are long enough, the place nearest to the middle."""
    for places in found:
        if usable := [place for place in outside(protected, places) if least <= place <= length - least]:
            return _nearest_to_middle(length, usable)
    return None


def _nearest_to_middle(length: int, places: Iterable[int]) -> int:
    return min(places, key=lambda place: abs(2 * place - length))
