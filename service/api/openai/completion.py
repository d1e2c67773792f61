"""Completions: texts go to a model as they are, unless terms have to become something: then they are translated."""

from service.api.catalog import Catalog
from service.api.openai.generated import start_generated
from service.api.openai.replies import Reply
from service.api.openai.translated import start_completion_translation
from service.api.problems import InvalidField
from service.api.schemas.openai import CompletionRequest
from service.settings import Settings


async def start_completion(request: CompletionRequest, catalog: Catalog, settings: Settings) -> Reply:
    """Submit the texts. Raises ApiError or EngineError."""
    if len(request.prompts) > settings.max_items:
        number = f"`prompt` has {len(request.prompts)} texts"
        raise InvalidField("prompt", f"{number}, at most {settings.max_items} are taken at once; send parts")
    model = catalog.model(request.model)
    if request.has_terms:
        return await start_completion_translation(model, request, catalog, settings)
    return await start_generated(
        model,
        request.prompts,
        request,
        field="prompt",
        max_tokens=request.max_tokens,
        top_logprobs=request.logprobs,
        settings=settings,
    )
