"""Chats: translated as any text is, unless single tokens are asked for."""

from service.api.catalog import Catalog
from service.api.languages import Language, find_language, language_of, unavailable
from service.api.loading import LoadedModel
from service.api.openai.generated import start_generated
from service.api.openai.languages import languages_of
from service.api.openai.replies import Reply
from service.api.openai.translated import start_translated
from service.api.problems import InvalidField
from service.api.schemas.openai import ChatRequest
from service.settings import Settings


async def start_chat(request: ChatRequest, catalog: Catalog, settings: Settings) -> Reply:
    """Submit the last message. Raises ApiError or EngineError.

    Log-probabilities and drawn tokens are those of one sequence: then the text is not split, and has to fit the model.
    """
    if not (request.logprobs or request.is_drawn):
        return await start_translated(request, catalog, settings)
    return await start_generated(
        _model_of(request, catalog),
        [request.text],
        request,
        max_tokens=request.most_tokens,
        top_logprobs=request.top_logprobs or 0 if request.logprobs else None,
        settings=settings,
    )


def _model_of(request: ChatRequest, catalog: Catalog) -> LoadedModel:
    source_code, target_code = languages_of(request, catalog)
    detection = None
    if source_code is None:
        detection = catalog.detect(request.text)
        source = language_of(detection.language)
    else:
        source = _known(source_code, catalog)
    target = _known(target_code, catalog)
    model = catalog.translator_of(source, target, request.model if request.model in catalog.models else None)
    if model is None:
        raise InvalidField("target", unavailable(target, source, detection))
    return model


def _known(code: str, catalog: Catalog) -> Language:
    language = find_language(code, catalog.codes)
    if language is None:
        raise InvalidField("source", f"{ascii(code[:40])[1:-1]} is not supported")
    return language
