"""What a bundle says about itself and cannot be read from the weights."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from models.corpus import read_lines, read_parallel
from models.normalize import NormalizationStep, normalize_lines
from models.recipe import Recipe
from service.runtime.bundle import Corpus, LanguagePair


@dataclass(frozen=True, slots=True)
class ParallelText:
    """Aligned sentences: targets[i] translates sources[i]."""

    sources: tuple[str, ...]
    targets: tuple[str, ...]

    def first(self, count: int) -> "ParallelText":
        """The first `count` pairs."""
        return ParallelText(self.sources[:count], self.targets[:count])


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleMetadata:
    """Name, purpose, origin and licence. The token limits default to the positions that the model has."""

    name: str
    licence: str
    corpora: tuple[Corpus, ...]
    pairs: tuple[LanguagePair, ...]
    task: Literal["translation", "generation"] = "translation"
    source_normalization: tuple[NormalizationStep, ...] = ("nfc",)
    description: str = ""
    max_source_tokens: int | None = None
    max_target_tokens: int | None = None
    comfortable_source_tokens: int | None = None
    provenance: Mapping[str, str] = field(default_factory=dict)


def metadata_from_recipe(
    recipe: Recipe, data: Path, *, max_tokens: int | None, provenance: Mapping[str, str]
) -> BundleMetadata:
    """The recipe's [bundle] table and corpora; the sizes of the corpora are counted in the folder `data`."""
    corpora = (
        Corpus(
            name=table.name,
            pairs=len(read_lines(data / table.source)),
            licence=table.licence,
            attribution=table.attribution,
        )
        for table in recipe.corpora
    )
    return BundleMetadata(
        name=recipe.name,
        licence=recipe.bundle.licence,
        corpora=tuple(corpora),
        pairs=tuple(LanguagePair(source=source, target=target) for source, target in recipe.bundle.pairs),
        task=recipe.bundle.task,
        source_normalization=recipe.bundle.source_normalization,
        description=recipe.bundle.description,
        max_source_tokens=max_tokens,
        max_target_tokens=max_tokens,
        comfortable_source_tokens=recipe.bundle.comfortable_source_tokens,
        provenance=provenance,
    )


def read_text(source: Path, target: Path, normalization: Sequence[NormalizationStep] = ()) -> ParallelText:
    """Two aligned files, plain or gzipped, the sources normalised as before translation.

    Raises RecipeError when their numbers of lines differ.
    """
    sources, targets = read_parallel(source, target)
    return ParallelText(tuple(normalize_lines(sources, normalization)), tuple(targets))
