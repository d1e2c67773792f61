"""Markup of pages that models have read, which they put before a line of few words: `.l-main-section :marked`."""

import re
from typing import Final

from service.text.brackets.settling import masked_text_of, without
from service.text.target import Unit

_MARKUP: Final = re.compile(r"(?<!\w)-main-section\b\s?|^\.?l-m[\w-]*\s*(?::[a-z]+\s*)?|(?<=\s):[a-z]{3,}\s?")


def without_markup(units: list[Unit], source: str) -> list[Unit]:
    """The units without it, unless the source has the like, too."""
    text = masked_text_of(units)
    if not ("l-m" in text or "-main-section" in text or " :" in text) or " :" in source:
        return units
    places = {place for match in _MARKUP.finditer(text) for place in range(*match.span())}
    return without(units, places) if places and len(places) < len(text) else units
