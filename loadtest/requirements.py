"""What the comparison has to show, beside what it showed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import geometric_mean
from typing import Final

from loadtest.goals import GOALS
from loadtest.offline import CellResult
from loadtest.results import Results
from loadtest.serving import CALL, STREAMING, WINDOW, ServingResult
from loadtest.subjects import OPUS_NAME
from loadtest.systems import CTRANSLATE2, DRAGOMAN, TRANSFORMERS, system_of
from loadtest.tables import table

MIN_MEAN_RATIO: Final = 1.25
MIN_AGREEMENT: Final = 0.98  # the rest are ties, which rounding breaks one way or the other
MIN_OVER_CALL: Final = 2.0
MIN_OVER_CALL_OPUS: Final = 4.0
MIN_OVER_WINDOW: Final = 1.3
MAX_FIRST_PART: Final = 0.5  # of the peers' whole answer
MANY_CLIENTS: Final = 32
# Attention makes a word's cost grow with the length at most; clients make it fall. The rest is room for noise.
MAX_STEEPNESS: Final = {"source tokens": 1.15, "target tokens": 1.15, "clients": 0.15}


@dataclass(frozen=True, slots=True)
class Requirement:
    """A bound and the value that was measured; `is_most` where the value must not be above it."""

    name: str
    bound: float
    measured: float
    is_most: bool = False

    @property
    def is_met(self) -> bool:
        """Whether it is kept."""
        return self.measured <= self.bound if self.is_most else self.measured >= self.bound


def check(results: Results) -> list[Requirement]:
    """Every requirement whose part was measured."""
    models = [*(result.model for result in results.offline), *(result.model for result in results.serving)]
    found: list[Requirement] = []
    for model in dict.fromkeys(models):
        found += _offline(model, [result for result in results.offline if result.model == model])
        found += _serving(model, [result for result in results.serving if result.model == model])
    found += [
        Requirement(
            f"{curve.model}: steepest growth with {curve.what}", MAX_STEEPNESS[curve.what], curve.steepest, True
        )
        for curve in results.growth
        if system_of(curve.way) == DRAGOMAN
    ]
    return found


def requirements_table(requirements: Sequence[Requirement]) -> str:
    """Required, measured, ok."""
    rows = [
        (
            entry.name,
            f"{'<=' if entry.is_most else '>='} {entry.bound:.3g}",
            f"{entry.measured:.3g}",
            "ok" if entry.is_met else "MISSED",
        )
        for entry in requirements
    ]
    return table(("what", "required", "measured", ""), rows)


def _offline(model: str, results: Sequence[CellResult]) -> Iterator[Requirement]:
    if not results:
        return
    ratios = [result.ratio(CTRANSLATE2) for result in results]
    worst = results[ratios.index(min(ratios))]
    yield Requirement(f"{model}: over CTranslate2, worst cell ({worst.cell})", GOALS[CTRANSLATE2], min(ratios))
    name = f"{model}: over CTranslate2, geometric mean of {len(ratios)} cells"
    yield Requirement(name, MIN_MEAN_RATIO, geometric_mean(ratios))
    exact = [result.agreements[result.best(CTRANSLATE2)] for result in results if result.cell.precision == "fp32"]
    if exact:
        yield Requirement(f"{model}: share of tokens as CTranslate2 in float32, worst cell", MIN_AGREEMENT, min(exact))
    for result in results:
        if result.took_part(TRANSFORMERS):
            ratio = result.ratio(TRANSFORMERS)
            yield Requirement(f"{model}: over transformers ({result.cell})", GOALS[TRANSFORMERS], ratio)


def _serving(model: str, results: Sequence[ServingResult]) -> Iterator[Requirement]:
    many = {result.server: result for result in results if result.clients == MANY_CLIENTS}
    one = {result.server: result for result in results if result.clients == 1}
    if many:
        own = many[DRAGOMAN]
        call_bound = MIN_OVER_CALL_OPUS if model == OPUS_NAME else MIN_OVER_CALL
        for server, bound in ((CALL, call_bound), (WINDOW, MIN_OVER_WINDOW)):
            ratio = own.requests_per_s / many[server].requests_per_s
            yield Requirement(f"{model}: requests/s at {MANY_CLIENTS} clients over {server}", bound, ratio)
        best_p95 = min(many[server].latency_ms(95) for server in (CALL, WINDOW))
        yield Requirement(f"{model}: p95 at {MANY_CLIENTS} clients, ms", best_p95, own.latency_ms(95), True)
        whole = min(many[server].latency_ms(50) for server in (CALL, WINDOW))
        first = many[STREAMING].first_part_ms(50) or float("inf")
        yield Requirement(f"{model}: first token at {MANY_CLIENTS} clients, ms", MAX_FIRST_PART * whole, first, True)
    if one:
        peer = min(one[server].latency_ms(50) for server in (CALL, WINDOW))
        yield Requirement(f"{model}: p50 at 1 client, ms", peer, one[DRAGOMAN].latency_ms(50), True)
