"""What was measured, as tables for people."""

from collections.abc import Sequence
from typing import Final

from loadtest.growth import Curve
from loadtest.limit import Limit
from loadtest.memory_use import MemoryUse
from loadtest.offline import CellResult
from loadtest.profiles import Profile
from loadtest.results import Results
from loadtest.serving import ServingResult
from loadtest.systems import CTRANSLATE2, DRAGOMAN, TRANSFORMERS
from loadtest.tables import table

MOST_OPERATORS: Final = 8


def print_tables(results: Results) -> None:
    """Every part that was measured."""
    tables = {
        "Target tokens per second, without HTTP": results.offline and offline_table(results.offline),
        "Against transformers in float32": results.offline and transformers_table(results.offline),
        "Over HTTP": results.serving and serving_table(results.serving),
        "Memory of the servers": results.memory and memory_table(results.memory),
        "Against the limit": results.limits and limit_table(results.limits),
        "Where a decode's time goes": results.profiles and profile_table(results.profiles),
        "Growth": results.growth and growth_table(results.growth),
    }
    for title, text in tables.items():
        if text:
            print(f"\n{title}\n\n{text}", flush=True)


def offline_table(results: Sequence[CellResult]) -> str:
    """Target tokens per second, and Dragoman over CTranslate2, each in its better way of using the threads."""
    systems = (DRAGOMAN, CTRANSLATE2)
    header = ("model", "cell", "sentences", *(part for name in systems for part in (name, "spread", "way")))
    rows = []
    for result in results:
        cells: list[str | float] = []
        for system in systems:
            way = result.best(system)
            cells += [result.rate(system), f"{result.spread(system):.0%}", way.removeprefix(f"{system} ")]
        agree = result.agreements[result.best(CTRANSLATE2)]
        ends = (f"{result.ratio(CTRANSLATE2):.2f}", f"{100 * agree:.2f}")
        rows.append((result.model, str(result.cell), result.num_sentences, *cells, *ends))
    return table((*header, "ratio", "agree %"), rows)


def transformers_table(results: Sequence[CellResult]) -> str:
    """The cells in which transformers took part; its tokens are the exact ones."""
    rows = [
        (
            result.model,
            str(result.cell),
            result.rate(DRAGOMAN),
            result.rate(TRANSFORMERS),
            f"{result.ratio(TRANSFORMERS):.1f}",
            f"{100 * result.exact_agreements[result.best(DRAGOMAN)]:.2f}",
            f"{100 * result.exact_agreements[result.best(CTRANSLATE2)]:.2f}",
        )
        for result in results
        if result.took_part(TRANSFORMERS)
    ]
    header = ("model", "cell", "dragoman", "transformers", "ratio", "dragoman agrees %", "ctranslate2 agrees %")
    return table(header, rows)


def serving_table(results: Sequence[ServingResult]) -> str:
    """Requests per second and milliseconds."""
    header = (
        "model",
        "server",
        "load",
        "requests/s",
        "spread",
        "refused",
        "p50 ms",
        "p95",
        "p99",
        "first p50",
        "p95",
        "between p50",
        "p95",
    )
    rows = [
        (
            result.model,
            result.server,
            f"{result.clients} clients" if result.clients else f"{result.rate:.0f}/s, Poisson",
            result.requests_per_s,
            f"{result.spread:.0%}",
            result.num_refused,
            *(result.latency_ms(percent) for percent in (50, 95, 99)),
            *(result.first_part_ms(percent) for percent in (50, 95)),
            *(result.gap_ms(percent) for percent in (50, 95)),
        )
        for result in results
    ]
    return table(header, rows)


def limit_table(limits: Sequence[Limit]) -> str:
    """A whole decode beside its matrix products alone."""
    rows = [
        (
            limit.model,
            str(limit.cell),
            kernel,
            limit.seconds,
            limit.goal_s,
            limit.floors[kernel],
            f"{limit.share(kernel):.0%}",
            limit.achieved_gops,
            limit.rate_gops(kernel),
        )
        for limit in limits
        for kernel in limit.floors
    ]
    header = ("model", "cell", "kernel", "decode s", "required s", "products s", "share", "decode GOPS", "kernel GOPS")
    return table(header, rows)


def profile_table(profiles: Sequence[Profile]) -> str:
    """What takes most, and what copying caches takes (which is part of `outside`)."""
    rows = []
    for profile in profiles:
        largest = list(profile.shares().items())[:MOST_OPERATORS]
        shares = ", ".join(f"{name} {share:.0%}" for name, share in largest)
        rows.append((profile.model, str(profile.cell), f"{profile.moves_s / profile.seconds:.1%}", shares))
    return table(("model", "cell", "cache copies", "largest shares"), rows)


def growth_table(curves: Sequence[Curve]) -> str:
    """Microseconds for each word, smallest size first."""
    rows = [
        (
            curve.model,
            curve.way,
            curve.what,
            " ".join(f"{size}: {cost:.0f}" for size, cost in zip(curve.sizes, curve.costs_us, strict=True)),
            f"{curve.exponent:.2f}",
            f"{curve.steepest:.2f}",
        )
        for curve in curves
    ]
    return table(("model", "system", "grows", "size: microseconds a word", "exponent", "steepest"), rows)


def memory_table(uses: Sequence[MemoryUse]) -> str:
    """Megabytes."""
    rows = [(use.model, use.server, use.rest_mb, use.peak_mb, use.after_mb, use.row_mb) for use in uses]
    return table(("model", "server", "rest MB", "peak MB", "after MB", "MB a row"), rows)
