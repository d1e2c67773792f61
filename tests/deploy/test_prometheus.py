"""Prometheus reads its settings, the alerts ask for what servers export, and fire when they should."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.exported import exported_samples, unknown_in

FOLDER = Path(__file__).parents[2] / "deploy/prometheus"
ADAPTER = Path(__file__).parents[2] / "deploy/kubernetes/adapter.yaml"
PROMTOOL = shutil.which("promtool")


def alerts() -> list[dict[str, Any]]:
    """Every rule."""
    document = yaml.safe_load((FOLDER / "alerts.yml").read_text("utf-8"))
    return [rule for group in document["groups"] for rule in group["rules"]]


@pytest.mark.parametrize("rule", alerts(), ids=lambda rule: rule["alert"])
def test_an_alert_asks_for_what_is_exported_and_says_what_to_do(rule: dict[str, Any]) -> None:
    assert unknown_in(rule["expr"], exported_samples()) == []
    assert rule["labels"]["severity"] in {"warning", "critical"}
    assert rule["annotations"].keys() == {"summary", "description"}


def test_every_alert_is_shown_to_fire_and_to_stay_silent() -> None:
    document = yaml.safe_load((FOLDER / "alerts_test.yml").read_text("utf-8"))
    cases = [case for test in document["tests"] for case in test["alert_rule_test"]]
    names = {rule["alert"] for rule in alerts()}
    assert {case["alertname"] for case in cases if case["exp_alerts"]} == names
    assert {case["alertname"] for case in cases if not case["exp_alerts"]} == names


@pytest.mark.skipif(PROMTOOL is None, reason="promtool is not installed: it comes with Debian's package prometheus")
@pytest.mark.parametrize("command", [("check", "config", "prometheus.yml"), ("test", "rules", "alerts_test.yml")])
def test_promtool_has_nothing_against_it(command: tuple[str, ...]) -> None:
    result = subprocess.run([str(PROMTOOL), *command], cwd=FOLDER, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_adapter_s_rule_asks_for_what_is_exported() -> None:
    [rule] = yaml.safe_load(ADAPTER.read_text("utf-8"))
    query = rule["metricsQuery"].replace("<<.LabelMatchers>>", 'pod="some"').replace("<<.GroupBy>>", "pod")
    assert unknown_in(query, exported_samples()) == []
    assert unknown_in(rule["seriesQuery"], exported_samples()) == []


@pytest.mark.parametrize(
    ("expression", "unknown"),
    [
        ("sum(rate(dragoman_request_total[5m]))", ["dragoman_request_total"]),
        ('dragoman_waiting{route="/translate"}', ["dragoman_waiting{route}"]),
        ('dragoman_rejections_total{reason="full"}', ["dragoman_rejections_total{reason=full}"]),
        ("sum by (route) (dragoman_waiting)", ["by (route)"]),
        ("sum by (instance) (dragoman_waiting)", []),
    ],
)
def test_what_is_not_exported_is_found(expression: str, unknown: list[str]) -> None:
    assert unknown_in(expression, exported_samples()) == unknown
