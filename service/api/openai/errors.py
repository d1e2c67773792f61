"""How the OpenAI API says what is wrong."""

from functools import partial
from typing import Any, Final

from service.api import problems
from service.api.errors import ErrorShape, Failure, FieldNames, detail_of
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


def _body(names: FieldNames, failure: Failure) -> dict[str, Any]:
    code, param = CODES.get(failure.row.error), _param(failure.error, names)
    return {"error": {"message": _message(failure, names), "type": _type(failure), "param": param, "code": code}}


def _message(failure: Failure, names: FieldNames) -> str:
    if isinstance(failure.error, problems.RateLimited):
        return f"Rate limit reached: {failure.error.advice}"
    message = detail_of(failure, "", names)
    if isinstance(failure.error, problems.MissingKey):
        message += ", and send it in the header `Authorization: Bearer KEY`"
    return message


def _param(error: Exception, names: FieldNames) -> str | None:
    return error.field or None if isinstance(error, problems.InvalidField) else names.field_of(error)


def _type(failure: Failure) -> str:
    if failure.row.status == 429:
        return "rate_limit_error"
    return "server_error" if failure.row.status >= 500 else "invalid_request_error"


def _shape(text: str) -> ErrorShape:
    """For requests whose text is in the field `text`."""
    names = FieldNames(text=text, source="source", target="target")
    return ErrorShape(partial(_body, names), {problems.UnknownModel: 404})


CHAT: Final = _shape("messages")
COMPLETIONS: Final = _shape("prompt")
