"""Where an answer ends before its text does: at a stop string, or at so many tokens."""

from collections.abc import Sequence

from service.api.schemas.openai_answers import Reason
from service.runtime.tokenizer import Tokenizer


class Cutter:
    """Passes a text on, delta by delta, up to the first of `stops` or to `max_tokens` of `tokenizer`.

    What may be the beginning of a stop string is held back until it is known.
    """

    def __init__(self, stops: Sequence[str], max_tokens: int | None, tokenizer: Tokenizer) -> None:
        self.reason: Reason | None = None  # why nothing more is passed on
        self._stops = stops
        self._max_tokens = max_tokens
        self._tokenizer = tokenizer
        self._held = ""
        self._passed = ""
        self._spare = max_tokens or 0  # that many bytes can come before tokens have to be counted again

    def push(self, delta: str) -> str:
        """What of the text so far is certain to be in the answer, and was not passed on yet."""
        text = self._held + delta
        ends = [position for stop in self._stops if (position := text.find(stop)) >= 0]
        if ends:
            self._held = ""
            self.reason = "stop"
            return self._within_limit(text[: min(ends)])
        num_held = max((_overlap(text, stop) for stop in self._stops), default=0)
        self._held = text[len(text) - num_held :]
        return self._within_limit(text[: len(text) - num_held])

    def flush(self) -> str:
        """What was held back, at the end of the text."""
        held, self._held = self._held, ""
        return self._within_limit(held)

    def _within_limit(self, text: str) -> str:
        """A token has at least one byte, so most of the time nothing needs to be counted."""
        if self._max_tokens is None:
            return text
        shown, self._passed = self._passed, self._passed + text
        self._spare -= len(text.encode())
        if self._spare >= 0:
            return text
        ids = self._tokenizer.encode(self._passed)
        self._spare = self._max_tokens - len(ids)
        if self._spare >= 0:
            return text
        self.reason = "length"
        whole = self._tokenizer.decode(ids[: self._max_tokens]).rstrip("\ufffd")
        return whole.removeprefix(shown) if whole.startswith(shown) else ""


def _overlap(text: str, stop: str) -> int:
    """How many characters at the end of `text` could begin `stop`."""
    sizes = range(min(len(text), len(stop) - 1), 0, -1)
    return next((size for size in sizes if text.endswith(stop[:size])), 0)
