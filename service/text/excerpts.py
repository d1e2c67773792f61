"""Beginnings of texts, as messages quote them."""

from collections.abc import Iterable
from typing import Final

_LENGTH: Final = 40


def excerpt(text: str) -> str:
    """A text, or its beginning if it is long."""
    return text if len(text) <= _LENGTH else f"{text[:_LENGTH]}…"


def quoted(texts: Iterable[str]) -> str:
    """Those of several texts, each in quotation marks."""
    return ", ".join(repr(excerpt(text)) for text in texts)
