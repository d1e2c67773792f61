"""From an exception to an answer: one table, and one shape per API. Status codes are known here only."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from math import ceil
from typing import Final, TypeVar

from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse

from service.api import problems
from service.api.body import shorten
from service.engine import errors as engine

logger = logging.getLogger(__name__)
Result = TypeVar("Result")

RETRY_AFTER_S: Final = 1  # for refusals whose cause passes by itself and names no time
INTERNAL_ERROR: Final = "Internal error: this is a fault of the server, not of the request; its log says more"


@dataclass(frozen=True, slots=True)
class Row:
    """How one exception is counted and answered."""

    error: type[Exception]
    outcome: str
    libretranslate: int
    tgi: int
    tgi_type: str


# The first row that fits is used: subclasses stand before their base.
TABLE: Final = (
    Row(problems.BodyTooLarge, "too_large", 413, 413, "validation"),
    Row(problems.UnsupportedContentType, "invalid", 415, 415, "validation"),
    Row(problems.UnknownModel, "invalid", 400, 422, "validation"),
    Row(problems.BadRequest, "invalid", 400, 422, "validation"),
    Row(problems.InvalidInput, "invalid", 400, 422, "validation"),
    Row(problems.NotReady, "not_ready", 503, 503, "overloaded"),
    Row(problems.ShuttingDown, "shutting_down", 503, 503, "overloaded"),
    Row(problems.ClientGone, "cancelled", 499, 499, "cancelled"),
    Row(ClientDisconnect, "cancelled", 499, 499, "cancelled"),
    Row(engine.SourceTooLong, "too_long", 400, 422, "validation"),
    Row(engine.TargetTooLong, "too_long", 400, 422, "validation"),
    Row(engine.InvalidRequest, "invalid", 400, 422, "validation"),
    Row(engine.QueueFull, "queue_full", 429, 429, "overloaded"),
    Row(engine.Draining, "shutting_down", 503, 503, "overloaded"),
    Row(engine.EngineStopped, "failed", 503, 503, "generation"),
    Row(engine.GenerationFailed, "failed", 500, 424, "generation"),
)
REFUSALS: Final = frozenset(row.outcome for row in TABLE) - {"failed", "cancelled"}
UNKNOWN: Final = Row(Exception, "failed", 500, 500, "internal")


@dataclass(frozen=True, slots=True)
class Failure:
    """An exception together with its row of the table."""

    error: Exception
    row: Row

    @property
    def retry_after_s(self) -> int | None:
        """Whole seconds after which the same request may succeed, where that is so."""
        if isinstance(self.error, engine.QueueFull):
            return max(1, ceil(self.error.retry_after_s))
        return RETRY_AFTER_S if self.row.libretranslate == 503 else None


@dataclass(frozen=True, slots=True)
class ErrorShape:
    """One API's way of saying what is wrong."""

    status: Callable[[Row], int]
    body: Callable[[Failure], dict[str, str]]

    def response(self, failure: Failure) -> JSONResponse:
        """A whole answer; inside a stream only `body` is sent."""
        seconds = failure.retry_after_s
        headers = {} if seconds is None else {"Retry-After": str(seconds)}
        return JSONResponse(self.body(failure), self.status(failure.row), headers)


def _libretranslate_body(failure: Failure) -> dict[str, str]:
    message = _message(failure)
    if isinstance(failure.error, problems.MalformedJson):
        message = f"Invalid JSON format: {message}"
    elif isinstance(failure.error, problems.BadRequest | engine.InvalidRequest):
        message = f"Invalid request: {message}"
    return {"error": message}


def _tgi_body(failure: Failure) -> dict[str, str]:
    message = _tgi_message(failure)
    if failure.row.tgi == 422:
        message = f"Input validation error: {message}"
    return {"error": message, "error_type": failure.row.tgi_type}


def _tgi_message(failure: Failure) -> str:
    match failure.error:
        case engine.SourceTooLong(given=given, limit=limit):
            return f"`inputs` must have less than {limit} tokens. Given: {given}"
        case engine.TargetTooLong(given=given, limit=limit):
            return f"`max_new_tokens` must be <= {limit}. Given: {shorten(str(given))}"
        case problems.MalformedJson():
            return f"the body is not valid JSON: {failure.error}"
        case engine.QueueFull():
            return f"Model is overloaded: {failure.error}"
        case engine.GenerationFailed():
            return f"Request failed during generation: {failure.error}"
    return _message(failure)


def _message(failure: Failure) -> str:
    return INTERNAL_ERROR if failure.row is UNKNOWN else str(failure.error)


LIBRETRANSLATE: Final = ErrorShape(lambda row: row.libretranslate, _libretranslate_body)
TGI: Final = ErrorShape(lambda row: row.tgi, _tgi_body)


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
