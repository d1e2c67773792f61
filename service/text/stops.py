"""Strings that end a generation. The engine knows ids: a StopStrings is the condition that it asks."""

from collections.abc import Sequence

from service.runtime.tokenizer import Tokenizer


class StopStrings:
    """Met by the token that completes one of the strings in the text, wherever in the token that is."""

    def __init__(self, tokenizer: Tokenizer, strings: Sequence[str]) -> None:
        if "" in strings:
            raise ValueError("a stop string is empty: every text has it at once")
        self._tokenizer = tokenizer
        self._needles = [string.encode("utf-8") for string in strings]
        self._reach = max(map(len, self._needles), default=1) - 1

    def is_met(self, token_ids: Sequence[int]) -> bool:
        """Whether the last of `token_ids` completes a string; the tokens before it were asked about before."""
        num_new = len(self._tokenizer.token_bytes(token_ids[-1]))
        if not num_new:
            return False
        end = self._end(token_ids, num_new + self._reach)
        return any(needle in end[1 - num_new - len(needle) :] for needle in self._needles)

    def _end(self, token_ids: Sequence[int], num_bytes: int) -> bytes:
        """At least the last `num_bytes` bytes of the text, or all of it."""
        data = b""
        position = len(token_ids)
        while len(data) < num_bytes and position:
            position -= 1
            data = self._tokenizer.token_bytes(token_ids[position]) + data
        # The space that the first token begins with is not in the text.
        return data if position else data.removeprefix(b" ")
