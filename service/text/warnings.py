"""What the reader of a translation should know about it: which sentences came to no good end, and why."""

import enum
from dataclasses import dataclass, fields
from typing import ClassVar

from service.text.excerpts import excerpt, quoted

Values = dict[str, str | int | float | list[str]]


class WarningCode(enum.StrEnum):
    """The kinds of warnings, as programs tell them apart."""

    SPLIT = "split"
    TRUNCATED = "truncated"
    SHORTENED = "shortened"
    REPETITION = "repetition"
    LOOP_REPAIRED = "loop_repaired"
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
class _OfSentence:
    """About the sentence `source`, or its first part, which is number `segment` of its text, counted from 1."""

    segment: int
    source: str

    @property
    def _sentence(self) -> str:
        return f"sentence {self.segment} ({excerpt(self.source)!r})"


@dataclass(frozen=True, slots=True)
class LongSentence(_OfSentence):
    """This sentence was too long for the model, or for its comfort."""

    code: ClassVar = WarningCode.SPLIT
    num_tokens: int
    limit: int
    num_parts: int
    comfortable: int | None = None  # the longest that the model translates well, if that is known

    def __str__(self) -> str:
        return (
            f"{self._sentence} has {self.num_tokens} tokens, the model {self._limits}: "
            f"it was translated in {self.num_parts} parts; shorten it for a better translation"
        )

    @property
    def _limits(self) -> str:
        """Those that it is beyond."""
        limits = [f"takes at most {self.limit}"] if self.num_tokens > self.limit else []
        return " and ".join([*limits, *([f"translates up to {self.comfortable} well"] if self.comfortable else [])])


@dataclass(frozen=True, slots=True)
class Truncation(_OfSentence):
    """This sentence was cut off, so its translation is incomplete."""

    code: ClassVar = WarningCode.TRUNCATED
    num_tokens: int

    def __str__(self) -> str:
        return (
            f"the translation of {self._sentence} did not end within "
            f"{self.num_tokens} tokens and was cut off there; shorten or split the sentence"
        )


@dataclass(frozen=True, slots=True)
class Shortened(_OfSentence):
    """The translation of this sentence ended by itself, but far too early."""

    code: ClassVar = WarningCode.SHORTENED
    num_source_tokens: int
    num_tokens: int

    def __str__(self) -> str:
        return (
            f"{self._sentence} has {self.num_source_tokens} tokens and its translation only "
            f"{self.num_tokens}: a part of it is probably missing; split the sentence"
        )


@dataclass(frozen=True, slots=True)
class Repetition(_OfSentence):
    """The translation of this sentence said the same again and again."""

    code: ClassVar = WarningCode.REPETITION
    num_tokens: int

    def __str__(self) -> str:
        return (
            f"the translation of {self._sentence} was going round in a loop "
            f"and was ended after {self.num_tokens} tokens; reword or split the sentence"
        )


@dataclass(frozen=True, slots=True)
class LoopRepaired(_OfSentence):
    """All that the model had for this sentence was a loop, until it was kept from saying the same again."""

    code: ClassVar = WarningCode.LOOP_REPAIRED

    def __str__(self) -> str:
        return (
            f"the translation of {self._sentence} was going round in a loop and was made once more without one; "
            "check that it makes sense, or reword the sentence"
        )


@dataclass(frozen=True, slots=True)
class Copied(_OfSentence):
    """This sentence came back instead of a translation: the model had it or nothing."""

    code: ClassVar = WarningCode.COPIED

    def __str__(self) -> str:
        return f"{self._sentence} came back as it was instead of a translation; check its language, or reword it"


@dataclass(frozen=True, slots=True)
class Untranslated(_OfSentence):
    """The translation of this sentence has a part that cannot be in its language."""

    code: ClassVar = WarningCode.UNTRANSLATED
    part: str

    def __str__(self) -> str:
        return (
            f"the translation of {self._sentence} has {excerpt(self.part)!r} in it, "
            "which is not in its language; check the language of the sentence, or reword it"
        )


@dataclass(frozen=True, slots=True)
class NumbersDiffer(_OfSentence):
    """The numbers of this sentence are not those of its translation."""

    code: ClassVar = WarningCode.NUMBERS_DIFFER
    missing: tuple[str, ...]
    added: tuple[str, ...]

    def __str__(self) -> str:
        found = (("lacks", self.missing), ("has in addition", self.added))
        differences = " and ".join(f"{verb} {', '.join(numbers)}" for verb, numbers in found if numbers)
        return f"the translation of {self._sentence} {differences}; check its numbers"


@dataclass(frozen=True, slots=True)
class NumbersRepaired(_OfSentence):
    """The numbers of the translation of this sentence were put right."""

    code: ClassVar = WarningCode.NUMBERS_REPAIRED
    put: tuple[str, ...]
    dropped: tuple[str, ...]

    def __str__(self) -> str:
        done = (("put in", self.put), ("taken out", self.dropped))
        changes = " and ".join(f"{', '.join(numbers)} {verb}" for verb, numbers in done if numbers)
        return f"the model changed numbers in the translation of {self._sentence}: {changes}; check their places"


@dataclass(frozen=True, slots=True)
class PlaceholderRepaired(_OfSentence):
    """The model lost or doubled parts of this sentence that have to stay as they are."""

    code: ClassVar = WarningCode.PLACEHOLDER_REPAIRED
    parts: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"the model did not keep {quoted(self.parts)} in the translation of {self._sentence}; "
            "it was put where it seems to belong: check its place"
        )


@dataclass(frozen=True, slots=True)
class BracketsDiffer(_OfSentence):
    """The model lost what stands in brackets or quotation marks in this sentence, or the numbers between them."""

    code: ClassVar = WarningCode.BRACKETS_DIFFER
    parts: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"in the translation of {self._sentence} the marks around {quoted(self.parts)} are missing, empty "
            "or not around its numbers; add what was lost, put them right, or reword the sentence"
        )


@dataclass(frozen=True, slots=True)
class MarksEmpty(_OfSentence):
    """Tags or formats of this sentence have no words of their own in its translation, but none or those of others."""

    code: ClassVar = WarningCode.MARKS_EMPTY
    parts: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"in the translation of {self._sentence} there are no words for the tags or formats "
            f"around {quoted(self.parts)}; add what was lost, or mark fewer words"
        )


TextWarning = (
    LongSentence
    | Truncation
    | Shortened
    | Repetition
    | LoopRepaired
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
        return [*map(excerpt, value)]
    return excerpt(value) if isinstance(value, str) else value
