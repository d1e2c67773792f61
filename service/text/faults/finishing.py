"""Last touches to a translation: no punctuation that its source does not have, and its capitals."""

import re
from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from service.text.target import Unit, text_of

FINAL_PUNCTUATION: Final = ".。!！?？…"
_PAUSES: Final = ",;:，；：、"
_DASHES: Final = "-–—"
_PAUSES_AND_DASHES: Final = tuple(f"{_PAUSES}{_DASHES}")
# All that models invent at the end of a translation.
_ENDS: Final = f"{FINAL_PUNCTUATION}{_PAUSES}{_DASHES}"
_KINDS: Final = MappingProxyType(dict(zip(".。!！?？,，、;；:：-–—", "..!!??,,,;;::---", strict=True)))
_PAUSING: Final = ",;:-"
_WIDE: Final = MappingProxyType(dict(zip(".!?,;:", "。！？，；：", strict=True)))
_QUOTED_ENDS: Final = '"”“»」』'
_CLOSING: Final = frozenset(_QUOTED_ENDS)
_NARROWED: Final = MappingProxyType({"、": ",", "\uff09": ")", **{wide: sign for sign, wide in _WIDE.items()}})
_WIDE_SIGN: Final = re.compile(f"[{''.join(_NARROWED)}]")
_SPACED: Final = frozenset("、。！？，；")
_ABBREVIATION: Final = re.compile(
    r"(?:\b[^\W_]\.\w+|\b(?:approx|bzw|ca|Co|Dr|etc|Inc|Jr|Ltd|Mr|Mrs|No|Nr|Sr|St|usw|vs))\.$"
)

# More than one sign, or one that stands for more.
_LONG_END: Final = re.compile(r"(?:[…⋯]+|[.。]{2,}|[!?！？]{2,})\Z")
_FINAL: Final = f"{FINAL_PUNCTUATION}⋯"
_NARROW: Final = str.maketrans("。！？", ".!?")


def ends_openly(source: str) -> bool:
    """Whether a sentence ends with a letter or a digit: its translation needs no punctuation at its end then."""
    return source[-1:].isalnum()


def before_end(text: str) -> str:
    """A text without all that it may lose at its end."""
    while text and (text[-1] in _ENDS or text[-1].isspace()):
        text = text[:-1]
    return text


def without_invented_end(text: str) -> str:
    """The translation of an open end without the full stop or the comma that models add to headings, buttons and the
    like."""
    kept = text
    while kept and kept[-1] in _ENDS and not _ABBREVIATION.search(kept):
        kept = kept[:-1].rstrip()
    return kept or text


def ends_otherwise(text: str, source: str) -> bool:
    """Whether one of a text and its source is a question, and the other is none; or only one of them pauses at its end.

    Or whether it has other signs than "…", "!!!" and the like.
    """
    if (final := _final_of(text)) and final == _final_of(source):
        return False
    if _is_calm(text, source):
        return True
    if end := _long_end(text, source):
        return not text.endswith(end) or text[: -len(end)].endswith(tuple(FINAL_PUNCTUATION))
    given, found = _KINDS.get(source[-1:], ""), _KINDS.get(text[-1:], "")
    if _asks_behind_quote(text, source):
        return True
    if not found or given == found:
        return given == ":" and not found and text[-1:].isalnum()
    if found in _PAUSING:
        return not (found == "-" and text[-2:-1].isspace())  # that space may have been sent
    if not given or given == "-":
        return False
    return "?" in (given, found) or (given in _PAUSING and found == "." and not _ABBREVIATION.search(text))


def _asks_behind_quote(text: str, source: str) -> bool:
    """Whether a source asks behind a quotation at its end, and a text that ends with one asks nowhere."""
    is_quoted = source[-2:-1] in _CLOSING and text[-1:] in _CLOSING and text[-2:-1] not in _CLOSING
    return is_quoted and _KINDS.get(source[-1:]) == "?" and "?" not in text


def _is_calm(text: str, source: str) -> bool:
    """Whether a Chinese source ends with an exclamation mark, in its quotation marks or not, and a text with a stop."""
    given, found = source.rstrip(_QUOTED_ENDS), text.rstrip(_QUOTED_ENDS)
    is_alike = (given == source) == (found == text)
    words = found.rstrip(".")
    is_stop = words != found and words[-1:].isalnum() and not _ABBREVIATION.search(f"{words}.")
    return is_alike and is_stop and given.endswith("！") and not _LONG_END.search(given)


def ended_as(text: str, source: str) -> str:
    """The translation with the end of its source, where they end otherwise."""
    if not ends_otherwise(text, source):
        return text
    if _is_calm(text, source):
        inner = text.rstrip(_QUOTED_ENDS)
        return f"{inner.rstrip('.')}!{text[len(inner) :]}"
    kept, is_sent = _without_pauses(text, source)
    if is_sent or (kept != text and kept[-1:] in FINAL_PUNCTUATION):
        return ended_as(kept, source) or text
    if end := _long_end(text, source):
        return kept.rstrip(_FINAL) + end
    if _asks_behind_quote(text, source):
        return f"{text[:-1].rstrip('.')}{text[-1]}?"
    sign = _KINDS.get(source[-1:], "").replace("-", "")
    sign = _WIDE.get(sign, sign) if text[-1] in _WIDE.values() else sign
    if kept != text or text[-1].isalnum():
        return f"{kept}{sign}"
    if sign == "?" and text.endswith("..."):
        return f"{text}?"
    return text if text[-2:-1] in FINAL_PUNCTUATION else f"{text[:-1]}{sign}"


def _without_pauses(text: str, source: str) -> tuple[str, bool]:
    """A text without the signs that pause at its end; or with the first of them that end it as its source does, and
    that a stream may have sent therefore."""
    kept = text
    while kept.endswith(_PAUSES_AND_DASHES):
        kept = kept[:-1]
        if kept.rstrip()[-1:] in _KINDS and not ends_otherwise(kept.rstrip(), source):
            return kept, True
    return kept, False


def _final_of(text: str) -> str:
    return text[len(text.rstrip(_FINAL)) :]


def _long_end(text: str, source: str) -> str:
    """The several signs that a text has to end with, as narrow as the text is, if its source does and it has words."""
    end = _LONG_END.search(source)
    if not end or not text[:1] or not any(map(str.isalnum, text)):
        return ""
    if _is_wide(text):
        return end[0]
    narrow = end[0].translate(_NARROW)
    return narrow.replace("……", "…") if _is_wide(source) else narrow  # six dots are what Chinese has for three


def _is_wide(text: str) -> bool:
    return text.rstrip(_FINAL)[-1:] >= "\u2e80"


def narrowed(units: Sequence[Unit]) -> list[Unit]:
    """The units with the stops, commas and brackets of what is not protected as an alphabet has them."""
    last = len(units) - 1
    return [
        replace(unit, text=narrow(unit.text, is_first=not place, is_last=place == last)) if _is_plain(unit) else unit
        for place, unit in enumerate(units)
    ]


def narrow(text: str, *, is_first: bool, is_last: bool) -> str:
    """Figures and signs, with a space before a bracket that opens, and behind a stop or a comma, but inside a text."""
    new = _WIDE_SIGN.sub(lambda match: _NARROWED[match[0]] + " " * _is_spaced(match), text)
    new = new.replace("\uff08", " (")
    new = new.removeprefix(" ") if is_first else new
    return new.rstrip(" ") if is_last and text[-1:] in _SPACED else new


def _is_spaced(match: re.Match[str]) -> bool:
    behind = match.string[match.end() :][:1]
    return match[0] in _SPACED and (not behind or behind.isalnum())


def _is_plain(unit: Unit) -> bool:
    return unit.span is None and not any(map(str.isalpha, unit.text))


def with_end_of(units: Sequence[Unit], source: str) -> list[Unit]:
    """The same for units; protected parts stay as they are."""
    number = max((number for number, unit in enumerate(units, start=1) if unit.text), default=0)
    text = text_of(units)
    new = ended_as(text, source)
    pairs = enumerate(zip(text, new, strict=False))
    num_kept = next((place for place, (old, sign) in pairs if old != sign), min(len(text), len(new)))
    kept = without_end(units[:number], len(text) - num_kept)
    if new == text or not kept or text_of(kept) != text[:num_kept]:
        return [*units]
    last = kept.pop()
    end = Unit(new[num_kept:], last.start, last.end, last.weights, places=last.places)
    merged = [last, end] if last.span else [replace(last, text=last.text + end.text)]
    return [*kept, *merged, *units[number:]]


def with_lost_end(units: Sequence[Unit], source: str) -> list[Unit]:
    """The units with the stop of their sentence, where they end with a word or a number that was put back."""
    last = next((unit for unit in reversed(units) if unit.text), None)
    sign = _KINDS.get(source[-1:], "")
    if last is None or last.span is None or not last.text[-1].isalnum() or _ABBREVIATION.search(source):
        return [*units]
    if sign not in (".", "!", "?"):
        return [*units]
    sign = _WIDE[sign] if last.text[-1] >= "\u2e80" else sign
    return [*units, Unit(sign, last.start, last.end, last.weights, places=last.places)]


def trimmed(units: Sequence[Unit]) -> list[Unit]:
    """The same for units; protected parts stay as they are."""
    text = text_of(units)
    surplus = len(text) - len(without_invented_end(text))
    kept = without_end(units, surplus)
    return kept[:-1] if surplus and kept and not kept[-1].text else kept


def without_end(units: Sequence[Unit], surplus: int) -> list[Unit]:
    """The units without so many last characters, down to what is protected; the last one may become empty."""
    kept = list(units)
    while surplus and kept and kept[-1].span is None:
        last = kept.pop()
        if surplus <= len(last.text):
            return [*kept, replace(last, text=last.text[:-surplus])]
        surplus -= len(last.text)
    return kept


def capitalised(units: Sequence[Unit]) -> list[Unit]:
    """All in capitals but what is protected."""
    return [unit if unit.span else replace(unit, text=unit.text.upper()) for unit in units]


def inverted(units: Sequence[Unit]) -> list[Unit]:
    """Small letters and capitals for each other but in what is protected."""
    return [unit if unit.span else replace(unit, text=unit.text.swapcase()) for unit in units]
