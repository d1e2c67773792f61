"""What every row has written, and what its next token takes, as arrays: a step works on all rows at once.

C rows, M target capacity, n rows in use, r some of them.
"""

from collections.abc import Sequence

import numpy as np

from service.engine.arrays import Counts, Ids, Rows, TokenIds
from service.engine.sequence import TokenSequence
from service.runtime.compiling import compiled


class Need:
    """Bits that say what a row needs in a step besides its best token. Plain numbers: they meet arrays of them."""

    PREFIX = 1  # its next token is given
    PROCESS = 2  # its scores are changed before a token is chosen
    SAMPLE = 4
    SCORES = 8  # log-probabilities are reported
    ALIGNMENT = 16
    STOP = 32  # a stop condition has to be asked
    STREAM = 64
    LOOP = 128  # a loop ends it
    BEAM = 256  # a beam search chooses its tokens, and shows them
    ACTIVE = 512  # set in every row that is in use
    NOTES = SCORES | ALIGNMENT


_ACTIVE, _BEAM = Need.ACTIVE, Need.BEAM  # compiled code reads no attributes


class Targets:
    """The targets of all rows. Nobody else writes these arrays; a row's place in them is its number."""

    def __init__(self, capacity: int, max_target_tokens: int) -> None:
        self.history = np.zeros((capacity, max_target_tokens), np.int32)  # [C, M], the prefix from the start
        self.lengths = np.zeros(capacity, np.intp)  # how many of them count; as many does the cache hold
        self.inputs = np.zeros(capacity, np.int64)  # what the decoder reads next
        self.prefix_lengths = np.zeros(capacity, np.intp)
        self.limits = np.zeros(capacity, np.intp)  # the length that ends it
        self.needs = np.zeros(capacity, np.int64)
        self._singles = np.zeros(capacity, np.intp)

    def start(self, rows: Sequence[int], sequence: TokenSequence, *, decoder_start: int) -> None:
        """Rows begin with the targets of a sequence, the first one with what is streamed."""
        options = sequence.options
        prefix, limit, needs = options.prefix, options.num_target_tokens, _needs(sequence)
        for row in rows:  # numpy takes longer to read a list of a few rows than to write a number for each
            if prefix:
                self.history[row, : len(prefix)] = prefix
            self.lengths[row] = 0
            self.inputs[row] = decoder_start
            self.prefix_lengths[row] = len(prefix)
            self.limits[row] = limit
            self.needs[row] = needs
        if sequence.request.stream:
            self.needs[rows[0]] |= Need.STREAM

    def wanted(self, n: int) -> int:
        """Every bit that any of the first n rows needs."""
        return _wanted(self.needs, n)

    def singles(self, n: int) -> Rows:
        """Of the first n rows those in use and in no beam search: a view until the next call."""
        return self._singles[: _find_singles(self.needs, n, self._singles)]

    def leave(self, rows: Sequence[int]) -> None:
        """Nobody sits in these rows any more. A step may still run them: with what does no harm."""
        for row in rows:
            self.needs[row] = 0
            self.lengths[row] = 0
            self.prefix_lengths[row] = 0

    def append(self, rows: Rows, tokens: Ids) -> None:
        """Each of `rows` [r] goes on with one of `tokens` [r]."""
        _append(self.history, self.lengths, self.inputs, rows, tokens)

    def fork(self, sources: Rows, targets: Rows) -> None:
        """`targets` [r] take over what `sources` [r], as long as they are, have written."""
        _copy(self.history, self.lengths, sources, targets)

    def move(self, sources: Rows, targets: Rows) -> None:
        """`targets` [r] become what `sources` [r] are."""
        longest = max(self.lengths[sources].max(), self.prefix_lengths[sources].max())
        self.history[targets, :longest] = self.history[sources, :longest]
        for array in (self.lengths, self.inputs, self.prefix_lengths, self.limits, self.needs):
            array[targets] = array[sources]

    def token_ids(self, row: int) -> TokenIds:
        """All tokens of a row, prefix included: a view."""
        return self.history[row, : self.lengths[row]]

    def new_token_ids(self, row: int) -> list[int]:
        """The tokens of a row behind its prefix."""
        ids: list[int] = self.history[row, self.prefix_lengths[row] : self.lengths[row]].tolist()
        return ids


@compiled("int64(int64[::1], int64)")
def _wanted(needs: Ids, n: int) -> int:
    wanted = 0
    for row in range(n):
        wanted |= needs[row]
    return wanted


@compiled("int64(int64[::1], int64, int64[::1])")
def _find_singles(needs: Ids, n: int, singles: Rows) -> int:
    num_singles = 0
    for row in range(n):
        if needs[row] & (_ACTIVE | _BEAM) == _ACTIVE:
            singles[num_singles] = row
            num_singles += 1
    return num_singles


@compiled("void(int32[:, ::1], int64[::1], int64[::1], int64[::1], int64[::1])")
def _append(history: TokenIds, lengths: Counts, inputs: Ids, rows: Rows, tokens: Ids) -> None:
    for place in range(len(rows)):
        row, token = rows[place], tokens[place]
        history[row, lengths[row]] = token
        lengths[row] += 1
        inputs[row] = token


@compiled("void(int32[:, ::1], int64[::1], int64[::1], int64[::1])")
def _copy(history: TokenIds, lengths: Counts, sources: Rows, targets: Rows) -> None:
    for place in range(len(sources)):
        source, target = sources[place], targets[place]
        for token in range(lengths[source]):
            history[target, token] = history[source, token]


def _needs(sequence: TokenSequence) -> int:
    options = sequence.options
    bits = {
        Need.ACTIVE: True,
        Need.PREFIX: bool(options.prefix),
        Need.PROCESS: bool(sequence.processors),
        Need.SAMPLE: sequence.seed is not None,
        Need.SCORES: options.logprobs or options.top_logprobs > 0,
        Need.ALIGNMENT: options.alignment,
        Need.STOP: options.stop is not None,
        Need.LOOP: options.stop_on_loop,
    }
    return sum(bit for bit, is_needed in bits.items() if is_needed)
