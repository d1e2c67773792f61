"""What the reader of a translation should know about it: which sentences came to no good end, and why."""

import enum
from dataclasses import dataclass
from typing import ClassVar

_EXCERPT = 40


class WarningCode(enum.StrEnum):
    """The kinds of warnings, as programs tell them apart."""

    TRUNCATED = "truncated"
    REPETITION = "repetition"
    LANGUAGE_UNKNOWN = "language_unknown"


@dataclass(frozen=True, slots=True)
class Truncation:
    """This sentence (counted from 1 in its text) was cut off, so its translation is incomplete."""

    code: ClassVar = WarningCode.TRUNCATED
    segment: int
    source: str
    num_tokens: int

    def __str__(self) -> str:
        return (
            f"the translation of sentence {self.segment} ({_excerpt(self.source)!r}) did not end within "
            f"{self.num_tokens} tokens and was cut off there; shorten or split the sentence"
        )


@dataclass(frozen=True, slots=True)
class Repetition:
    """The translation of this sentence (counted from 1 in its text) said the same again and again."""

    code: ClassVar = WarningCode.REPETITION
    segment: int
    source: str
    num_tokens: int

    def __str__(self) -> str:
        return (
            f"the translation of sentence {self.segment} ({_excerpt(self.source)!r}) was going round in a loop "
            f"and was ended after {self.num_tokens} tokens; reword or split the sentence"
        )


TextWarning = Truncation | Repetition


def _excerpt(source: str) -> str:
    return source if len(source) <= _EXCERPT else f"{source[:_EXCERPT]}…"
