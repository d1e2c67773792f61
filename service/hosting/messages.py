"""What a server and a process with its engines tell each other. A worker is known by its place in that process."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from service.engine.limits import Limits
from service.engine.request import GenerationRequest
from service.engine.stats import Counters
from service.runtime.bundle import Bundle
from service.runtime.device import Device


class Order(NamedTuple):
    """What is to be loaded, the first message to a process. `num_slots` and `threads` are of each worker."""

    bundle: Bundle
    device: Device
    num_workers: int
    num_slots: int
    threads: int
    log_level: int


class Ready(NamedTuple):
    """The first answer, if nothing went wrong: what the workers really have."""

    provider: str
    threads: int
    limits: Sequence[Limits]  # of each worker


class Refused(NamedTuple):
    """The first answer, if it cannot be loaded."""

    error: Exception


class Submit(NamedTuple):
    """Let a request in. `ticket` is what its events are called by."""

    worker: int
    ticket: int
    request: GenerationRequest


class Cancel(NamedTuple):
    """End a request."""

    worker: int
    request_id: str


class Stop(NamedTuple):
    """End a worker, and what it has open."""

    worker: int
    reason: str


class Status(NamedTuple):
    """What a worker is at."""

    round: int = 0  # the step that it is at work on, or was
    num_active: int = 0
    num_running: int = 0
    num_running_tokens: int = 0
    counters: Counters | None = None  # None before the first report
    mean_duration_s: float = 0.0  # of the sequences that ended lately
    trouble: str | None = None
    has_ended: bool = False


Run = tuple[Literal["encoded"], int, int, float] | tuple[Literal["stepped", "moved"], int, float]
"""One call of an EngineObserver."""

EncodedEvents = Sequence[Any]
"""The events of one request in one step, see codec.py."""


class Report(NamedTuple):
    """What happened in a worker since the last report."""

    worker: int
    events: Sequence[tuple[int, EncodedEvents]]  # by ticket
    runs: Sequence[Run]
    status: Status
