"""World wars and monarchs with a I, which models take for the word: World War I, Elizabeth I."""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from service.text.faults.scripts import base_language
from service.text.spans import Kind, Span

_WAR: Final = re.compile(
    r"(?P<before>\b(?:[Tt]he|[Aa]|[Tt]his|[Ii]ts|[Oo]f|[Pp]ost|[Pp]re)[ -])?\bWorld War (?P<number>I{1,2}|One|Two|1|2)"
    r"(?![\w'’.-]\w|\w)"
)
_NUMBERS: Final = MappingProxyType(
    {"I": "First", "One": "First", "1": "First", "II": "Second", "Two": "Second", "2": "Second"}
)
_SAID: Final = MappingProxyType(
    {"First": re.compile(r"\b[Ee]rste|\b1\.|\bI\b"), "Second": re.compile(r"\b[Zz]weite|\b2\.|\bII\b")}
)
_TITLE: Final = r"(?:King|Queen|Pope|Emperor|Empress|Tsar|Czar|Kaiser|Sultan|Prince|Saint)"
_MONARCH: Final = (
    r"(?:Albert|Alexander|Alfonso|Catherine|Charles|Constantine|Cyrus|Darius|Edward|Elizabeth|Ferdinand|Francis|Frederick"
    r"|Friedrich|George|Henry|Isabella|Ivan|James|John Paul|Joseph|Justinian|Leo|Leopold|Louis|Mary|Maximilian|Napoleon"
    r"|Nicholas|Otto|Paul|Peter|Philip|Pius|Ramesses|Richard|Rudolf|Suleiman|Victor Emmanuel|Wilhelm|William|Xerxes)"
)
_ON: Final = (
    r"(?: (?:was (?:born|crowned|the|king|queen|executed|beheaded|killed|a)|is (?:the|a|one)|of [A-Z]|ruled|died"
    r"|reigned|became|\(\d)|[,;:.'’)]|\s*\Z)"
)
_NAME: Final = re.compile(
    rf"(?<!\w)(?:{_TITLE} [A-Z][a-z]{{2,20}}(?: [A-Z][a-z]{{2,20}})? I(?![\w'’])(?! (?:am|have|think|know|saw|met)\b)"
    rf"|(?<!Dear )(?<!Hi )(?<!Hello ){_MONARCH} I(?={_ON}))"
)
_LIKELY: Final = re.compile(r"World War |[a-z] I\b(?!['’])")


def may_have_wars(text: str) -> bool:
    """Whether a closer look may find any of them."""
    return _LIKELY.search(text) is not None


def war_spans(text: str, language: str, target: str) -> Iterator[Span]:
    """Names of monarchs, that stay, and world wars, which are shown with an ordinal where German is wanted."""
    if base_language(language) != "en":
        return
    for match in _NAME.finditer(text):
        yield Span(*match.span(), Kind.WORD, match[0])
    for match in _WAR.finditer(text) if base_language(target) == "de" else ():
        if _NUMBERS[match["number"]] != "First":  # models know the other one
            continue
        start = match.start() if not match["before"] else match.end("before")
        yield Span(start, match.end(), Kind.OMITTED, "", sign=_shown(match, text))


def _shown(match: "re.Match[str]", text: str) -> str:
    war = f"{_NUMBERS[match['number']]} World War"
    if match["before"] and match["before"].lower() != "of ":
        return war
    return f"{'The' if not text[: match.start()].strip() else 'the'} {war}"


def lost_wars(source: str, target: str, languages: tuple[str, str]) -> tuple[str, ...]:
    """World wars that a German translation does not have with their number."""
    if languages != ("en", "de"):
        return ()
    found = (match[0].removeprefix(match["before"] or "") for match in _WAR.finditer(source))
    return tuple(war for war in found if not _SAID[_NUMBERS[war.rsplit(" ", 1)[1]]].search(target))
