"""What requests are told about their tokens besides the ids: log-probabilities, the likeliest others, alignment.

n rows, r of them that report scores, V vocabulary.
"""

import numpy as np

from service.engine.arrays import Logits, Rows
from service.engine.events import TokenEvent
from service.engine.options import DecodingOptions
from service.engine.runner import Runner
from service.engine.topk import Ranking

Top = tuple[tuple[int, float], ...]


class PlainTokens(dict[int, TokenEvent]):
    """The event of a token of which nothing but the id is told: one for all times that it is generated."""

    def __missing__(self, token_id: int) -> TokenEvent:
        event = self[token_id] = TokenEvent(token_id)
        return event


class StepNotes:
    """The model's own view of one step, kept apart from logits that processors change."""

    def __init__(self, runner: Runner) -> None:
        self.plain = PlainTokens()
        self._runner = runner
        self._ranking = Ranking(runner.num_slots, runner.vocab_size)
        self._places: dict[int, int] = {}  # of a row in the arrays below
        self._logits = np.empty((0, runner.vocab_size), np.float32)
        self._normalizers = np.empty(0)
        self._tops: list[Top] = []

    def read(self, logits: Logits, rows: Rows, *, num_top: int) -> None:
        """Remember what the model says in `rows` [r] of logits [n, V], and the `num_top` likeliest tokens of each."""
        self._places = {row: place for place, row in enumerate(rows.tolist())}
        self._logits = logits[rows]
        each = np.arange(len(rows))
        self._ranking.load(self._logits)
        self._ranking.clear_broken(each)
        self._normalizers = self._ranking.log_normalizers(each)
        self._tops = self._read_tops(each, num_top) if num_top else [()] * len(rows)

    def _read_tops(self, each: Rows, num_top: int) -> list[Top]:
        ids, values = self._ranking.best(each, num_top)
        logprobs = values - self._normalizers[:, None]
        pairs = zip(ids.tolist(), logprobs.tolist(), strict=True)
        return [tuple(zip(row_ids, row_logprobs, strict=True)) for row_ids, row_logprobs in pairs]

    def event(self, options: DecodingOptions, row: int, token_id: int) -> TokenEvent:
        """What a request with these options is told of the token that `row` led to in this step."""
        return TokenEvent(
            token_id,
            logprob=self._logprob(row, token_id) if options.logprobs else None,
            top=self._tops[self._places[row]][: options.top_logprobs] if options.top_logprobs else (),
            alignment=self._runner.alignment(row) if options.alignment else None,
        )

    def _logprob(self, row: int, token_id: int) -> float:
        place = self._places[row]
        return float(self._logits[place, token_id] - self._normalizers[place])
