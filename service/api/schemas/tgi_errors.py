"""How text-generation-inference says what is wrong."""

from typing import Any, Final

from service.api import problems
from service.api.body import shorten
from service.api.errors import UNKNOWN, ErrorShape, Failure, FieldNames, detail_of
from service.engine import errors as engine

NAMES: Final = FieldNames(text="inputs", source="src_lang", target="tgt_lang")
VALIDATION: Final = 422
REFUSED: Final = (
    problems.UnknownModel,
    problems.BadRequest,
    problems.InvalidInput,
    engine.SourceTooLong,
    engine.TargetTooLong,
    engine.InvalidRequest,
)
OVERLOADED: Final = frozenset({"deadline", "not_ready", "queue_full", "rate_limited", "shutting_down", "tokens_full"})
TYPES: Final = {"failed": "generation", "cancelled": "cancelled", "unauthorized": "unauthorized"}


def _body(failure: Failure) -> dict[str, Any]:
    message = _message(failure)
    if failure.row.error in REFUSED:
        message = f"Input validation error: {message}"
    return {"error": message, "error_type": _type(failure)}


def _type(failure: Failure) -> str:
    if failure.row is UNKNOWN:
        return "internal"
    return "overloaded" if failure.row.outcome in OVERLOADED else TYPES.get(failure.row.outcome, "validation")


def _message(failure: Failure) -> str:
    match failure.error:
        case engine.SourceTooLong(given=given, limit=limit):
            return f"`inputs` must have less than {limit} tokens. Given: {given}"
        case engine.TargetTooLong(given=given, limit=limit):
            return f"`max_new_tokens` must be <= {limit}. Given: {shorten(str(given))}"
        case problems.MalformedJson():
            return f"the body is not valid JSON: {failure.error}"
        case problems.UnknownLanguage() | problems.NoSuchPair():
            return detail_of(failure, "", NAMES)
        case engine.QueueFull():
            return f"Model is overloaded: {failure.error}"
        case engine.GenerationFailed():
            return f"Request failed during generation: {failure.error}"
    return failure.message


TGI: Final = ErrorShape(_body, dict.fromkeys(REFUSED, VALIDATION) | {engine.GenerationFailed: 424})
