"""A real Prometheus, with the settings of `deploy/`, reads a real server: every panel of the dashboard has data."""

import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from tests.deploy.exported import INTERVAL
from tests.deploy.test_grafana import CHARTS
from tests.live import LiveServer, serving
from tests.service.api.observing import eventually

FOLDER: Final = Path(__file__).parents[2] / "deploy/prometheus"
PROMETHEUS: Final = shutil.which("prometheus")
TEXT: Final = {"q": "The child sees.\nfish", "source": "en", "target": "de"}
REQUESTS: Final[list[dict[str, Any]]] = [
    TEXT,
    TEXT,  # out of the cache
    TEXT | {"q": "a house", "stream": True},
    TEXT | {"q": "a river", "num_beams": 4},  # moves caches
    TEXT | {"q": "a field", "target": "xx"},  # refused
]

pytestmark = pytest.mark.skipif(
    PROMETHEUS is None, reason="prometheus is not installed: it is in Debian's package of that name"
)


@pytest.fixture(scope="module")
def server(tiny_bundles: dict[str, Path]) -> Iterator[LiveServer]:
    with serving([tiny_bundles["int8"]]) as live:
        live.wait_ready()
        yield live


@pytest.fixture(scope="module")
def prometheus(server: LiveServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of one that reads the server every second and has done so around all REQUESTS."""
    folder = tmp_path_factory.mktemp("prometheus")
    shutil.copytree(FOLDER, folder, dirs_exist_ok=True)
    settings = (FOLDER / "prometheus.yml").read_text("utf-8")
    settings = settings.replace("10s", "1s").replace("dragoman:8000", server.url.removeprefix("http://"))
    (folder / "prometheus.yml").write_text(settings, "utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [str(PROMETHEUS), "--config.file=prometheus.yml", f"--web.listen-address={address}"]
    with (
        (folder / "log.txt").open("w") as log,
        subprocess.Popen([*command, "--storage.tsdb.path=data"], cwd=folder, stdout=log, stderr=log) as process,
    ):
        try:
            url = f"http://{address}"
            assert eventually(lambda: _has_read(url, 2), timeout_s=60)
            for body in REQUESTS:
                httpx.post(f"{server.url}/translate", json=body, timeout=60).read()
            seen = _num_reads(url)
            assert eventually(lambda: _has_read(url, seen + 3), timeout_s=60)
            yield url
        finally:
            process.terminate()


def ask(url: str, query: str) -> list[dict[str, Any]]:
    """The samples that a query finds now."""
    response = httpx.get(f"{url}/api/v1/query", params={"query": query})
    response.raise_for_status()
    answer = response.json()
    assert answer["status"] == "success", answer
    found: list[dict[str, Any]] = answer["data"]["result"]
    return found


def _num_reads(url: str) -> int:
    """How often the server has been read."""
    found = ask(url, 'count_over_time(up{job="dragoman"}[10m])')
    return int(found[0]["value"][1]) if found else 0


def _has_read(url: str, count: int) -> bool:
    try:
        return _num_reads(url) >= count
    except httpx.HTTPError:  # it does not listen yet, or is not ready
        return False


def test_the_server_is_up(prometheus: str) -> None:
    assert [sample["value"][1] for sample in ask(prometheus, 'up{job="dragoman"}')] == ["1"]


@pytest.mark.parametrize("panel", CHARTS, ids=lambda panel: panel["title"])
def test_a_panel_has_data(prometheus: str, panel: dict[str, Any]) -> None:
    for target in panel["targets"]:
        query = INTERVAL.sub("1m", target["expr"]).replace("$instance", ".*").replace("$model", ".*")
        assert ask(prometheus, query), query


def test_alerts_are_loaded_and_none_fires(prometheus: str) -> None:
    groups = httpx.get(f"{prometheus}/api/v1/rules").json()["data"]["groups"]
    rules = [rule for group in groups for rule in group["rules"]]
    assert rules
    assert [(rule["name"], rule["health"]) for rule in rules if rule["health"] != "ok"] == []
    assert [rule["name"] for rule in rules if rule["state"] == "firing"] == []


def test_variables_have_values(prometheus: str) -> None:
    values = httpx.get(f"{prometheus}/api/v1/label/model/values").json()["data"]
    assert values == ["tiny-en-de"]
