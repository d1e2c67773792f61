"""What the reader of a translation should know about it: which sentences came to no good end, and why."""

import enum
from dataclasses import dataclass, fields
from typing import ClassVar

Values = dict[str, str | int | float | list[str]]

_EXCERPT = 40


class WarningCode(enum.StrEnum):
    """The kinds of warnings, as programs tell them apart."""

    SPLIT = "split"
    TRUNCATED = "truncated"
    SHORTENED = "shortened"
    REPETITION = "repetition"
    COPIED = "copied"
    UNTRANSLATED = "untranslated"
    NUMBERS_DIFFER = "numbers_differ"
    NUMBERS_REPAIRED = "numbers_repaired"
    PLACEHOLDER_REPAIRED = "placeholder_repaired"
    BRACKETS_DIFFER = "brackets_differ"
    MARKS_EMPTY = "marks_empty"
    LANGUAGE_UNKNOWN = "language_unknown"
    LANGUAGE_UNCERTAIN = "language_uncertain"


@dataclass(frozen=True, slots=True)
class LongSentence:
    """This sentence (its first part counted from 1 in its text) was too long for the model, or for its comfort."""

    code: ClassVar = WarningCode.SPLIT
    segment: int
    source: str
    num_tokens: int
    limit: int
    num_parts: int
    comfortable: int | None = None  # the longest that the model translates well, if that is known

    def __str__(self) -> str:
        return (
            f"{_sentence(self.segment, self.source)} has {self.num_tokens} tokens, the model {self._limits}: "
            f"it was translated in {self.num_parts} parts; shorten it for a better translation"
        )

    @property
    def _limits(self) -> str:
        """Those that it is beyond."""
        limits = [f"takes at most {self.limit}"] if self.num_tokens > self.limit else []
        return " and ".join([*limits, *([f"translates up to {self.comfortable} well"] if self.comfortable else [])])


@dataclass(frozen=True, slots=True)
class Truncation:
    """This sentence (counted from 1 in its text) was cut off, so its translation is incomplete."""

    code: ClassVar = WarningCode.TRUNCATED
    segment: int
    source: str
    num_tokens: int

    def __str__(self) -> str:
        return (
            f"the translation of {_sentence(self.segment, self.source)} did not end within "
            f"{self.num_tokens} tokens and was cut off there; shorten or split the sentence"
        )


@dataclass(frozen=True, slots=True)
class Shortened:
    """The translation of this sentence (counted from 1 in its text) ended by itself, but far too early."""

    code: ClassVar = WarningCode.SHORTENED
    segment: int
    source: str
    num_source_tokens: int
    num_tokens: int

    def __str__(self) -> str:
        return (
            f"{_sentence(self.segment, self.source)} has {self.num_source_tokens} tokens and its translation only "
            f"{self.num_tokens}: a part of it is probably missing; split the sentence"
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
            f"the translation of {_sentence(self.segment, self.source)} was going round in a loop "
            f"and was ended after {self.num_tokens} tokens; reword or split the sentence"
        )


@dataclass(frozen=True, slots=True)
class Copied:
    """This sentence (counted from 1 in its text) came back instead of a translation: the model had it or nothing."""

    code: ClassVar = WarningCode.COPIED
    segment: int
    source: str

    def __str__(self) -> str:
        return (
            f"{_sentence(self.segment, self.source)} came back as it was instead of a translation; "
            "check its language, or reword it"
        )


@dataclass(frozen=True, slots=True)
class Untranslated:
    """The translation of this sentence (counted from 1 in its text) has a part that cannot be in its language."""

    code: ClassVar = WarningCode.UNTRANSLATED
    segment: int
    source: str
    part: str

    def __str__(self) -> str:
        return (
            f"the translation of {_sentence(self.segment, self.source)} has {_excerpt(self.part)!r} in it, "
            "which is not in its language; check the language of the sentence, or reword it"
        )


@dataclass(frozen=True, slots=True)
class NumbersDiffer:
    """The numbers of this sentence (counted from 1 in its text) are not those of its translation."""

    code: ClassVar = WarningCode.NUMBERS_DIFFER
    segment: int
    source: str
    missing: tuple[str, ...]
    added: tuple[str, ...]

    def __str__(self) -> str:
        found = (("lacks", self.missing), ("has in addition", self.added))
        differences = " and ".join(f"{verb} {', '.join(numbers)}" for verb, numbers in found if numbers)
        return f"the translation of {_sentence(self.segment, self.source)} {differences}; check its numbers"


@dataclass(frozen=True, slots=True)
class NumbersRepaired:
    """The numbers of the translation of this sentence (counted from 1 in its text) were put right."""

    code: ClassVar = WarningCode.NUMBERS_REPAIRED
    segment: int
    source: str
    put: tuple[str, ...]
    dropped: tuple[str, ...]

    def __str__(self) -> str:
        done = (("put in", self.put), ("taken out", self.dropped))
        changes = " and ".join(f"{', '.join(numbers)} {verb}" for verb, numbers in done if numbers)
        return (
            f"the model changed numbers in the translation of {_sentence(self.segment, self.source)}: "
            f"{changes}; check their places"
        )


@dataclass(frozen=True, slots=True)
class PlaceholderRepaired:
    """The model lost or doubled parts of this sentence (counted from 1 in its text) that have to stay as they are."""

    code: ClassVar = WarningCode.PLACEHOLDER_REPAIRED
    segment: int
    source: str
    parts: tuple[str, ...]

    def __str__(self) -> str:
        parts = ", ".join(repr(_excerpt(part)) for part in self.parts)
        return (
            f"the model did not keep {parts} in the translation of {_sentence(self.segment, self.source)}; "
            "it was put where it seems to belong: check its place"
        )


@dataclass(frozen=True, slots=True)
class BracketsDiffer:
    """The model lost what stands in brackets or quotation marks in this sentence (counted from 1 in its text)."""

    code: ClassVar = WarningCode.BRACKETS_DIFFER
    segment: int
    source: str
    parts: tuple[str, ...]

    def __str__(self) -> str:
        parts = ", ".join(repr(_excerpt(part)) for part in self.parts)
        return (
            f"nothing in the translation of {_sentence(self.segment, self.source)} comes from {parts}, "
            "so the marks around it are missing or empty; add what was lost, or reword the sentence"
        )


@dataclass(frozen=True, slots=True)
class MarksEmpty:
    """Tags or formats of this sentence (counted from 1 in its text) have no words of its translation between them."""

    code: ClassVar = WarningCode.MARKS_EMPTY
    segment: int
    source: str
    parts: tuple[str, ...]

    def __str__(self) -> str:
        parts = ", ".join(repr(_excerpt(part)) for part in self.parts)
        return (
            f"in the translation of {_sentence(self.segment, self.source)} there are no words for the tags or formats "
            f"around {parts}; add what was lost, or mark fewer words"
        )


TextWarning = (
    LongSentence
    | Truncation
    | Shortened
    | Repetition
    | Copied
    | Untranslated
    | NumbersDiffer
    | NumbersRepaired
    | PlaceholderRepaired
    | BracketsDiffer
    | MarksEmpty
)


def values_of(warning: TextWarning) -> Values:
    """What its text is made of, for whoever says it in another language: only what there is, of texts the beginning."""
    given = ((field.name, getattr(warning, field.name)) for field in fields(warning))
    return {_wire_name(name): _wire_value(value) for name, value in given if value not in (None, ())}


def _wire_name(name: str) -> str:
    first, *others = ("sentence" if name == "segment" else name).split("_")
    return first + "".join(map(str.capitalize, others))


def _wire_value(value: str | int | tuple[str, ...]) -> str | int | list[str]:
    if isinstance(value, tuple):
        return [*map(_excerpt, value)]
    return _excerpt(value) if isinstance(value, str) else value


def _sentence(number: int, source: str) -> str:
    return f"sentence {number} ({_excerpt(source)!r})"


def _excerpt(source: str) -> str:
    return source if len(source) <= _EXCERPT else f"{source[:_EXCERPT]}…"
