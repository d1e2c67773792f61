"""Events on their way out: collected during a step, handed to each request's sink once at its end."""

from service.engine.events import Event
from service.engine.sequence import TokenSequence


class Outbox:
    """Events by sequence, in order."""

    def __init__(self) -> None:
        self._posted: dict[TokenSequence, list[Event]] = {}

    def post(self, sequence: TokenSequence, event: Event) -> None:
        """Keep an event until the next `deliver`."""
        self._posted.setdefault(sequence, []).append(event)

    def deliver(self) -> None:
        """Call the sink of every sequence that has events, once."""
        posted, self._posted = self._posted, {}
        for sequence, events in posted.items():
            sequence.sink(tuple(events))
