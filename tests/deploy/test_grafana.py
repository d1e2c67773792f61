"""The dashboard shows what servers export, and Grafana finds it where compose.yaml puts it."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.exported import exported_samples, unknown_in

FOLDER = Path(__file__).parents[2] / "deploy/grafana"
DASHBOARD = json.loads((FOLDER / "dashboards/dragoman.json").read_text("utf-8"))
PANELS: list[dict[str, Any]] = DASHBOARD["panels"]
CHARTS = [panel for panel in PANELS if panel["type"] != "row"]
WIDTH = 24


@pytest.mark.parametrize("panel", CHARTS, ids=lambda panel: panel["title"])
def test_a_panel_asks_for_what_is_exported(panel: dict[str, Any]) -> None:
    samples = exported_samples()
    assert panel["targets"]
    assert [part for target in panel["targets"] for part in unknown_in(target["expr"], samples)] == []


def test_what_a_server_exports_is_shown() -> None:
    """All of it: a metric that nobody sees is one that nobody needs."""
    shown = " ".join(target["expr"] for panel in CHARTS for target in panel["targets"])
    names = {name for name in exported_samples() if not name.endswith(("_created", "_sum", "_count", "_bucket"))}
    histograms = {name.removesuffix("_bucket") for name in exported_samples() if name.endswith("_bucket")}
    assert {name for name in names | histograms if name not in shown} == set()


def test_variables_ask_for_what_is_exported() -> None:
    queries = [entry["definition"] for entry in DASHBOARD["templating"]["list"] if entry["type"] == "query"]
    assert queries
    for query in queries:
        metric, label = query.removeprefix("label_values(").removesuffix(")").split(", ")
        assert unknown_in(f'{metric}{{{label}="some"}}', exported_samples()) == []


def test_panels_have_ids_of_their_own_and_do_not_overlap() -> None:
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)
    for one, other in itertools.combinations([panel["gridPos"] for panel in PANELS], 2):
        beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        assert beside or one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"], (one, other)
    assert all(panel["gridPos"]["x"] + panel["gridPos"]["w"] <= WIDTH for panel in PANELS)


def test_it_is_provisioned_where_compose_mounts_it() -> None:
    compose = yaml.safe_load((FOLDER.parents[1] / "compose.yaml").read_text("utf-8"))
    grafana = compose["services"]["grafana"]
    [provider] = yaml.safe_load((FOLDER / "provisioning/dashboards/dragoman.yml").read_text("utf-8"))["providers"]
    [source] = yaml.safe_load((FOLDER / "provisioning/datasources/prometheus.yml").read_text("utf-8"))["datasources"]
    assert f"./deploy/grafana/dashboards:{provider['options']['path']}:ro" in grafana["volumes"]
    home = grafana["environment"]["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"]
    assert home == f"{provider['options']['path']}/dragoman.json"
    assert source["url"].removeprefix("http://").partition(":")[0] in compose["services"]
