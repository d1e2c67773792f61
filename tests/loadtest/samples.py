"""Results that were never measured, for tests of what is made of them."""

from collections.abc import Sequence

from loadtest.contestant import Run
from loadtest.growth import Curve
from loadtest.limit import FASTEST, Limit
from loadtest.load import LoadResult
from loadtest.memory_use import MemoryUse
from loadtest.offline import CellResult
from loadtest.plan import Cell
from loadtest.profiles import Profile
from loadtest.results import Results
from loadtest.serving import CALL, STREAMING, WINDOW, ServingResult
from loadtest.subjects import OPUS_NAME
from loadtest.systems import DRAGOMAN, TRANSFORMERS, system_of

CELL = Cell("int8", 2, 1, 32)


def cell_result(
    *, ours: float = 300.0, theirs: float = 200.0, transformers: float = 20.0, model: str = "en-de"
) -> CellResult:
    """Two repetitions at these rates; each has a slower way too."""
    rates = {
        "dragoman 1x2": ours,
        "dragoman 2x1": ours / 2,
        "ctranslate2 1x2": theirs / 2,
        "ctranslate2 2x1": theirs,
    }
    runs = {name: [Run(1.0, round(rate)), Run(2.0, round(2 * rate))] for name, rate in rates.items()}
    runs["transformers 1x2"] = [Run(1.0, round(transformers))]
    agreements = {way: 0.98 for way in runs if system_of(way) != DRAGOMAN}
    exact = {way: 0.97 for way in runs if system_of(way) != TRANSFORMERS}
    return CellResult(model, CELL, 64, runs, agreements, exact)


def load_result(
    rate: float, latencies: list[float], first_parts: Sequence[float] = (), gaps: Sequence[float] = ()
) -> LoadResult:
    """So many requests per second."""
    return LoadResult(rate, latencies, list(first_parts), list(gaps), cpu_share=0.1)


def serving_result(
    server: str, *, clients: int = 32, rate: float = 100.0, seconds: float = 0.1, first: float | None = None
) -> ServingResult:
    """Ten answers, each after `seconds`."""
    firsts = [] if first is None else [first] * 10
    load = load_result(rate, [seconds] * 10, firsts, [0.01] * len(firsts))
    return ServingResult("en-de", server, clients, None, [load, load])


def good_results() -> Results:
    """Every requirement is met."""
    results = Results({"processor": "none"})
    results.offline = [cell_result()]
    results.serving = [
        serving_result(DRAGOMAN, rate=300.0, seconds=0.1),
        serving_result(STREAMING, rate=300.0, seconds=0.1, first=0.02),
        serving_result(CALL, rate=100.0, seconds=0.3),
        serving_result(WINDOW, rate=200.0, seconds=0.15),
        serving_result(DRAGOMAN, clients=1, seconds=0.01),
        serving_result(CALL, clients=1, seconds=0.02),
        serving_result(WINDOW, clients=1, seconds=0.03),
    ]
    results.limits = [Limit("en-de", CELL, 2.0, 1.5, {"onednn": 0.6, FASTEST: 0.5}, 1e12)]
    results.profiles = [Profile("en-de", CELL, 2.0, 0.1, {"decoder.onnx": {"MatMul": 1.0, "Add": 0.5}})]
    results.growth = [Curve(OPUS_NAME, "dragoman 1x1", "source tokens", (10, 100), (50.0, 60.0))]
    results.memory = [MemoryUse("en-de", DRAGOMAN, 100.0, 120.0, 110.0, 1.5)]
    return results
