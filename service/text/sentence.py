"""One sentence before it is translated, with what is special about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from service.text.brackets.nesting import has_brackets
from service.text.faults.finishing import ends_openly
from service.text.faults.scripts import base_language
from service.text.marks import Mark
from service.text.numbers.lost_days import names_day
from service.text.protection.entities import AMPERSAND
from service.text.protection.standins import NUM_SETS
from service.text.showing import Look, Shown, has_any_for_the_eye, show
from service.text.spans import Span
from service.text.splitting.listing import is_list_sign


@dataclass(frozen=True)
class Sentence:
    """A sentence that the model does not simply get as it is, or whose translation has to be looked at.

    Spans and marks are counted from its start; a mark that begins before it or ends behind it goes beyond its edge.
    """

    text: str
    spans: tuple[Span, ...]
    marks: tuple[Mark, ...]
    look: Look

    @property
    def languages(self) -> tuple[str, str]:
        """Of it and of its translation, without what they are like in a region."""
        return base_language(self.look.source), base_language(self.look.target)

    @cached_property
    def has_digits(self) -> bool:
        """Whether there are numbers to compare besides those that are protected."""
        return any(map(str.isdecimal, self.unprotected))

    @cached_property
    def has_days(self) -> bool:
        """Whether it names days of the week or months."""
        return names_day(self.text, self.look.source)

    @cached_property
    def unprotected(self) -> str:
        """The text with a space for each protected part."""
        parts, position = [], 0
        for span in self.spans:
            parts.append(self.text[position : span.start])
            position = span.end
        return " ".join([*parts, self.text[position:]])

    @property
    def has_ampersand(self) -> bool:
        """Whether there is one between words."""
        return AMPERSAND.search(self.text) is not None

    @property
    def has_brackets(self) -> bool:
        """Whether there are some besides those that are protected."""
        return has_brackets(self.unprotected)

    @property
    def is_open(self) -> bool:
        """Whether it ends without punctuation: with a letter, a digit, or a protected part, in brackets or not."""
        end = len(self.text)
        while pair := next((pair for pair in self.look.pairs if pair.end == end), None):
            end = pair.end - 1
        return ends_openly(self.text[:end]) or bool(self.spans and self.spans[-1].end == end)

    def shown(self, number: int, spans: Sequence[Span] | None = None) -> Shown:
        """What the model sees at attempt `number`; with other spans if they are given."""
        return show(self.text, self.spans if spans is None else spans, self.look, number % NUM_SETS)

    @property
    def is_for_model(self) -> bool:
        """Whether there is a letter outside of what is protected that is not the sign of a list's item."""
        return any(map(str.isalpha, self.unprotected)) and not is_list_sign(self.text)

    @property
    def needs_alignment(self) -> bool:
        """Whether places in the translation are needed for something."""
        look = self.look
        return bool(self.spans or self.marks or look.loud or look.pairs) or self.has_ampersand or self.has_brackets

    @property
    def is_special(self) -> bool:
        """Whether anything but the plain way would make a difference."""
        look = self.look
        return bool(
            self.spans
            or self.marks
            or look.is_in_capitals
            or look.is_inverted
            or look.is_continued
            or look.loud
            or look.odd
            or look.names
            or look.pairs
            or self.has_digits
            or self.has_days
            or self.has_brackets
        ) or has_any_for_the_eye(self.text)
