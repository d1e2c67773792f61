"""Reading a generation to its end."""

from service.engine.client import Generation
from service.engine.errors import EngineStopped
from service.engine.events import Cancelled, Event, Failed, Finished, TokenEvent


def ending_of(event: Event, number: int) -> Finished | None:
    """The good end of sentence `number` that an event is; None for a token. Raises EngineError for a bad end."""
    match event:
        case Finished():
            return event
        case Failed(error):
            raise error
        case Cancelled():
            raise EngineStopped(f"sentence {number} was cancelled before its end")
        case TokenEvent():
            return None


async def finished_of(generation: Generation, number: int) -> Finished:
    """The end of a generation whose tokens are of no interest. Raises EngineError."""
    async for event in generation:
        if finished := ending_of(event, number):
            return finished
    raise EngineStopped(f"sentence {number} ended without a result")
