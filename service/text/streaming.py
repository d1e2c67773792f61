"""Which part of a translation can be sent while it is still growing: what was sent is never taken back."""

from service.runtime.tokenizer import IncrementalDecoder
from service.text.copying import CopyWatch
from service.text.finishing import FINAL_PUNCTUATION, ends_openly


class HeldBack:
    """Holds the text of one sentence until it has shown to be no copy of its source, and a full stop that may go."""

    def __init__(self, source: str, decoder: IncrementalDecoder) -> None:
        self.sent = ""
        self._decoder = decoder
        self._watch = CopyWatch(source)
        self._may_lose_end = ends_openly(source)
        self._held = ""

    def push(self, token_id: int) -> str:
        """What can be sent now that there is one more token."""
        self._held += self._decoder.push(token_id)
        if not self._held or not self._watch.look(self.sent + self._held, is_complete=False):
            return ""
        ready = self._held.rstrip().rstrip(FINAL_PUNCTUATION).rstrip() if self._may_lose_end else self._held
        self._held = self._held[len(ready) :]
        self.sent += ready
        return ready

    def rest(self, text: str) -> str:
        """What is left to be sent of the final text."""
        return text[len(self.sent) :]
