"""What a model and its rows allow: whatever goes beyond is refused before it waits."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.engine.errors import NoTokenLeft, SourceTooLong, TargetTooLong, TokenOutOfRange, TooManyRows
from service.engine.options import DecodingOptions
from service.engine.request import GenerationRequest
from service.engine.runner import Runner


@dataclass(frozen=True, slots=True)
class Limits:
    """The largest request that can be served."""

    num_rows: int
    max_source_tokens: int
    max_target_tokens: int
    vocab_size: int

    @classmethod
    def of(cls, runner: Runner) -> "Limits":
        """The limits of one model."""
        return cls(runner.num_slots, runner.max_source_tokens, runner.max_target_tokens, runner.vocab_size)

    def check(self, request: GenerationRequest) -> None:
        """Raise the InvalidRequest that says what is too much, with both numbers."""
        options = request.options
        if len(request.source_ids) > self.max_source_tokens:
            raise SourceTooLong(len(request.source_ids), self.max_source_tokens)
        if options.num_target_tokens > self.max_target_tokens:
            raise TargetTooLong(options.max_new_tokens, self.max_target_tokens, num_prefix=len(options.prefix))
        if options.num_rows > self.num_rows:
            raise TooManyRows(options.num_rows, self.num_rows)
        # One id outside would fail the strangers that are encoded or decoded with it.
        self._check_ids(request.source_ids, "source token")
        self._check_ids(options.prefix, "prefix token")
        self._check_suppressed(options)

    def _check_suppressed(self, options: DecodingOptions) -> None:
        self._check_ids(options.suppress_tokens, "suppressed token")
        if len(options.suppress_tokens) >= self.vocab_size <= len(set(options.suppress_tokens)):
            raise NoTokenLeft

    def _check_ids(self, ids: Sequence[int], kind: str) -> None:
        for token_id in (min(ids), max(ids)) if ids else ():
            if not 0 <= token_id < self.vocab_size:
                raise TokenOutOfRange(token_id, self.vocab_size, kind=kind)
