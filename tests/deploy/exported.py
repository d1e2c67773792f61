"""Which samples a server really exports, and which an expression of PromQL asks for."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import promql_parser
from prometheus_client import Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.metrics import MetricWrapperBase

from service.api.app import create_app
from service.api.errors import REFUSALS, TABLE
from service.api.metrics import Metrics
from service.engine.events import FinishReason
from service.settings import Settings

# Set by Prometheus itself when it reads a target, or by the discovery of pods.
TARGET_LABELS: Final = frozenset({"instance", "job", "namespace", "pod"})
OWN_SERIES: Final = {"up": frozenset[str]()}
# What Grafana puts in before an expression is sent.
INTERVAL: Final = re.compile(r"\$__(rate_interval|interval|range)")
# Of the labels whose values the server chooses.
VALUES: Final = {
    ("dragoman_requests_total", "outcome"): {"ok", *(row.outcome for row in TABLE)},
    ("dragoman_rejections_total", "reason"): REFUSALS,
    ("dragoman_finish_reasons_total", "reason"): {reason.value for reason in FinishReason},
}


@cache
def exported_samples() -> dict[str, frozenset[str]]:
    """The labels of every sample at /metrics, by its name; also of those that show nothing before a model is loaded."""
    app = create_app(Settings(), stop=lambda: None)
    metrics: Metrics = app.state.service.metrics
    for metric in vars(metrics).values():
        if isinstance(metric, MetricWrapperBase):
            _count_something(metric)
    return dict(OWN_SERIES) | {
        name: labels for family in metrics.registry.collect() for name, labels in _samples(family)
    }


def _count_something(metric: MetricWrapperBase) -> None:
    """A metric with labels has no sample before."""
    child = metric.labels(*("" for _ in metric._labelnames))
    if isinstance(child, Histogram):
        child.observe(0)


def _samples(family: Metric) -> Iterator[tuple[str, frozenset[str]]]:
    if isinstance(family, CounterMetricFamily):
        yield f"{family.name}_total", frozenset(family._labelnames)
    elif isinstance(family, GaugeMetricFamily):
        yield family.name, frozenset(family._labelnames)
    for sample in family.samples:
        yield sample.name, frozenset(sample.labels)


def unknown_in(expression: str, samples: Mapping[str, frozenset[str]]) -> list[str]:
    """What an expression asks for and no server exports: names, labels, values of labels. Raises ValueError."""
    nodes: list[Any] = []
    promql_parser.walk(promql_parser.parse(INTERVAL.sub("5m", expression)), nodes.append)
    selectors = [node for node in nodes if isinstance(node, promql_parser.VectorSelector)]
    asked = [part for selector in selectors for part in _unknown_in_selector(selector, samples)]
    labels = TARGET_LABELS.union(*(samples.get(selector.name or "", ()) for selector in selectors))
    grouped = [
        node.modifier.labels for node in nodes if isinstance(node, promql_parser.AggregateExpr) and node.modifier
    ]
    return asked + [f"by ({label})" for group in grouped for label in group if label not in labels]


def _unknown_in_selector(selector: Any, samples: Mapping[str, frozenset[str]]) -> Iterator[str]:
    if selector.name not in samples:
        yield selector.name
        return
    for matcher in selector.matchers.matchers:
        values = VALUES.get((selector.name, matcher.name))
        if matcher.name not in samples[selector.name] | TARGET_LABELS:
            yield f"{selector.name}{{{matcher.name}}}"
        elif values and matcher.op == promql_parser.MatchOp.Equal and matcher.value not in values:
            yield f"{selector.name}{{{matcher.name}={matcher.value}}}"
