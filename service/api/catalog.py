"""The loaded models, found by name or by language pair."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import islice

from service.api.languages import TRADITIONAL, Language, find_language, language_of
from service.api.loading import LoadedModel
from service.api.problems import Role, UnknownLanguage, UnknownModel
from service.runtime.bundle import BundleError, LanguagePair
from service.text.detect import Detection, LanguageDetector


@lru_cache(maxsize=1024)
def language_pair(source: str, target: str) -> LanguagePair:
    """The pair of two codes: every request asks for one, and there are few."""
    return LanguagePair(source=source, target=target)


class Catalog:
    """What requests can ask for. Where two models serve the same pair, the first is used."""

    def __init__(self, models: Sequence[LoadedModel], default: str | None) -> None:
        self.models = {model.name: model for model in models}
        self._default = default
        self._by_pair = {pair: model for model in reversed(models) for pair in model.manifest.pairs}
        self.codes = _language_codes(models)
        self._detector = LanguageDetector(self.codes) if self.codes else None

    def model(self, name: str | None) -> LoadedModel:
        """The model that a request names, or the default. Raises UnknownModel with what there is."""
        wanted = name or self._default or next(iter(self.models))
        if name is None and self._default is None and len(self.models) > 1:
            raise UnknownModel(f"`model` is required, because several are loaded: {self._names()}")
        if wanted not in self.models:
            raise UnknownModel(f"`model` {wanted[:64]!a} is not loaded; loaded are {self._names()}")
        return self.models[wanted]

    def language(self, text: str, role: Role) -> Language:
        """The language that a user means. Raises UnknownLanguage for one that no model reads or writes."""
        found = find_language(text, self.codes)
        if found is None:
            raise UnknownLanguage(text, role, [language_of(code).wire for code in self.codes])
        return found

    def detect(self, text: str) -> Detection:
        """The language of `text`, among those of the models."""
        if self._detector is None:
            raise UnknownModel("no translation model is loaded")
        return self._detector.detect(text)

    def translator_of(self, source: Language, target: Language, name: str | None = None) -> LoadedModel | None:
        """The model that translates from `source` to `target`: the first, or only the one with this name.

        Traditional Chinese is read, by turning it into simplified; none writes it.
        """
        if target.wire == TRADITIONAL:
            return None
        pair = language_pair(source.code, target.code)
        if name is None:
            return self._by_pair.get(pair)
        named = self.models.get(name)
        return named if named is not None and pair in named.manifest.pairs else None

    def languages(self) -> list[Language]:
        """Every language that some model reads or writes; Chinese in both of its scripts where both are read."""
        found = [language_of(code) for code in self.codes]
        if any("t2s" in model.manifest.source_normalization for model in self.models.values()):
            found.append(Language(TRADITIONAL, "zh"))
        return found

    def pairs(self) -> Collection[LanguagePair]:
        """Every pair that some model translates."""
        return self._by_pair.keys()

    def pair_names(self) -> list[str]:
        """The first of them as a person writes them, for an error."""
        return [
            f"{language_of(pair.source).wire}-{language_of(pair.target).wire}" for pair in islice(self._by_pair, 20)
        ]

    def targets_of(self, source: Language) -> list[str]:
        """What `source` can be translated to, as wire codes, itself (unchanged) included."""
        codes = {pair.target for pair in self._by_pair if pair.source == source.code}
        return sorted({language_of(code).wire for code in codes} | {source.wire})

    def _names(self) -> str:
        return ", ".join(self.models)


def build_catalog(models: Sequence[LoadedModel], default: str | None) -> Catalog:
    """A catalog of `models`. Raises BundleError for names that clash or are missing."""
    names = [model.name for model in models]
    for name in names:
        if names.count(name) > 1:
            raise BundleError(f"{names.count(name)} bundles are named {name}: load only one of them")
    if default is not None and default not in names:
        raise BundleError(f"DRAGOMAN_DEFAULT_MODEL is {default!r}, but the bundles are {', '.join(names)}")
    return Catalog(models, default)


def _language_codes(models: Sequence[LoadedModel]) -> list[str]:
    """All codes, English first: it is what undetectable text is taken for."""
    codes = {code for model in models for pair in model.manifest.pairs for code in (pair.source, pair.target)}
    return sorted(codes, key=lambda code: (code != "en", code))
