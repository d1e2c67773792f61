import re

from service.api.metrics import Metrics, ModelMetrics
from service.engine.errors import GenerationFailed
from service.engine.events import Cancelled, Failed, Finished, FinishReason, Hypothesis, Timings, TokenEvent
from service.engine.stats import EngineStats
from service.text.cache import CacheStats

STATS = EngineStats(
    waiting=3,
    waiting_tokens=40,
    active=2,
    slots=8,
    is_healthy=True,
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
    assert found['dragoman_waiting_tokens{model="zh-en"}'] == 40
    assert found['dragoman_active_rows{model="zh-en"}'] == 2
    assert found['dragoman_tokens_in_total{model="zh-en"}'] == 90
    assert found['dragoman_tokens_out_total{model="zh-en"}'] == 100
    assert found['dragoman_sequences_cancelled_total{model="zh-en"}'] == 1


def ended(*lengths: int, reason: FinishReason = FinishReason.STOP) -> Finished:
    hypotheses = tuple(Hypothesis((TokenEvent(7),) * length, reason) for length in lengths)
    return Finished(hypotheses, Timings(queue_s=1.0, encode_s=0.5, decode_s=2.5, first_token_s=2.0))


def test_a_finished_sequence_is_measured() -> None:
    metrics = Metrics()
    ModelMetrics(metrics, "zh-en").ended(ended(5))
    found = samples(metrics)
    assert found['dragoman_queue_seconds_sum{model="zh-en"}'] == 1.0
    assert found['dragoman_first_token_seconds_sum{model="zh-en"}'] == 2.0
    assert found['dragoman_inter_token_seconds_sum{model="zh-en"}'] == 0.5  # five tokens in 2.5 s


def test_sequences_that_are_decoded_together_take_the_time_of_the_longest() -> None:
    metrics = Metrics()
    ModelMetrics(metrics, "zh-en").ended(ended(2, 10, 5))
    assert samples(metrics)['dragoman_inter_token_seconds_sum{model="zh-en"}'] == 0.25


def test_reasons_are_counted() -> None:
    metrics = Metrics()
    observer = ModelMetrics(metrics, "zh-en")
    for reason in (FinishReason.STOP, FinishReason.REPETITION, FinishReason.REPETITION):
        observer.ended(ended(3, reason=reason))
    found = samples(metrics)
    assert found['dragoman_finish_reasons_total{model="zh-en",reason="stop"}'] == 1
    assert found['dragoman_finish_reasons_total{model="zh-en",reason="repetition"}'] == 2
    assert found['dragoman_finish_reasons_total{model="zh-en",reason="length"}'] == 0


def test_a_sequence_that_did_not_finish_has_no_timings() -> None:
    metrics = Metrics()
    observer = ModelMetrics(metrics, "zh-en")
    observer.ended(Cancelled())
    observer.ended(Failed(GenerationFailed("the model broke")))
    assert samples(metrics)['dragoman_queue_seconds_count{model="zh-en"}'] == 0


def test_steps_encoder_runs_and_moves_become_histograms() -> None:
    metrics = Metrics()
    observer = ModelMetrics(metrics, "zh-en")
    observer.stepped(num_rows=3, duration_s=0.004)
    observer.stepped(num_rows=32, duration_s=0.006)
    observer.encoded(num_sources=2, num_tokens=20, duration_s=0.01)
    observer.moved(num_rows=3, duration_s=0.0004)
    found = samples(metrics)
    assert found['dragoman_batch_rows_bucket{le="4.0",model="zh-en"}'] == 1
    assert found['dragoman_batch_rows_sum{model="zh-en"}'] == 35
    assert found['dragoman_step_seconds_count{model="zh-en"}'] == 2
    assert found['dragoman_encode_sources_sum{model="zh-en"}'] == 2
    assert found['dragoman_moved_rows_sum{model="zh-en"}'] == 3
    assert found['dragoman_move_seconds_bucket{le="0.0005",model="zh-en"}'] == 1


def test_the_sentence_caches_are_read_at_the_moment_of_a_scrape() -> None:
    metrics = Metrics()
    metrics.watch_caches(lambda: {"zh-en": CacheStats(hits=3, misses=5, num_bytes=700)})
    found = samples(metrics)
    assert found['dragoman_cache_hits_total{model="zh-en"}'] == 3
    assert found['dragoman_cache_misses_total{model="zh-en"}'] == 5
    assert found['dragoman_cache_bytes{model="zh-en"}'] == 700


def test_two_servers_in_one_process_do_not_share_numbers() -> None:
    first, second = Metrics(), Metrics()
    first.requests.labels("LibreTranslate", "/translate", "zh-en", "ok").inc()
    assert 'route="/translate"' in first.render().decode()
    assert 'route="/translate"' not in second.render().decode()


def test_every_metric_is_explained() -> None:
    metrics = Metrics()
    metrics.watch_engines(dict)
    metrics.watch_caches(dict)
    text = metrics.render().decode()
    names = re.findall(r"^# TYPE (\S+)", text, re.M)
    assert len(names) > 15
    assert all(re.search(rf"^# HELP {name} \S", text, re.M) for name in names if not name.endswith("_created"))
