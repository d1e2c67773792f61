import re

from service.api.metrics import Metrics, ModelMetrics
from service.engine.events import Cancelled, Event, Finished, FinishReason, Timings, TokenEvent
from service.engine.stats import EngineStats

STATS = EngineStats(
    waiting=3,
    active=2,
    slots=8,
    is_healthy=True,
    is_accepting=True,
    encoder_runs=5,
    steps=70,
    source_tokens=90,
    generated_tokens=100,
    finished=4,
    cancelled=1,
    failed=0,
)


def samples(metrics: Metrics) -> dict[str, float]:
    """Every line of the text format by its name and labels."""
    lines = (line.rsplit(" ", 1) for line in metrics.render().decode().splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in lines}


def test_engines_are_read_at_the_moment_of_a_scrape() -> None:
    metrics = Metrics()
    engines: dict[str, EngineStats] = {}
    metrics.watch_engines(lambda: engines)
    assert 'dragoman_waiting{model="zh-en"}' not in samples(metrics)
    engines["zh-en"] = STATS
    found = samples(metrics)
    assert found['dragoman_waiting{model="zh-en"}'] == 3
    assert found['dragoman_active_rows{model="zh-en"}'] == 2
    assert found['dragoman_tokens_in_total{model="zh-en"}'] == 90
    assert found['dragoman_tokens_out_total{model="zh-en"}'] == 100
    assert found['dragoman_sequences_cancelled_total{model="zh-en"}'] == 1


def test_a_finished_sequence_is_measured_on_its_way_to_the_sink() -> None:
    metrics, received = Metrics(), list[Event]()
    watched = ModelMetrics(metrics, "zh-en").watch(lambda events: received.extend(events))
    events = (
        TokenEvent(7, -0.1),
        Finished(FinishReason.STOP, 5, Timings(queue_s=1.0, encode_s=0.5, decode_s=2.5, first_token_s=2.0)),
    )
    watched(events)
    assert received == list(events)
    found = samples(metrics)
    assert found['dragoman_queue_seconds_sum{model="zh-en"}'] == 1.0
    assert found['dragoman_first_token_seconds_sum{model="zh-en"}'] == 2.0
    assert found['dragoman_inter_token_seconds_sum{model="zh-en"}'] == 0.5  # 2 s between five tokens


def test_one_token_has_nothing_between() -> None:
    metrics = Metrics()
    watched = ModelMetrics(metrics, "zh-en").watch(lambda events: None)
    watched((Finished(FinishReason.STOP, 1, Timings(1, 1, 1, 3)),))
    assert samples(metrics)['dragoman_inter_token_seconds_count{model="zh-en"}'] == 0


def test_other_events_pass_unmeasured() -> None:
    metrics, received = Metrics(), list[Event]()
    watched = ModelMetrics(metrics, "zh-en").watch(lambda events: received.extend(events))
    watched((TokenEvent(7, -0.1),))
    watched((Cancelled(),))
    assert len(received) == 2
    assert samples(metrics)['dragoman_queue_seconds_count{model="zh-en"}'] == 0


def test_steps_and_encoder_runs_become_histograms() -> None:
    metrics = Metrics()
    observer = ModelMetrics(metrics, "zh-en")
    observer.stepped(num_rows=3, duration_s=0.004)
    observer.stepped(num_rows=32, duration_s=0.006)
    observer.encoded(num_sources=2, num_tokens=20, duration_s=0.01)
    found = samples(metrics)
    assert found['dragoman_batch_rows_bucket{le="4.0",model="zh-en"}'] == 1
    assert found['dragoman_batch_rows_sum{model="zh-en"}'] == 35
    assert found['dragoman_step_seconds_count{model="zh-en"}'] == 2
    assert found['dragoman_encode_sources_sum{model="zh-en"}'] == 2


def test_two_servers_in_one_process_do_not_share_numbers() -> None:
    first, second = Metrics(), Metrics()
    first.requests.labels("/translate", "zh-en", "ok").inc()
    assert 'route="/translate"' in first.render().decode()
    assert 'route="/translate"' not in second.render().decode()


def test_every_metric_is_explained() -> None:
    metrics = Metrics()
    metrics.watch_engines(dict)
    text = metrics.render().decode()
    names = re.findall(r"^# TYPE (\S+)", text, re.M)
    assert len(names) > 15
    assert all(re.search(rf"^# HELP {name} \S", text, re.M) for name in names if not name.endswith("_created"))
