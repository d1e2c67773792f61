"""How texts are translated: what the requests of every API are turned into."""

import enum
from dataclasses import dataclass


class Split(enum.Enum):
    """Where sentences end, apart from the rules of the language."""

    LINES = "1"  # at every line break, and inside a line by the rules: lines stay lines
    NONE = "0"  # nowhere but at blank lines, unless it is too long for the model; line breaks inside become spaces
    # By the rules and at blank lines. A line break between two sentences stays; one inside a sentence becomes a space,
    # or nothing between Chinese characters: hard-wrapped paragraphs are translated as whole sentences.
    PARAGRAPHS = "nonewlines"


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslationOptions:
    """Greedy and whole by default."""

    num_beams: int = 1
    # Further hypotheses for each text, at most. Where `num_beams` is not above their number they are searched apart,
    # with one beam more than their number: the translation itself is the same however many are asked for.
    num_alternatives: int = 0
    is_streamed: bool = False  # the text is wanted as it comes
    wants_alignment: bool = False  # the cross-attention of every sentence is wanted
    split: Split = Split.LINES
    # What stays as it is wherever it occurs, and pairs of a source term and what it has to become.
    no_translate: tuple[str, ...] = ()
    glossary: tuple[tuple[str, str], ...] = ()
