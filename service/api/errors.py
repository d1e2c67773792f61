"""From an exception to an answer: one table, and one shape per API, which says where it differs from the table."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Final, TypeVar

from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse

from service.api import problems
from service.engine import errors as engine

logger = logging.getLogger(__name__)
Result = TypeVar("Result")

RETRY_AFTER_S: Final = 1  # for refusals whose cause passes by itself and names no time
INTERNAL_ERROR: Final = "Internal error: this is a fault of the server, not of the request; its log says more"


@dataclass(frozen=True, slots=True)
class Row:
    """How one exception is counted, and the status that most APIs answer it with."""

    error: type[Exception]
    outcome: str
    status: int


# The first row that fits is used: subclasses stand before their base.
TABLE: Final = (
    Row(problems.BodyTooLarge, "too_large", 413),
    Row(problems.UnsupportedContentType, "invalid", 415),
    Row(problems.CompressedBody, "invalid", 415),
    Row(problems.NoRoute, "invalid", 404),
    Row(problems.MissingKey, "unauthorized", 401),
    Row(problems.InvalidKey, "unauthorized", 401),
    Row(problems.RateLimited, "rate_limited", 429),
    Row(problems.Disabled, "invalid", 403),
    Row(problems.UnknownModel, "invalid", 400),
    Row(problems.BadRequest, "invalid", 400),
    Row(problems.InvalidInput, "invalid", 400),
    Row(problems.NotReady, "not_ready", 503),
    Row(problems.ShuttingDown, "shutting_down", 503),
    Row(problems.StorageFull, "failed", 503),
    Row(problems.ClientGone, "cancelled", 499),
    Row(ClientDisconnect, "cancelled", 499),
    Row(engine.SourceTooLong, "too_long", 400),
    Row(engine.TargetTooLong, "too_long", 400),
    Row(engine.InvalidRequest, "invalid", 400),
    Row(engine.TokensFull, "tokens_full", 429),
    Row(engine.QueueFull, "queue_full", 429),
    Row(engine.WaitedTooLong, "deadline", 503),
    Row(engine.DeadlineExceeded, "deadline", 504),
    Row(engine.EngineStopped, "failed", 503),
    Row(engine.GenerationFailed, "failed", 500),
)
REFUSALS: Final = frozenset(row.outcome for row in TABLE) - {"failed", "cancelled", "deadline"}
UNKNOWN: Final = Row(Exception, "failed", 500)


@dataclass(frozen=True, slots=True)
class Failure:
    """An exception together with its row of the table."""

    error: Exception
    row: Row

    @property
    def retry_after_s(self) -> int | None:
        """Whole seconds after which the same request may succeed, where that is so."""
        if isinstance(self.error, engine.QueueFull | problems.RateLimited):
            return max(1, ceil(self.error.retry_after_s))
        return RETRY_AFTER_S if self.row.status == 503 else None

    @property
    def message(self) -> str:
        """What the user is told, before an API puts its own words around it."""
        return INTERNAL_ERROR if self.row is UNKNOWN else str(self.error)


@dataclass(frozen=True, slots=True)
class ErrorShape:
    """One API's way of saying what is wrong, and the statuses in which it differs from the table."""

    body: Callable[[Failure], dict[str, Any]]
    statuses: Mapping[type[Exception], int] = field(default_factory=dict)

    def status(self, failure: Failure) -> int:
        """The status of a whole answer."""
        return self.statuses.get(failure.row.error, failure.row.status)

    def response(self, failure: Failure) -> JSONResponse:
        """A whole answer; inside a stream only `body` is sent."""
        seconds = failure.retry_after_s
        headers = {} if seconds is None else {"Retry-After": str(seconds)}
        return JSONResponse(self.body(failure), self.status(failure), headers)


@dataclass(frozen=True, slots=True)
class FieldNames:
    """What an API calls the fields that the same refusals are about in each."""

    text: str
    source: str
    target: str

    def field_of(self, error: Exception) -> str | None:
        """The field that is to blame, if it is one of these."""
        match error:
            case problems.TooManyTexts() | problems.TextTooLong() | engine.SourceTooLong():
                return self.text
            case problems.UnknownLanguage(role="source"):
                return self.source
            case problems.UnknownLanguage() | problems.NoSuchPair():
                return self.target
        return None

    def message_of(self, error: Exception) -> str | None:
        """What to say about such a field, if there is more to say than the error does."""
        field = self.field_of(error)
        match error:
            case problems.TooManyTexts(given=given, limit=limit):
                return f"`{field}` has {given} texts, at most {limit} are taken at once; send parts"
            case problems.TextTooLong(given=given, limit=limit, index=index):
                place = field if index is None else f"{field}[{index}]"
                return f"`{place}`: a text of {given} characters is too long: at most {limit} are taken; send parts"
            case problems.UnknownLanguage(known=known):
                return f"`{field}`: {error}; there are {', '.join(known)}"
            case problems.NoSuchPair(known=known):
                return f"{error}; there are {', '.join(known)}"
        return None


def detail_of(failure: Failure, prefix: str, names: FieldNames | None = None) -> str:
    """The message, with `prefix` before what is only a detail of it; in words of LibreTranslate without `names`."""
    if names and (message := names.message_of(failure.error)):
        return f"{prefix}{message}"
    if isinstance(failure.error, problems.MalformedJson):
        return f"Invalid JSON format: {failure.message}"
    is_detail = isinstance(failure.error, problems.BadRequest | engine.InvalidRequest)
    return f"{prefix}{failure.message}" if is_detail else failure.message


def _libretranslate_body(failure: Failure) -> dict[str, Any]:
    if isinstance(failure.error, problems.RateLimited):
        return {"error": f"Slowdown: {failure.error.limit}"}
    return {"error": detail_of(failure, "Invalid request: ")}


LIBRETRANSLATE: Final = ErrorShape(_libretranslate_body, {problems.MissingKey: 400, problems.InvalidKey: 403})


def describe(error: Exception, request_id: str) -> Failure:
    """Find the row of an exception. A fault of the server is logged, with the id by which its client knows it."""
    row = next((row for row in TABLE if isinstance(error, row.error)), UNKNOWN)
    if row.outcome == "failed":
        logger.error("request failed", exc_info=error, extra={"request_id": request_id})
    return Failure(error, row)


async def outcome_of(work: Awaitable[Result], request_id: str) -> Result | Failure:
    """The result of `work`, or what its exception means to a client. The API's last handler."""
    try:
        return await work
    except Exception as error:
        return describe(error, request_id)
