"""What /openapi.json says about bodies that the routes read by themselves."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, FastAPI, Path
from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from service.api.body import FORM, MULTIPART

JSON: Final = "application/json"
FORMS: Final = (FORM, MULTIPART)
REF: Final = "#/components/schemas/{model}"
TEXTS: Final = {
    200: "The answer",
    400: "The request is refused; the text says why",
    401: "The server has API keys, and the request has none of them",
    403: "The server does not do this, or not for this API key",
    404: "There is no such model",
    413: "The body is larger than the server reads",
    415: "The body has a type that the server does not read, or is compressed",
    422: "The request is refused; the text says why",
    424: "The model failed on this request",
    429: "Too much is waiting; Retry-After says when to come back",
    500: "A fault of the server",
    503: "Still loading, or shutting down",
}
ModelName = Annotated[str, Path(description="A bundle", examples=["en-de"])]


class JsonRequest(dict[str, Any]):
    """`openapi_extra` of a route, and the models whose schemas it refers to."""

    def __init__(self, model: type[BaseModel], content: dict[str, Any], *, is_required: bool) -> None:
        super().__init__(requestBody={"required": is_required, "content": content})
        self.model = model


def json_request(model: type[BaseModel], *, example: Mapping[str, Any], forms: bool = False) -> JsonRequest:
    """`openapi_extra` of a route that reads `model` from JSON, and from forms too if `forms`."""
    schema = {"schema": {"$ref": REF.format(model=model.__name__)}}
    content = {JSON: schema | {"example": example}} | {media: schema for media in FORMS if forms}
    return JsonRequest(model, content, is_required=not forms)


def responses(model: type[Any], *statuses: int) -> dict[int | str, dict[str, Any]]:
    """`responses` of a route that answers with `model` in all of these cases."""
    return {status: {"model": model, "description": TEXTS[status]} for status in statuses}


def event_stream(description: str) -> dict[int | str, dict[str, Any]]:
    """A 200 that is a stream."""
    return {200: {"description": description, "content": {"text/event-stream": {"schema": {"type": "string"}}}}}


def describe_api(app: FastAPI, routers: Iterable[APIRouter]) -> None:
    """Add the schemas of the request bodies, which FastAPI does not see, to the app's description."""
    extras = [route.openapi_extra for router in routers for route in router.routes if isinstance(route, APIRoute)]
    models = {extra.model for extra in extras if isinstance(extra, JsonRequest)}
    describe = app.openapi

    def described() -> dict[str, Any]:
        schema = describe()
        wanted: list[tuple[type[BaseModel], JsonSchemaMode]] = [(model, "validation") for model in models]
        _, definitions = models_json_schema(wanted, ref_template=REF)
        schema["components"]["schemas"].update(definitions["$defs"])
        return schema

    app.openapi = described  # type: ignore[method-assign]  # the documented way to change it
