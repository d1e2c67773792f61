"""A parsed body as a request of one API, refused with the name of the field that is wrong."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from service.api.body import shorten
from service.api.problems import BadRequest, InvalidField

Model = TypeVar("Model", bound=BaseModel)


class WireModel(BaseModel):
    """A request, or a part of one. Unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, hide_input_in_errors=True)


def as_object(document: object) -> dict[str, Any]:
    """The fields of a body. Raises BadRequest."""
    if not isinstance(document, dict):
        raise BadRequest("the body must be a JSON object")
    return document


def validated(model: type[Model], fields: Mapping[str, Any], *, strict: bool = True) -> Model:
    """The request in `fields`. Raises InvalidField."""
    try:
        return model.model_validate(fields, strict=strict)
    except ValidationError as error:
        raise _refusal(error.errors(include_url=False)[0], model) from error


def without_neutral(fields: Mapping[str, Any], neutral: Mapping[str, Sequence[object]]) -> dict[str, Any]:
    """The fields that are served. One that is not may be there with a value that asks for nothing; otherwise it is
    refused: raises InvalidField."""
    for name, values in neutral.items():
        if name in fields and fields[name] is not None and fields[name] not in values:
            raise InvalidField(name, f"`{name}` is not supported; leave it out")
    return {name: value for name, value in fields.items() if name not in neutral}


def _refusal(problem: ErrorDetails, model: type[BaseModel]) -> InvalidField:
    name = ".".join(str(part) for part in problem["loc"] if str(part).isidentifier() or isinstance(part, int))
    top = shorten(str(problem["loc"][0])) if problem["loc"] else ""
    if problem["type"] == "extra_forbidden" and len(problem["loc"]) == 1:
        return InvalidField(top, f"`{top}` is not a known field; known are {', '.join(model.model_fields)}")
    if problem["type"] == "missing":
        return InvalidField(top, f"`{shorten(name)}` is required")
    message = problem["msg"].removeprefix("Value error, ")
    return InvalidField(top, f"`{shorten(name)}`: {message}" if name else message)
