"""What the engine is asked to do."""

import enum
from dataclasses import dataclass

from service.engine.options import DecodingOptions


class Priority(enum.Enum):
    """Who goes first where several wait."""

    INTERACTIVE = "interactive"
    BATCH = "batch"  # lets later interactive ones pass, up to a bound


@dataclass(frozen=True, slots=True)
class GenerationRequest:
    """One source, its end token included, to be continued by the decoder. Ids of open requests are unique.

    A request that streams gets a TokenEvent for every token as soon as it is certain; without, only the terminal event.
    One that has not ended within `max_seconds` of its submission fails with DeadlineExceeded, which tells its owner the
    `allowed_seconds`: part of them may have been over by then.
    """

    request_id: str
    source_ids: tuple[int, ...]
    options: DecodingOptions
    stream: bool = False
    priority: Priority = Priority.INTERACTIVE
    max_seconds: float | None = None
    allowed_seconds: float | None = None  # `max_seconds`, if not given

    def __post_init__(self) -> None:
        if not self.source_ids:
            raise ValueError(f"request {self.request_id!r} has no source tokens; end every source with eos")
        if self.max_seconds is not None and not self.max_seconds > 0:
            raise ValueError(f"max_seconds must be above 0, not {self.max_seconds}")
