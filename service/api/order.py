"""The translation request inside: what each API turns its own wire format into, and nothing else reads."""

from dataclasses import dataclass, field

from service.text.marks import MarkedText
from service.text.options import TranslationOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Texts to be translated together. Languages are codes as users write them."""

    texts: tuple[MarkedText, ...]
    source: str | None  # None: detected, for each text by itself
    target: str
    model: str | None = None  # a bundle; None: the first that translates between the languages
    options: TranslationOptions = field(default_factory=TranslationOptions)
    item_name: str | None = None  # what errors call one of several texts, as in `q[3]`; None if there is only one

    def where(self, index: int) -> str:
        """What stands before an error about one text."""
        return f"{self.item_name}[{index}]: " if self.item_name else ""
