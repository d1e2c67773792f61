"""Bundles and languages: which pair of a bundle a request means, and which bundle has the languages of a request."""

from service.api.catalog import Catalog
from service.api.languages import find_language, unavailable
from service.api.loading import LoadedModel
from service.api.problems import BadRequest, InvalidInput, NoSuchPair
from service.api.schemas.generate import GenerateRequest
from service.runtime.bundle import LanguagePair


def only_pair(model: LoadedModel, source: str | None = None, target: str | None = None) -> LanguagePair:
    """The one pair of a bundle that has these languages. Raises BadRequest."""
    wanted = [pair for pair in model.manifest.pairs if _means(source, pair.source) and _means(target, pair.target)]
    if len(wanted) != 1:
        known = ", ".join(f"{pair.source}-{pair.target}" for pair in model.manifest.pairs[:20])
        raise BadRequest(
            f"`source` and `target` have to name one of the pairs of {model.name}: {known or 'it has none'}"
        )
    return wanted[0]


def _means(given: str | None, code: str) -> bool:
    """Whether `given` stands for the language that bundles call `code`; nothing stands for any."""
    return given is None or given == code or find_language(given, [code]) is not None


def generating_model(request: GenerateRequest, catalog: Catalog) -> LoadedModel:
    """The named bundle, else the one with the languages, else the default. Raises UnknownModel or InvalidInput."""
    source, target = request.chosen.src_lang, request.chosen.tgt_lang
    if source is None and target is None:
        return catalog.model(request.model)
    if source is None or target is None:
        raise InvalidInput("`src_lang` and `tgt_lang` are required together")
    name = None if request.model is None else catalog.model(request.model).name
    languages = catalog.language(source, "source"), catalog.language(target, "target")
    model = catalog.translator_of(*languages, name)
    if model is None:
        raise NoSuchPair(unavailable(languages[1], languages[0], None), catalog.pair_names())
    return model
