"""What /openapi.json says about bodies that the routes read by themselves."""

from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from service.api.body import FORM, MULTIPART
from service.api.schemas.generate import GenerateRequest
from service.api.schemas.translate import TranslateRequest

REF = "#/components/schemas/{model}"
TEXTS = {
    200: "The answer",
    400: "The request is refused; the text says why",
    413: "The body is larger than the server reads",
    415: "The body has a type that the server does not read",
    422: "The request is refused; the text says why",
    424: "The model failed on this request",
    429: "Too much is waiting; Retry-After says when to come back",
    500: "A fault of the server",
    503: "Still loading, or shutting down",
}


def json_request(model: type[BaseModel], *, forms: bool = False) -> dict[str, Any]:
    """`openapi_extra` of a route that reads `model` from JSON, and from forms too if `forms`."""
    media_types = ("application/json", FORM, MULTIPART) if forms else ("application/json",)
    content = {media: {"schema": {"$ref": REF.format(model=model.__name__)}} for media in media_types}
    return {"requestBody": {"required": not forms, "content": content}}


def responses(model: type[BaseModel], *statuses: int) -> dict[int | str, dict[str, Any]]:
    """`responses` of a route that answers with `model` in all of these cases."""
    return {status: {"model": model, "description": TEXTS[status]} for status in statuses}


def event_stream(description: str) -> dict[int | str, dict[str, Any]]:
    """A 200 that is a stream."""
    return {200: {"description": description, "content": {"text/event-stream": {"schema": {"type": "string"}}}}}


def describe_api(app: FastAPI) -> None:
    """Add the schemas of the request bodies, which FastAPI does not see, to the app's description."""
    describe = app.openapi

    def described() -> dict[str, Any]:
        schema = describe()
        _, definitions = models_json_schema(
            [(GenerateRequest, "validation"), (TranslateRequest, "validation")], ref_template=REF
        )
        schema["components"]["schemas"].update(definitions["$defs"])
        return schema

    app.openapi = described  # type: ignore[method-assign]  # the documented way to change it
