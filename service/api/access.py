"""Who may ask, and how often. Without keys and without a rate limit there is no gate, and nothing is looked at."""

import hashlib
import hmac
import re
import time
from collections.abc import Sequence
from typing import Final

from fastapi import Request
from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from service.api.problems import InvalidKey, MissingKey, RateLimited
from service.settings import Settings

HEADER: Final = re.compile(r"(?:Bearer|DeepL-Auth-Key) +(\S+)", re.IGNORECASE)


class Gate:
    """Lets a request in whose key is known, if that key (without keys: that address) has not sent too many.

    Keys are kept and compared as digests, all of them for every request: how long that takes tells nothing.
    """

    def __init__(self, keys: Sequence[str], limits: Sequence[RateLimitItem], limiter: MovingWindowRateLimiter) -> None:
        self._digests = [_digest(key) for key in keys]
        self._limits = limits
        self._limiter = limiter

    @property
    def needs_key(self) -> bool:
        """Whether there are keys."""
        return bool(self._digests)

    def admit(self, request: Request, field: str | None) -> None:
        """Raises MissingKey, InvalidKey or RateLimited."""
        caller = self._caller(request, field)
        for limit in self._limits:
            if not self._limiter.hit(limit, caller):
                reset = self._limiter.get_window_stats(limit, caller).reset_time
                raise RateLimited(str(limit), reset - time.time())

    def _caller(self, request: Request, field: str | None) -> str:
        """Whom a request counts for."""
        if not self._digests:
            return request.client.host if request.client else ""
        header = HEADER.fullmatch(request.headers.get("authorization", ""))
        key = header[1] if header else field
        if not key:
            raise MissingKey
        digest = _digest(key)
        if not any([hmac.compare_digest(digest, known) for known in self._digests]):
            raise InvalidKey
        return digest.hex()


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()


def build_gate(settings: Settings) -> Gate | None:
    """What the settings ask for; None if that is nothing."""
    keys = settings.all_api_keys
    if not keys and settings.rate_limit is None:
        return None
    limits = [] if settings.rate_limit is None else parse_many(settings.rate_limit)
    return Gate(keys, limits, MovingWindowRateLimiter(MemoryStorage()))


def gate_of(request: Request) -> Gate | None:
    """The gate of the app that a request came to."""
    gate: Gate | None = request.app.state.gate
    return gate


def admit(request: Request, field: str | None = None) -> None:
    """Let a request in; `field` is the key that its body holds. Raises MissingKey, InvalidKey or RateLimited."""
    gate = gate_of(request)
    if gate is not None:
        gate.admit(request, field)
