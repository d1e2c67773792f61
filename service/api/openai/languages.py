"""Which languages a chat is about: from the name of the model, or from the request's own fields."""

from service.api.catalog import Catalog
from service.api.languages import find_language
from service.api.problems import InvalidField, UnknownModel
from service.api.schemas.openai import ChatRequest
from service.runtime.bundle import LanguagePair

AUTO = "auto"


def languages_of(request: ChatRequest, catalog: Catalog) -> tuple[str | None, str]:
    """Source (None: to be detected) and target. Raises UnknownModel or InvalidField."""
    named = _named_by(request.model, catalog)
    if request.target is not None:
        return (None if request.source in (None, AUTO) else request.source), request.target
    if request.source is not None:
        raise InvalidField("target", "`target` is required with `source`")
    if named is None:
        raise InvalidField("target", f"{request.model} translates several pairs of languages: send `source`, `target`")
    return named


def _named_by(name: str, catalog: Catalog) -> tuple[str | None, str] | None:
    """The languages that a model's name stands for; None for a bundle with several pairs."""
    model = catalog.models.get(name)
    if model is None:
        return _pair_in(name, catalog)
    pairs = model.manifest.pairs
    return (pairs[0].source, pairs[0].target) if len(pairs) == 1 else None


def _pair_in(name: str, catalog: Catalog) -> tuple[str | None, str]:
    """The languages of a name such as `en-de`, `zh-Hans-en` or `auto-de`. Raises UnknownModel."""
    parts = name.split("-")
    for position in range(1, len(parts)):
        given, target = "-".join(parts[:position]), find_language("-".join(parts[position:]), catalog.codes)
        if target is not None and given == AUTO:
            return None, target.wire
        source = find_language(given, catalog.codes)
        if source is not None and target is not None and catalog.translator_of(source, target):
            return source.wire, target.wire
    known = [*catalog.models, *_pairs(catalog)]
    raise UnknownModel(f"The model {name[:64]!a} does not exist; there are {', '.join(dict.fromkeys(known))}")


def _pairs(catalog: Catalog) -> list[str]:
    found: list[LanguagePair] = [pair for model in catalog.models.values() for pair in model.manifest.pairs]
    return [f"{pair.source}-{pair.target}" for pair in found[:20]]
