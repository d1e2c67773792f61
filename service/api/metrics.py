"""Prometheus metrics, in a registry of their own. Labels hold only names that the server itself chose."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from service.engine.events import Finished, FinishReason, TerminalEvent
from service.engine.stats import EngineStats
from service.text.cache import CacheStats

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
SHORT_SECONDS: Final = (0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0)
ROWS: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)

ReadStats = Callable[[], Mapping[str, EngineStats]]
ReadCacheStats = Callable[[], Mapping[str, CacheStats]]
Stats = TypeVar("Stats", EngineStats, CacheStats)


class Metrics:
    """Everything that is counted while requests are served."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "dragoman_requests",
            "Requests answered, by API, route, model and outcome",
            ["api", "route", "model", "outcome"],
            registry=self.registry,
        )
        self.rejections = Counter(
            "dragoman_rejections", "Requests refused before any work, by reason", ["reason"], registry=self.registry
        )
        self.request_seconds = self._histogram("request_seconds", "Whole request, body to last byte", "route", SECONDS)
        self.first_event_seconds = self._histogram(
            "first_event_seconds", "Stream from the request's arrival to its first event", "route", SECONDS
        )
        self.queue_seconds = self._histogram("queue_seconds", "Sequence waiting for its rows", "model", SECONDS)
        self.first_token_seconds = self._histogram(
            "first_token_seconds",
            "Sequence from submission to the first token handed out: without streaming they come together",
            "model",
            SECONDS,
        )
        self.inter_token_seconds = self._histogram(
            "inter_token_seconds", "Mean time between the tokens of a sequence", "model", SHORT_SECONDS
        )
        self.finish_reasons = Counter(
            "dragoman_finish_reasons",
            "Sequences that ended by themselves, by the reason of their best hypothesis",
            ["model", "reason"],
            registry=self.registry,
        )
        self.step_seconds = self._histogram("step_seconds", "One decoder step", "model", SHORT_SECONDS)
        self.encode_seconds = self._histogram("encode_seconds", "One encoder run", "model", SHORT_SECONDS)
        self.move_seconds = self._histogram(
            "move_seconds",
            "Copying the caches of rows: beams that fork, gaps that close",
            "model",
            SHORT_SECONDS,
        )
        self.batch_rows = self._histogram("batch_rows", "Rows in a decoder step", "model", ROWS)
        self.moved_rows = self._histogram("moved_rows", "Rows whose caches were copied at once", "model", ROWS)
        self.encode_sources = self._histogram("encode_sources", "Sources in an encoder run", "model", ROWS)
        self.model_info = self._info("model_info", "Loaded bundles", "model", "precision", "provider")
        self.build_info = self._info("build_info", "Versions in use", "version", "onnxruntime", "python")

    def render(self) -> bytes:
        """The text format that Prometheus reads."""
        return generate_latest(self.registry)

    def watch_engines(self, read_stats: ReadStats) -> None:
        """Report the engines' own counts whenever metrics are read."""
        self.registry.register(EngineCollector(read_stats))

    def watch_caches(self, read_stats: ReadCacheStats) -> None:
        """Report what the sentence caches have done whenever metrics are read."""
        self.registry.register(CacheCollector(read_stats))

    def _histogram(self, name: str, text: str, label: str, buckets: Iterable[float]) -> Histogram:
        return Histogram(f"dragoman_{name}", text, [label], registry=self.registry, buckets=tuple(buckets))

    def _info(self, name: str, text: str, *labels: str) -> Gauge:
        return Gauge(f"dragoman_{name}", text, labels, registry=self.registry)


class ModelMetrics:
    """The engine's observer for one model: its histograms, looked up once."""

    def __init__(self, metrics: Metrics, model: str) -> None:
        self._step_seconds = metrics.step_seconds.labels(model)
        self._encode_seconds = metrics.encode_seconds.labels(model)
        self._move_seconds = metrics.move_seconds.labels(model)
        self._batch_rows = metrics.batch_rows.labels(model)
        self._moved_rows = metrics.moved_rows.labels(model)
        self._encode_sources = metrics.encode_sources.labels(model)
        self._queue_seconds = metrics.queue_seconds.labels(model)
        self._first_token_seconds = metrics.first_token_seconds.labels(model)
        self._inter_token_seconds = metrics.inter_token_seconds.labels(model)
        self._finish_reasons = {reason: metrics.finish_reasons.labels(model, reason.value) for reason in FinishReason}

    def encoded(self, *, num_sources: int, num_tokens: int, duration_s: float) -> None:
        """One encoder run."""
        self._encode_sources.observe(num_sources)
        self._encode_seconds.observe(duration_s)

    def stepped(self, *, num_rows: int, duration_s: float) -> None:
        """One decoder step."""
        self._batch_rows.observe(num_rows)
        self._step_seconds.observe(duration_s)

    def moved(self, *, num_rows: int, duration_s: float) -> None:
        """Caches of some rows were copied."""
        self._moved_rows.observe(num_rows)
        self._move_seconds.observe(duration_s)

    def ended(self, event: TerminalEvent) -> None:
        """A sequence that is over; one that did not finish is only counted, by the engine itself."""
        if not isinstance(event, Finished):
            return
        self._finish_reasons[event.best.reason].inc()
        self._queue_seconds.observe(event.timings.queue_s)
        self._first_token_seconds.observe(event.timings.first_token_s)
        num_steps = max(len(hypothesis.tokens) for hypothesis in event.hypotheses)
        self._inter_token_seconds.observe(event.timings.decode_s / num_steps)


class EngineCollector(Collector):
    """Turns snapshots of the engines into metrics at the moment of a scrape."""

    def __init__(self, read_stats: ReadStats) -> None:
        self._read_stats = read_stats

    def collect(self) -> Iterable[Metric]:
        """One family per number, one sample per model."""
        stats = self._read_stats()
        yield _gauge("active_rows", "Rows being decoded: one for a sequence, or for a beam", stats, lambda s: s.active)
        yield _gauge("rows", "Rows that can be decoded at once", stats, lambda s: s.slots)
        yield _gauge("waiting", "Sequences waiting for their rows", stats, lambda s: s.waiting)
        yield _gauge("waiting_tokens", "Source tokens of the sequences that wait", stats, lambda s: s.waiting_tokens)
        yield _gauge("engine_healthy", "1 while the engine works", stats, lambda s: s.is_healthy)
        yield _counter("steps", "Decoder steps", stats, lambda s: s.steps)
        yield _counter("encoder_runs", "Encoder runs", stats, lambda s: s.encoder_runs)
        yield _counter("tokens_in", "Source tokens encoded", stats, lambda s: s.source_tokens)
        yield _counter("tokens_out", "Tokens generated in all rows", stats, lambda s: s.generated_tokens)
        yield _counter("sequences_finished", "Sequences that ended by themselves", stats, lambda s: s.finished)
        yield _counter("sequences_cancelled", "Sequences whose client left", stats, lambda s: s.cancelled)
        yield _counter("sequences_failed", "Sequences that an error ended", stats, lambda s: s.failed)


class CacheCollector(Collector):
    """The same for the sentence caches."""

    def __init__(self, read_stats: ReadCacheStats) -> None:
        self._read_stats = read_stats

    def collect(self) -> Iterable[Metric]:
        """One family per number, one sample per model."""
        stats = self._read_stats()
        yield _counter("cache_hits", "Sentences answered from the cache", stats, lambda s: s.hits)
        yield _counter("cache_misses", "Sentences that were not in the cache", stats, lambda s: s.misses)
        yield _gauge("cache_bytes", "What the cached sentences take", stats, lambda s: s.num_bytes)


def _gauge(name: str, text: str, stats: Mapping[str, Stats], read: Callable[[Stats], float]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"dragoman_{name}", text, labels=["model"])
    for model, snapshot in stats.items():
        family.add_metric([model], read(snapshot))
    return family


def _counter(name: str, text: str, stats: Mapping[str, Stats], read: Callable[[Stats], float]) -> CounterMetricFamily:
    family = CounterMetricFamily(f"dragoman_{name}", text, labels=["model"])
    for model, snapshot in stats.items():
        family.add_metric([model], read(snapshot))
    return family
