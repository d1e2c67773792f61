"""Each requirement notices its own failure, and nothing else."""

import dataclasses
from collections.abc import Callable

import pytest

from loadtest.growth import Curve
from loadtest.requirements import Requirement, check, requirements_table
from loadtest.results import Results
from loadtest.serving import CALL, STREAMING, WINDOW
from loadtest.subjects import OPUS_NAME
from loadtest.systems import DRAGOMAN
from tests.loadtest.samples import cell_result, good_results, serving_result

Change = Callable[[Results], None]


def missed(results: Results) -> list[str]:
    return [entry.name for entry in check(results) if not entry.is_met]


def replace_server(server: str, **changes: float) -> Change:
    """Other numbers for one server at 32 clients."""

    def change(results: Results) -> None:
        [index] = [
            index for index, entry in enumerate(results.serving) if (entry.server, entry.clients) == (server, 32)
        ]
        results.serving[index] = serving_result(server, **changes)  # type: ignore[arg-type]

    return change


def slower_cell(results: Results) -> None:
    results.offline = [cell_result(ours=600.0), cell_result(ours=190.0)]


def few_over_ctranslate2(results: Results) -> None:
    results.offline = [cell_result(ours=240.0, transformers=20.0)]


def other_tokens(results: Results) -> None:
    [result] = results.offline
    cell = dataclasses.replace(result.cell, precision="fp32")
    results.offline = [dataclasses.replace(result, cell=cell, agreements=dict.fromkeys(result.agreements, 0.97))]


def transformers_too_fast(results: Results) -> None:
    results.offline = [cell_result(transformers=40.0)]


def cliff(results: Results) -> None:
    results.growth.append(Curve(OPUS_NAME, "dragoman 1x1", "clients", (1, 2), (50.0, 60.0)))


def slow_alone(results: Results) -> None:
    results.serving[4] = serving_result(DRAGOMAN, clients=1, seconds=0.021)


def test_good_results_meet_everything() -> None:
    assert missed(good_results()) == []


@pytest.mark.parametrize(
    ("change", "name"),
    [
        (slower_cell, "worst cell"),
        (few_over_ctranslate2, "geometric mean"),
        (transformers_too_fast, "over transformers"),
        (other_tokens, "tokens as CTranslate2 in float32"),
        (replace_server(CALL, rate=151.0, seconds=0.3), f"over {CALL}"),
        (replace_server(WINDOW, rate=240.0, seconds=0.15), f"over {WINDOW}"),
        (replace_server(DRAGOMAN, rate=300.0, seconds=0.16), "p95"),
        (replace_server(STREAMING, rate=300.0, seconds=0.1, first=0.08), "first token"),
        (slow_alone, "p50 at 1 client"),
        (cliff, "growth with clients"),
    ],
)
def test_each_one_can_be_missed(change: Change, name: str) -> None:
    results = good_results()
    change(results)
    [found] = missed(results)
    assert name in found


def test_the_model_of_opus_size_has_to_be_four_times_as_fast() -> None:
    results = good_results()
    results.serving = [dataclasses.replace(entry, model=OPUS_NAME) for entry in results.serving]
    [found] = missed(results)
    assert f"{OPUS_NAME}: requests/s at 32 clients over {CALL}" in found


def test_other_systems_may_grow_as_they_like() -> None:
    results = good_results()
    results.growth.append(Curve(OPUS_NAME, "ctranslate2 1x1", "clients", (1, 2), (50.0, 500.0)))
    assert missed(results) == []


def test_nothing_measured_requires_nothing() -> None:
    assert check(Results({})) == []


def test_the_table_says_which() -> None:
    text = requirements_table([Requirement("a", 2.0, 3.0), Requirement("b", 2.0, 3.0, is_most=True)])
    assert text.splitlines()[1:] == ["a     >= 2      3         ok", "b     <= 2      3         MISSED"]
