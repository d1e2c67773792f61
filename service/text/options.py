"""How texts are translated: what the requests of every API are turned into."""

import enum
from dataclasses import dataclass


class Split(enum.Enum):
    """Where sentences end, apart from the rules of the language."""

    LINES = "1"  # at every line break, and inside a line by the rules
    NONE = "0"  # nowhere: a text is one sentence, unless it is too long for the model
    PARAGRAPHS = "nonewlines"  # by the rules; a single line break is a space, a blank line ends a paragraph


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslationOptions:
    """Greedy and whole by default."""

    num_beams: int = 1
    num_alternatives: int = 0  # further hypotheses for each text, at most; they need as many beams and one more
    is_streamed: bool = False  # the text is wanted as it comes
    wants_alignment: bool = False  # the cross-attention of every sentence is wanted
    split: Split = Split.LINES
    # What stays as it is wherever it occurs, and pairs of a source term and what it has to become.
    no_translate: tuple[str, ...] = ()
    glossary: tuple[tuple[str, str], ...] = ()
