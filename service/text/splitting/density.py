"""How many sentences a text may have, from its length alone: to refuse it before it is split, when a queue is full."""

_KEPT = 0.99  # of what was learned, with each new text: about the last hundred count


class SentenceDensity:
    """Sentences for each character, in the texts of late. Any thread: a count that is lost does no harm."""

    def __init__(self) -> None:
        self._num_chars = 0.0
        self._num_sentences = 0.0

    def learn(self, num_chars: int, num_sentences: int) -> None:
        """One more text."""
        self._num_chars = _KEPT * self._num_chars + num_chars
        self._num_sentences = _KEPT * self._num_sentences + num_sentences

    def expected(self, num_chars: int) -> int:
        """Whole sentences in texts of so many characters; 0 before anything was learned."""
        return int(num_chars * self._num_sentences / self._num_chars) if self._num_chars else 0
