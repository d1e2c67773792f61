"""How the OpenAI API says what is wrong."""

from typing import Any, Final

from service.api import problems
from service.api.errors import ErrorShape, Failure, detail_of
from service.engine import errors as engine

CODES: Final[dict[type[Exception], str]] = {
    problems.MissingKey: "invalid_api_key",
    problems.InvalidKey: "invalid_api_key",
    problems.RateLimited: "rate_limit_exceeded",
    problems.UnknownModel: "model_not_found",
    engine.SourceTooLong: "context_length_exceeded",
    engine.QueueFull: "server_overloaded",
    engine.TokensFull: "server_overloaded",
}


def _body(failure: Failure) -> dict[str, Any]:
    field = failure.error.field or None if isinstance(failure.error, problems.InvalidField) else None
    message = detail_of(failure, "")
    if isinstance(failure.error, problems.MissingKey):
        message += ", and send it in the header `Authorization: Bearer KEY`"
    code = CODES.get(failure.row.error)
    return {"error": {"message": message, "type": _type(failure), "param": field, "code": code}}


def _type(failure: Failure) -> str:
    if failure.row.status == 429:
        return "rate_limit_error"
    return "server_error" if failure.row.status >= 500 else "invalid_request_error"


OPENAI: Final = ErrorShape(_body, {problems.UnknownModel: 404})
