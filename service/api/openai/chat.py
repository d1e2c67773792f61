"""Chats: translated as any text is, unless single tokens are asked for."""

from service.api.catalog import Catalog
from service.api.languages import language_of, unavailable
from service.api.loading import LoadedModel
from service.api.openai.generated import start_generated
from service.api.openai.languages import languages_of
from service.api.openai.replies import Reply
from service.api.openai.translated import start_chat_translation
from service.api.problems import NoSuchPair
from service.api.schemas.openai import ChatRequest
from service.settings import Settings


async def start_chat(request: ChatRequest, catalog: Catalog, settings: Settings) -> Reply:
    """Submit the text. Raises ApiError or EngineError.

    Log-probabilities and drawn tokens are those of one sequence: then the text is not split, and has to fit the model.
    """
    if not (request.logprobs or request.is_drawn):
        return await start_chat_translation(request, catalog, settings)
    return await start_generated(
        _model_of(request, catalog),
        [request.text],
        request,
        field="messages",
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
        source = catalog.language(source_code, "source")
    target = catalog.language(target_code, "target")
    model = catalog.translator_of(source, target, request.model if request.model in catalog.models else None)
    if model is None:
        raise NoSuchPair(unavailable(target, source, detection), catalog.pair_names())
    return model
