"""What the engine is asked to do."""

from dataclasses import dataclass

from service.engine.options import DecodingOptions


@dataclass(frozen=True, slots=True)
class GenerationRequest:
    """One source, its end token included, to be continued by the decoder. Ids of open requests are unique.

    A request that streams gets a TokenEvent for every token as soon as it is certain; without, only the terminal event.
    """

    request_id: str
    source_ids: tuple[int, ...]
    options: DecodingOptions
    stream: bool = False

    def __post_init__(self) -> None:
        if not self.source_ids:
            raise ValueError(f"request {self.request_id!r} has no source tokens; end every source with eos")
