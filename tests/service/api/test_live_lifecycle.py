"""Starting, stopping, and refusing to start."""

import json
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.live import ROOT, launched, serving
from tests.service.api.observing import events_in, eventually

LONG = {"q": "fish\n" * 400, "source": "en", "target": "de", "stream": True}


def test_a_loading_server_is_alive_and_not_ready(bundles: list[Path]) -> None:
    """So many rows make warming up slow enough to be seen."""
    with launched(bundles, "--max-rows", "512") as server:
        server.wait_listening()
        with httpx.Client(base_url=server.url, timeout=60, trust_env=False) as client:
            assert client.get("/livez").status_code == 200
            readiness = client.get("/readyz")
            assert readiness.status_code == 503
            assert readiness.json()["status"] == "loading"
            assert set(readiness.json()["loading"]) == {"tiny-zh-en", "tiny-en-de"}
            assert client.get("/health").status_code == 503
            assert client.get("/info").json()["status"] == "loading"
            for refused in (
                client.get("/languages"),
                client.post("/translate", json={"q": "Hi", "source": "en", "target": "de"}),
                client.post("/generate", json={"inputs": "Hi"}),
            ):
                assert refused.status_code == 503
                assert refused.headers["retry-after"] == "1"
                assert "still loading tiny-" in refused.json()["error"]
            server.wait_ready()
            assert client.post("/translate", json={"q": "1", "source": "en", "target": "en"}).status_code == 200


def test_a_server_that_is_told_to_stop_lets_running_requests_end_and_takes_no_others(bundles: list[Path]) -> None:
    with (
        serving(bundles, "--max-rows", "1") as server,
        httpx.Client(base_url=server.url, timeout=60, trust_env=False) as client,
        httpx.Client(base_url=server.url, timeout=60, trust_env=False) as other,
    ):
        with client.stream("POST", "/translate", json=LONG) as response:
            events = events_in(response)
            next(events)
            server.process.send_signal(signal.SIGTERM)
            assert eventually(lambda: other.get("/readyz").status_code == 503)
            assert other.get("/readyz").json()["status"] == "draining"
            refused = other.post("/translate", json={"q": "dog", "source": "en", "target": "de"})
            assert refused.status_code == 503
            assert int(refused.headers["retry-after"]) >= 1
            assert "shutting down" in refused.json()["error"]
            *_, last = events
        assert last["translatedText"].count("\n") == 400
        assert server.wait_ended() == 0
        assert "Traceback" not in server.text


def test_what_does_not_end_in_time_is_cut_off(bundles: list[Path]) -> None:
    with (
        serving(bundles, "--max-rows", "1", "--drain-timeout-s", "0.2") as server,
        httpx.Client(base_url=server.url, timeout=60, trust_env=False) as client,
        client.stream("POST", "/translate", json={**LONG, "q": "fish\n" * 1000}) as response,
    ):
        next(events_in(response))
        server.process.send_signal(signal.SIGTERM)
        assert server.wait_ended() == 0


def test_a_server_that_is_told_to_stop_while_it_loads_stops(bundles: list[Path]) -> None:
    with launched(bundles) as server:
        server.wait_listening()
        assert server.stop() == 0


def test_a_bundle_that_fails_to_load_stops_the_server_with_a_sentence(bundles: list[Path], tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(bundles[0], broken)
    (broken / "decoder.onnx").write_bytes(b"x")
    with launched([broken, bundles[1]]) as server:
        assert server.wait_ended() == 1
    assert "cannot start: " in server.text
    assert "decoder.onnx has 1 bytes" in server.text
    assert "Traceback" not in server.text


@pytest.mark.parametrize(
    ("flags", "complaint"),
    [
        (["--default-model", "gpt"], "DRAGOMAN_DEFAULT_MODEL is 'gpt', but the bundles are tiny-zh-en, tiny-en-de"),
        (["--device", "cuda"], "device cuda cannot be used"),
    ],
)
def test_settings_that_do_not_fit_the_bundles_stop_the_server(
    bundles: list[Path], flags: list[str], complaint: str
) -> None:
    with launched(bundles, *flags) as server:
        assert server.wait_ended() == 1
    assert complaint in server.text


def test_two_bundles_of_the_same_name_stop_the_server(bundles: list[Path], tmp_path: Path) -> None:
    shutil.copytree(bundles[0], tmp_path / "copy")
    with launched([bundles[0], tmp_path / "copy"]) as server:
        assert server.wait_ended() == 1
    assert "2 bundles are named tiny-zh-en" in server.text


def test_the_default_model_is_the_one_in_the_settings(bundles: list[Path]) -> None:
    with serving(bundles, environ={"DRAGOMAN_DEFAULT_MODEL": "tiny-en-de"}) as server:
        response = httpx.post(f"{server.url}/generate", json={"inputs": "fish"}, timeout=60, trust_env=False)
        assert response.status_code == 200


def test_one_bundle_needs_no_default(bundles: list[Path]) -> None:
    with serving(bundles[:1]) as server:
        response = httpx.post(f"{server.url}/generate", json={"inputs": "鱼"}, timeout=60, trust_env=False)
        assert response.status_code == 200


def test_a_port_in_use_is_said_at_once(bundles: list[Path]) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        launched(bundles, "--port", str(taken.getsockname()[1])) as server,
    ):
        assert server.wait_ended() == 1
    assert "cannot listen on 127.0.0.1" in server.text


def test_the_log_can_be_json(bundles: list[Path]) -> None:
    with serving(bundles, "--log-format", "json") as server:
        httpx.get(f"{server.url}/languages", headers={"X-Request-Id": "abc"}, timeout=60, trust_env=False)
    entries = [json.loads(line) for line in server.log]
    [access] = [entry for entry in entries if entry.get("request_id") == "abc"]
    assert access["level"] == "info"
    assert access["message"].startswith("GET /languages 200 ok ")


def test_the_served_process_never_loads_torch() -> None:
    code = "import service.cli, sys; assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=180)
