"""What the reader of a translation should know about it: which sentences came to no good end, and why."""

from dataclasses import dataclass

_EXCERPT = 40


@dataclass(frozen=True, slots=True)
class Truncation:
    """This sentence (counted from 1 in its text) was cut off, so its translation is incomplete."""

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
