"""A piece of a text with what there is to do about it."""

from dataclasses import dataclass

from service.text.sentence import Sentence
from service.text.showing import Look
from service.text.splitting.segments import Piece
from service.text.warnings import TextWarning


@dataclass(frozen=True, slots=True)
class Planned:
    """`source_ids` are for the model; without them a piece is only put together.

    `sentence` says what is special about it; None if nothing is.
    """

    piece: Piece
    source_ids: tuple[int, ...]
    sentence: Sentence | None = None
    warnings: tuple[TextWarning, ...] = ()  # that planning has found
    set_as: str = ""  # the source, where its letters were set apart

    def described(self, look: Look) -> Sentence:
        """The sentence, also where nothing is special about it."""
        return self.sentence or Sentence(self.piece.text, (), (), look)
