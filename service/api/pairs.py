"""Requests that name a bundle, where translations are ordered by their languages."""

from service.api.loading import LoadedModel
from service.api.problems import BadRequest
from service.api.translation import Job
from service.runtime.bundle import LanguagePair


def only_pair(model: LoadedModel, source: str | None = None, target: str | None = None) -> LanguagePair:
    """The one pair of a bundle that has these languages. Raises BadRequest."""
    wanted = [
        pair
        for pair in model.manifest.pairs
        if (source is None or pair.source == source) and (target is None or pair.target == target)
    ]
    if len(wanted) != 1:
        known = ", ".join(f"{pair.source}-{pair.target}" for pair in model.manifest.pairs[:20])
        raise BadRequest(
            f"`source` and `target` have to name one of the pairs of {model.name}: {known or 'it has none'}"
        )
    return wanted[0]


def check_served_by(job: Job, name: str) -> None:
    """A bundle that was asked for has to be the one that translates. Raises BadRequest, with the job cancelled."""
    for item in job.items:
        if item.model is not None and item.model.name != name:
            job.cancel()
            pair = f"{item.source.wire}-{item.target.wire}"
            raise BadRequest(f"{pair} is translated by {item.model.name}, not by {name}: ask for that model")
