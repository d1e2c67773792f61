"""OpenAI's routes: /v1/models, /v1/completions and /v1/chat/completions."""

import time
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from service.api.access import admit
from service.api.body import read_json
from service.api.disconnect import unless_gone
from service.api.errors import ErrorShape
from service.api.openai.answers import Answer, write_chunks
from service.api.openai.chat import start_chat
from service.api.openai.completion import start_completion
from service.api.openai.errors import CHAT, COMPLETIONS
from service.api.openai.formats import ChatFormat, CompletionFormat
from service.api.openai.replies import Reply
from service.api.openapi import ModelName, json_request, responses
from service.api.problems import UnknownModel
from service.api.query import check_query
from service.api.record import record_of
from service.api.routing import ShapedRoute
from service.api.schemas.openai import ChatRequest, CompletionRequest, OpenAiOptions, parse_chat, parse_completion
from service.api.schemas.openai_answers import ChatCompletion, Completion, ModelEntry, ModelList, OpenAiError
from service.api.sse import EventStream
from service.api.state import service_of


class OpenAiRoute(ShapedRoute):
    """Errors as `{"error": {"message": "...", "type": "...", "param": null, "code": null}}`."""

    shape = CHAT


class CompletionRoute(ShapedRoute):
    """The same, where the text is in a field of another name."""

    shape = COMPLETIONS


router = APIRouter(route_class=OpenAiRoute, tags=["OpenAI"])

STARTED: Final = int(time.time())
CHAT_EXAMPLE: Final = {"model": "en-de", "messages": [{"role": "user", "content": "Good morning."}], "stream": True}
EXAMPLE: Final = {"model": "en-de", "prompt": ["Good morning.", "Good night."], "logprobs": 2}
ERRORS: Final = responses(OpenAiError, 400, 401, 404, 413, 415, 429, 500, 503)


@router.get("/v1/models", response_model=None, responses=responses(ModelList, 200) | ERRORS)
async def models(request: Request) -> Response:
    """The loaded bundles."""
    admit(request)
    check_query(request)
    catalog = service_of(request).catalog
    entries = [ModelEntry(id=name, created=STARTED) for name in catalog.models]
    return JSONResponse(ModelList(data=entries).model_dump())


@router.get("/v1/models/{model}", response_model=None, responses=responses(ModelEntry, 200) | ERRORS)
async def model(request: Request, model: ModelName) -> Response:
    """One loaded bundle."""
    admit(request)
    check_query(request)
    catalog = service_of(request).catalog
    if model not in catalog.models:
        raise UnknownModel(f"The model {model[:64]!a} does not exist; there are {', '.join(catalog.models)}")
    return JSONResponse(ModelEntry(id=model, created=STARTED).model_dump())


@router.post(
    "/v1/chat/completions",
    response_model=None,
    openapi_extra=json_request(ChatRequest, example=CHAT_EXAMPLE),
    responses=responses(ChatCompletion, 200) | ERRORS,
)
async def chat_completions(request: Request) -> Response:
    """Translate the last message of the user; other messages are not used, and a warning says so.

    The languages are those that `model` names, or `source` and `target`. Long texts are split into sentences, except
    with `logprobs`, a `temperature` above 0 or a `top_p` below 1: these are about the tokens of one sequence, so the
    text then has to fit the model. `n` without a temperature gives the best translations of a beam search.
    """
    admit(request)
    check_query(request)
    service = service_of(request)
    catalog = service.catalog
    parsed, unused = parse_chat(await read_json(request, service.settings.max_body_bytes))
    reply = await start_chat(parsed, catalog, service.settings)
    return await _answered(request, parsed, reply, Answer(ChatFormat(), _id(request), parsed.model, unused), CHAT)


async def completions(request: Request) -> Response:
    """Give texts to a model as they are, each in one piece. Without `max_tokens`, as much comes as the model can.

    With `no_translate` or `glossary`, each is translated as that of a chat is: split into sentences, its terms kept.
    """
    admit(request)
    check_query(request)
    service = service_of(request)
    settings = service.settings
    parsed, unused = parse_completion(await read_json(request, settings.max_body_bytes))
    reply = await start_completion(parsed, service.catalog, settings)
    answer = Answer(CompletionFormat(), _id(request), parsed.model, unused)
    return await _answered(request, parsed, reply, answer, COMPLETIONS)


router.add_api_route(
    "/v1/completions",
    completions,
    methods=["POST"],
    response_model=None,
    openapi_extra=json_request(CompletionRequest, example=EXAMPLE),
    responses=responses(Completion, 200) | ERRORS,
    route_class_override=CompletionRoute,
)


async def _answered(
    request: Request, parsed: OpenAiOptions, reply: Reply, answer: Answer, shape: ErrorShape
) -> Response:
    record = record_of(request)
    record.model = reply.model_name
    if parsed.stream:
        keep_alive_s = service_of(request).settings.keep_alive_s
        chunks = write_chunks(reply, answer, shape, record, keep_alive_s, wants_usage=parsed.wants_usage)
        return EventStream(chunks, reply.cancel)
    try:
        choices = await unless_gone(request, reply.whole())
    finally:
        reply.cancel()
    return JSONResponse(answer.whole(choices, reply))


def _id(request: Request) -> str:
    return record_of(request).request_id
