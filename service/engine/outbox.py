"""Events on their way out: collected during a step, handed to each request's sink once at its end."""

from collections.abc import Callable, Iterable

from service.engine.events import Event, TerminalEvent, TokenEvent
from service.engine.sequence import TokenSequence


class Outbox:
    """Events by sequence, in order."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._posted: dict[TokenSequence, list[Event]] = {}

    def post_tokens(self, sequence: TokenSequence, events: Iterable[TokenEvent]) -> None:
        """Keep tokens of a stream until the next `deliver`."""
        if sequence.first_token_at is None:
            sequence.first_token_at = self._clock()
        self._posted.setdefault(sequence, []).extend(events)

    def post_end(self, sequence: TokenSequence, event: TerminalEvent) -> None:
        """Keep the one terminal event until the next `deliver`."""
        self._posted.setdefault(sequence, []).append(event)

    def deliver(self) -> None:
        """Call the sink of every sequence that has events, once."""
        posted, self._posted = self._posted, {}
        for sequence, events in posted.items():
            sequence.sink(tuple(events))
