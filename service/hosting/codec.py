"""Messages as bytes: pickled, with the tokenizer of the bundle by name, and events without what they do not have.

Both ends are the same program on the same machine, and nobody else has the socket between them.
"""

import io
import pickle
from collections.abc import Callable, Sequence
from typing import Any, Final

from service.engine.events import Event, Finished, FinishReason, Hypothesis, Timings, TokenEvent
from service.hosting.messages import EncodedEvents
from service.runtime.tokenizer import Tokenizer

_PROTOCOL: Final = 5
_TOKENIZER: Final = "tokenizer"
_REASONS: Final = tuple(FinishReason)


def dump(message: object) -> bytes:
    """A message that has no tokenizer in it."""
    return pickle.dumps(message, _PROTOCOL)


def dump_with_tokenizer(message: object) -> bytes:
    """A message that may have one, as a stop condition does: the other end puts in its own. Takes longer."""
    buffer = io.BytesIO()
    _Pickler(buffer, _PROTOCOL).dump(message)
    return buffer.getvalue()


def load(data: bytes, open_tokenizer: Callable[[], Tokenizer] | None = None) -> Any:
    """The message. Raises UnpicklingError where it needs a tokenizer and there is none."""
    return _Unpickler(data, open_tokenizer).load()


class _Pickler(pickle.Pickler):
    def persistent_id(self, obj: object) -> str | None:
        return _TOKENIZER if isinstance(obj, Tokenizer) else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, data: bytes, open_tokenizer: Callable[[], Tokenizer] | None) -> None:
        super().__init__(io.BytesIO(data))
        self._open_tokenizer = open_tokenizer

    def persistent_load(self, pid: object) -> Tokenizer:
        if pid != _TOKENIZER or self._open_tokenizer is None:
            raise pickle.UnpicklingError(f"there is no {pid} here")
        return self._open_tokenizer()


def encode_events(events: Sequence[Event]) -> EncodedEvents:
    """Tokens that have nothing but their id become it, answers of such tokens become tuples; others stay as they are.

    Most are of that kind, and dataclasses take ten times as long.
    """
    return [_encode(event) for event in events]


def decode_events(encoded: EncodedEvents) -> tuple[Event, ...]:
    """The events again."""
    return tuple(map(_decode, encoded))


def _encode(event: Event) -> Any:
    match event:
        case TokenEvent():
            return event.token_id if _is_plain(event) else event
        case Finished(hypotheses, timings, seed) if all(
            _is_plain(token) for hypothesis in hypotheses for token in hypothesis.tokens
        ):
            times = (timings.queue_s, timings.encode_s, timings.decode_s, timings.first_token_s)
            return [(h.token_ids, _REASONS.index(h.reason), h.score) for h in hypotheses], times, seed
        case _:
            return event


def _decode(encoded: Any) -> Event:
    match encoded:
        case int():
            return TokenEvent(encoded)
        case tuple():
            hypotheses, times, seed = encoded
            return Finished(tuple(_hypothesis(*parts) for parts in hypotheses), Timings(*times), seed)
        case _:
            event: Event = encoded
            return event


def _hypothesis(token_ids: Sequence[int], reason: int, score: float | None) -> Hypothesis:
    return Hypothesis(tuple(map(TokenEvent, token_ids)), _REASONS[reason], score)


def _is_plain(token: TokenEvent) -> bool:
    return token.logprob is None and not token.top and token.alignment is None
