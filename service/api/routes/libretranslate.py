"""LibreTranslate's smaller routes: /languages, /detect, /suggest and /frontend/settings."""

from functools import partial
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from service.api.access import admit, gate_of
from service.api.body import read_parameters
from service.api.catalog import Catalog
from service.api.languages import by_name, language_of
from service.api.openapi import json_request, responses
from service.api.problems import BadRequest, Disabled
from service.api.query import check_query
from service.api.routing import LibreTranslateRoute
from service.api.schemas.libretranslate import FrontendSettings, LanguageChoice, LanguageEntry, NamedLanguage
from service.api.schemas.translate import DetectedLanguage, LanguageQuery, LibreTranslateError, parse_detect
from service.api.state import service_of
from service.text.formats.registry import SUFFIXES
from service.text.offload import off_loop

router = APIRouter(route_class=LibreTranslateRoute, tags=["LibreTranslate"])

EXAMPLE: Final = {"q": "Guten Morgen."}
ERRORS: Final = responses(LibreTranslateError, 400, 403, 413, 415, 429, 500, 503)
FRONTEND_TIMEOUT_MS: Final = 500
ENGLISH: Final = "en"
AUTO: Final = NamedLanguage(code="auto", name="Auto Detect")


@router.get("/languages", response_model=None, responses=responses(list[LanguageEntry], 200) | ERRORS)
async def languages(request: Request) -> Response:
    """What can be translated from and to. A language can always be asked for as its own target: text stays as it is."""
    check_query(request, ("lang",))
    if not request.query_params.get("lang", ENGLISH).lower().startswith(ENGLISH):
        raise BadRequest("lang parameter must be en: names of languages are in English")
    catalog = service_of(request).catalog
    entries = [
        LanguageEntry(code=language.wire, name=language.name, targets=catalog.targets_of(language))
        for language in by_name(catalog.languages())
    ]
    return JSONResponse([entry.model_dump() for entry in entries])


@router.post(
    "/detect",
    response_model=None,
    openapi_extra=json_request(LanguageQuery, example=EXAMPLE, forms=True),
    responses=responses(list[DetectedLanguage], 200) | ERRORS,
)
async def detect(request: Request) -> Response:
    """The language of a text, among those of the loaded models. A confidence of 0 means that nothing is known."""
    service = service_of(request)
    catalog = service.catalog
    fields, is_json = await read_parameters(request, service.settings.max_body_bytes)
    query = parse_detect(fields, is_json=is_json)
    admit(request, query.api_key)
    text = query.q if isinstance(query.q, str) else "\n".join(query.q)
    found = await off_loop(partial(catalog.detect, text), num_chars=len(text))
    detected = DetectedLanguage(confidence=found.confidence, language=language_of(found.language).wire)
    return JSONResponse([detected.model_dump()])


@router.post("/suggest", response_model=None, responses=ERRORS)
async def suggest(request: Request) -> Response:
    """Refused: this server keeps no texts of its users."""
    raise Disabled("Suggestions are disabled on this server.")


@router.get("/frontend/settings", response_model=None, responses=responses(FrontendSettings, 200) | ERRORS)
async def frontend_settings(request: Request) -> Response:
    """What a page has to know about this server."""
    check_query(request)
    service = service_of(request)
    gate = gate_of(request)
    needs_key = gate is not None and gate.needs_key
    settings = FrontendSettings(
        apiKeys=needs_key,
        charLimit=service.settings.max_text_chars,
        filesTranslation=True,
        frontendTimeout=FRONTEND_TIMEOUT_MS,
        keyRequired=needs_key,
        language=LanguageChoice(source=AUTO, target=_first_target(service.catalog)),
        suggestions=False,
        supportedFilesFormat=[*SUFFIXES],
    )
    return JSONResponse(settings.model_dump())


def _first_target(catalog: Catalog) -> NamedLanguage:
    """The target of the first pair, or English where nothing translates."""
    pairs = [pair for model in catalog.models.values() for pair in model.manifest.pairs]
    language = language_of(pairs[0].target if pairs else "en")
    return NamedLanguage(code=language.wire, name=language.name)
