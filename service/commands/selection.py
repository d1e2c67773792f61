"""Which bundles, and which languages, a translation on the command line is about."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from service.api.languages import find_language, language_of
from service.runtime.bundle import BundleManifest, LanguagePair

AUTO: Final = "auto"


class SelectionError(Exception):
    """What was asked for is not there, or is not clear; the message lists what there is."""


class Selection:
    """The bundles that fit, and the languages to use; the source is None where it has to be detected."""

    def __init__(self, bundles: Sequence[tuple[Path, BundleManifest]], source: str | None, target: str) -> None:
        self.folders = [folder for folder, _ in bundles]
        self.source = source
        self.target = target


def select(
    bundles: Sequence[tuple[Path, BundleManifest]], *, model: str | None, source: str | None, target: str | None
) -> Selection:
    """Narrow `bundles` down by whatever was given. Raises SelectionError."""
    named = [entry for entry in bundles if model in (None, entry[1].name)]
    if not named:
        raise SelectionError(f"no bundle is named {model!r}; there are {', '.join(m.name for _, m in bundles)}")
    fitting = [entry for entry in named if _fitting_pairs(entry[1], source, target)]
    if not fitting:
        raise SelectionError(f"no bundle translates {_wanted(source, target)}; there are {_pairs_text(named)}")
    pairs = [pair for _, manifest in fitting for pair in _fitting_pairs(manifest, source, target)]
    return Selection(fitting, _source(pairs, source), _target(pairs, target))


def _fitting_pairs(manifest: BundleManifest, source: str | None, target: str | None) -> list[LanguagePair]:
    return [pair for pair in manifest.pairs if _is(source, pair.source) and _is(target, pair.target)]


def _is(wanted: str | None, code: str) -> bool:
    return wanted in (None, AUTO) or find_language(wanted or "", [code]) is not None


def _source(pairs: Sequence[LanguagePair], given: str | None) -> str | None:
    sources = {pair.source for pair in pairs}
    if given is None and len(sources) == 1:
        return sources.pop()
    return None if given == AUTO else given


def _target(pairs: Sequence[LanguagePair], given: str | None) -> str:
    targets = sorted({pair.target for pair in pairs})
    if given is None and len(targets) > 1:
        raise SelectionError(f"--target is needed; it can be {' or '.join(targets)}")
    return given or targets[0]


def _wanted(source: str | None, target: str | None) -> str:
    parts = [f"from {source}"] if source else []
    return " ".join([*parts, f"to {target}"] if target else parts)


def _pairs_text(bundles: Sequence[tuple[Path, BundleManifest]]) -> str:
    pairs = [pair for _, manifest in bundles for pair in manifest.pairs]
    return ", ".join(f"{language_of(pair.source)} to {language_of(pair.target)}" for pair in pairs) or "none"
