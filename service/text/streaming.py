"""Which part of a translation can be sent while it is still growing: what was sent is never taken back.

What is wrong with a translation is known at its end; it is asked for again then, and must begin with what was sent. So
nothing is sent as long as it may have to go: before it is clear that it is no copy of its source, from where it begins
to repeat itself, and from a character on that it should not have. What is sent depends on the tokens alone.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from service.runtime.tokenizer import Tokenizer
from service.text.brackets.nesting import before_marks
from service.text.faults.copying import CopyWatch
from service.text.faults.finishing import before_end, ends_openly, ends_otherwise
from service.text.faults.scripts import wrongly_written
from service.text.faults.stuttering import RunWatch, has_run


@dataclass(frozen=True, slots=True)
class Sent:
    """The beginning of a translation, which has to stay."""

    text: str = ""
    token_ids: tuple[int, ...] = ()


class HeldBack:
    """Holds the text of one sentence back where it may not stay, in whole tokens."""

    def __init__(self, source: str, language: str, tokenizer: Tokenizer) -> None:
        self._language = language
        self._decoder = tokenizer.incremental()
        self._copies = CopyWatch(source)
        self._runs = RunWatch()
        self._source = source
        self._may_lose_end = ends_openly(source)
        self._text = ""
        self._token_ids: list[int] = []
        self._num_sent = 0  # tokens
        self._ends: list[int] = []  # where the text of each token ends
        self._is_over = False

    def push(self, token_id: int) -> str:
        """What can be sent now that there is one more token."""
        self._text += self._decoder.push(token_id)
        self._token_ids.append(token_id)
        self._ends.append(len(self._text))
        num_repeated = self._runs.push(token_id)
        if not self._copies.look(self._text, is_complete=False) or self._is_lost():
            return ""
        ready = self._text[: self._ends[-1 - num_repeated]] if num_repeated < len(self._ends) else ""
        ready = before_marks(ready, self._end_of_sent)  # of which the source has none
        if self._may_lose_end or ends_otherwise(ready.rstrip(), self._source):
            ready = before_end(ready)
        if not any(map(str.isalnum, ready)):  # a translation without a word is none
            return ""
        return self._send(len(ready))

    def _is_lost(self) -> bool:
        """Whether it has gone wrong for good."""
        self._is_over = self._is_over or bool(wrongly_written(self._text, self._language))
        self._is_over = self._is_over or (self._runs.may_be_loop and has_run(self._text))
        return self._is_over

    def _send(self, end: int) -> str:
        """The text up to `end`, as far as whole tokens go and it is new."""
        number = bisect_left(self._ends, end, self._num_sent)
        if number == len(self._ends) or self._ends[number] > end:
            number -= 1
        start = self._end_of_sent
        if number < self._num_sent or self._ends[number] <= start:
            return ""
        self._num_sent = number + 1
        return self._text[start : self._end_of_sent]

    @property
    def _end_of_sent(self) -> int:
        return self._ends[self._num_sent - 1] if self._num_sent else 0

    @property
    def sent(self) -> Sent:
        """All that could be sent until now."""
        return Sent(self._text[: self._end_of_sent], tuple(self._token_ids[: self._num_sent]))

    def rest(self, text: str) -> str:
        """What is left to be sent of the final text."""
        return text[self._end_of_sent :]


def replayed(token_ids: Sequence[int], back: HeldBack) -> Sent:
    """What a stream of a finished translation would have sent before its end."""
    for token_id in token_ids:
        back.push(token_id)
    return back.sent
