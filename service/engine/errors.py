"""Why a request was refused or failed. No HTTP here: the API maps each class to a status.

EngineError
├── InvalidRequest      cannot be served as it is; asking again will not help
│   ├── SourceTooLong
│   ├── TargetTooLong
│   ├── TooManyRows
│   ├── TokenOutOfRange
│   ├── NoTokenLeft
│   └── DuplicateRequest
├── QueueFull           try again later
│   └── TokensFull
├── DeadlineExceeded    it took longer than its request allowed
│   └── WaitedTooLong   and had not even begun
├── EngineStopped       the engine is not running (any more)
└── GenerationFailed    the model failed while this request was running
"""


class EngineError(Exception):
    """Base of the errors below; the text is fit for the user. Pickles whatever its constructor takes."""

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[EngineError], args: tuple[object, ...], attributes: dict[str, object]) -> EngineError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(attributes)
    return error


class InvalidRequest(EngineError):
    """The request cannot be served as it is."""


class SourceTooLong(InvalidRequest):
    """More source tokens than the model takes."""

    def __init__(self, given: int, limit: int) -> None:
        super().__init__(f"the source has {given} tokens, the model takes at most {limit}; shorten it")
        self.given = given
        self.limit = limit


class TargetTooLong(InvalidRequest):
    """More new tokens asked for than the model can generate, behind the prefix if there is one."""

    def __init__(self, given: int, limit: int, *, num_prefix: int = 0) -> None:
        where = f" behind a prefix of {num_prefix}" if num_prefix else ""
        together = ", both together" if num_prefix else ""
        super().__init__(f"{given} new tokens were asked for{where}, the model generates at most {limit}{together}")
        self.given = given
        self.limit = limit


class TooManyRows(InvalidRequest):
    """More beams or sampled sequences than can run at once."""

    def __init__(self, given: int, limit: int) -> None:
        super().__init__(
            f"{given} beams or sampled sequences were asked for, this server runs at most {limit} rows at once; "
            "ask for fewer, or start it with more rows"
        )
        self.given = given
        self.limit = limit


class TokenOutOfRange(InvalidRequest):
    """An id that the model's vocabulary does not have; `kind` says where it was given."""

    def __init__(self, token_id: int, vocab_size: int, *, kind: str = "source token") -> None:
        super().__init__(f"{kind} {token_id} is outside the vocabulary: ids go from 0 to {vocab_size - 1}")
        self.token_id = token_id
        self.vocab_size = vocab_size


class NoTokenLeft(InvalidRequest):
    """The options forbid every token."""

    def __init__(self) -> None:
        super().__init__(
            "suppress_tokens, no_repeat_ngram_size and min_new_tokens together forbid every token; relax one of them"
        )


class DuplicateRequest(InvalidRequest):
    """A request with this id has not ended yet."""

    def __init__(self, request_id: str) -> None:
        super().__init__(f"request id {request_id!r} is in use; choose another one")
        self.request_id = request_id


class QueueFull(EngineError):
    """As many requests are waiting as may wait."""

    def __init__(self, size: int, retry_after_s: float) -> None:
        self.size = size
        self.retry_after_s = retry_after_s
        super().__init__(f"{self.cause}; try again in {retry_after_s:.0f} s")

    @property
    def cause(self) -> str:
        """What there is too much of."""
        return f"{self.size} requests are waiting already"


class TokensFull(QueueFull):
    """The sources of the open requests have so many tokens that those of one more would be too many."""

    def __init__(self, size: int, given: int, limit: int, retry_after_s: float) -> None:
        self.given = given
        self.limit = limit
        super().__init__(size, retry_after_s)

    @property
    def cause(self) -> str:
        """What there is too much of, with all numbers."""
        return f"{self.size} source tokens are open already, {self.given} more would be above the limit of {self.limit}"


class DeadlineExceeded(EngineError):
    """The request has not ended in its time."""

    state = "its answer was not complete"
    remedy = "allow more time or ask for less"

    def __init__(self, seconds: float) -> None:
        super().__init__(f"the request may take {seconds:.3g} s, and {self.state} by then; {self.remedy}")
        self.seconds = seconds


class WaitedTooLong(DeadlineExceeded):
    """The request's time was over before its turn had come."""

    state = "it was still waiting for its turn"
    remedy = "try again later"


class EngineStopped(EngineError):
    """The engine is not running: not started yet, stopped, or broken."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the engine is not running: {reason}")
        self.reason = reason


class GenerationFailed(EngineError):
    """The model failed while this request was running; the same request may succeed later."""
