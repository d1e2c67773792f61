"""DeepL's routes: /v2/translate, /v2/languages and /v2/usage."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from service.api.access import admit
from service.api.answers import warnings_in
from service.api.body import read_fields, read_parameters
from service.api.catalog import Catalog
from service.api.disconnect import unless_gone
from service.api.json_writing import json_response
from service.api.languages import language_of
from service.api.openapi import json_request, responses
from service.api.problems import InvalidField
from service.api.query import check_query
from service.api.record import record_of
from service.api.results import TextResult, writing_cost
from service.api.routing import ShapedRoute
from service.api.schemas.deepl import (
    DEEPL,
    NAMES,
    TARGETS,
    DeepLError,
    DeepLLanguage,
    DeepLRequest,
    DeepLResponse,
    DeepLUsage,
    DeepLWarning,
    parse_deepl,
    write_translation,
)
from service.api.state import service_of
from service.api.texts import start_texts


class DeepLRoute(ShapedRoute):
    """Errors as `{"message": "..."}`."""

    shape = DEEPL


router = APIRouter(route_class=DeepLRoute, tags=["DeepL"])

EXAMPLE: Final = {"text": ["Good morning.", "Good night."], "source_lang": "EN", "target_lang": "DE"}
ERRORS: Final = responses(DeepLError, 400, 403, 413, 415, 429, 500, 503)
LISTS: Final = frozenset({"text", "splitting_tags", "non_splitting_tags", "ignore_tags"})
TYPE: Final = {"name": "type", "in": "query", "schema": {"type": "string", "enum": ["source", "target"]}}


@router.post(
    "/v2/translate",
    response_model=None,
    openapi_extra=json_request(DeepLRequest, example=EXAMPLE, forms=True),
    responses=responses(DeepLResponse, 200) | ERRORS,
)
async def translate(request: Request) -> Response:
    """Translate texts, each by itself. What was accepted without an effect, as `context`, is named in `warnings`."""
    admit(request)
    service = service_of(request)
    catalog, settings = service.catalog, service.settings
    fields, is_json = await read_parameters(request, settings.max_body_bytes, repeated=LISTS)
    parsed, unused = parse_deepl(fields, is_json=is_json)
    work = await start_texts(parsed.order(settings.num_beams), catalog, settings, parsed.reader)
    try:
        results = await unless_gone(request, work.results())
    finally:
        work.cancel()
        record_of(request).model = work.model_name
    service.num_deepl_characters += sum(map(len, parsed.text))
    return await json_response(partial(_answer, parsed, results, unused), num_chars=writing_cost(results))


def _answer(parsed: DeepLRequest, results: Sequence[TextResult], unused: Sequence[str]) -> dict[str, Any]:
    texts = zip(results, parsed.text, strict=True)
    answer: dict[str, Any] = {"translations": [write_translation(result, text, parsed) for result, text in texts]}
    warnings = [warning.model_dump(exclude_none=True) for warning in _warnings(results, unused)]
    return answer | {"warnings": warnings} if warnings else answer


def _warnings(results: Sequence[TextResult], unused: Sequence[str]) -> Iterator[DeepLWarning]:
    for name in unused:
        yield DeepLWarning(code="option_unused", message=f"`{name}` has no effect here", param=name)
    for found in warnings_in(results, is_list=True, source_field=NAMES.source):
        yield DeepLWarning(code=found.code, message=found.message, index=found.index, values=found.values)


@router.get(
    "/v2/languages",
    response_model=None,
    openapi_extra={"parameters": [TYPE]},
    responses=responses(list[DeepLLanguage], 200) | ERRORS,
)
async def languages(request: Request) -> Response:
    """What can be translated from, or, with `type=target`, to; targets in the regional forms that clients ask for."""
    admit(request)
    check_query(request, ("type",))
    service = service_of(request)
    kind = (await read_fields(request, service.settings.max_body_bytes)).get("type", "source")
    if kind not in ("source", "target"):
        raise InvalidField("type", "`type` must be source or target")
    entries = _targets(service.catalog) if kind == "target" else _sources(service.catalog)
    return JSONResponse([entry.model_dump(exclude_none=True) for entry in entries])


def _sources(catalog: Catalog) -> Iterator[DeepLLanguage]:
    for code in sorted({pair.source for pair in catalog.pairs()}):
        yield DeepLLanguage(language=code.upper(), name=language_of(code).name)


def _targets(catalog: Catalog) -> Iterator[DeepLLanguage]:
    for code in sorted({pair.target for pair in catalog.pairs()}):
        for language, name in TARGETS.get(code, [(code.upper(), language_of(code).name)]):
            yield DeepLLanguage(language=language, name=name, supports_formality=False)


@router.get("/v2/usage", response_model=None, responses=responses(DeepLUsage, 200) | ERRORS)
async def usage(request: Request) -> Response:
    """Characters translated by this API since the server was started."""
    admit(request)
    check_query(request)
    return JSONResponse(DeepLUsage(character_count=service_of(request).num_deepl_characters).model_dump())
