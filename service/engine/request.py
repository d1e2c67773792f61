"""What the engine is asked to do."""

from dataclasses import dataclass

from service.engine.options import SamplingOptions


@dataclass(frozen=True, slots=True)
class GenerationRequest:
    """One source, its end token included, to be continued by the decoder. Ids of open requests are unique."""

    request_id: str
    source_ids: tuple[int, ...]
    options: SamplingOptions

    def __post_init__(self) -> None:
        if not self.source_ids:
            raise ValueError(f"request {self.request_id!r} has no source tokens; end every source with eos")
