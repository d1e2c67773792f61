"""The locust users, run as a user runs them: headless, in a process of their own."""

import http.server
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from loadtest.server import RunningServer

ROUTES: Final = ("/translate", "/generate_stream")
DOCUMENTS: Final = {
    "/openapi.json": {"paths": {route: {} for route in ROUTES}},
    "/info": {"models": [{"name": "m", "pairs": [{"source": "en", "target": "de"}]}]},
}


def run_locust(repository: Path, host: str, *options: str, seconds: int = 4) -> "subprocess.CompletedProcess[str]":
    """Some users for a few seconds."""
    time = ["-t", f"{seconds}s", "--stop-timeout", "60", "--only-summary", "--think-s", "0.05"]
    command = [sys.executable, "-m", "locust", "-f", "loadtest/locustfile.py", "--headless", "--host", host, *time]
    return subprocess.run(
        [*command, *options], cwd=repository, capture_output=True, text=True, timeout=300, check=False
    )


class WrongAnswers(http.server.BaseHTTPRequestHandler):
    """Serves two routes; status 200 and an empty translation, for whatever is asked."""

    def do_GET(self) -> None:
        """What a load test asks before it begins."""
        self._answer(json.dumps(DOCUMENTS[self.path]).encode())

    def do_POST(self) -> None:
        """Answer at once."""
        self.rfile.read(int(self.headers["Content-Length"]))
        self._answer(b'{"translatedText": ""}')

    def _answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        """Silently."""


@pytest.fixture
def wrong_answers() -> Iterator[str]:
    """The address of a server that is always wrong."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), WrongAnswers) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.slow
def test_a_right_server_has_no_failures_in_any_api(repository: Path, server: RunningServer, tmp_path: Path) -> None:
    files = ["--csv", str(tmp_path / "load"), "--html", str(tmp_path / "load.html")]
    result = run_locust(repository, server.url, "-u", "24", "-r", "24", "--lengths", "short", *files, seconds=8)
    said = result.stdout + result.stderr
    assert result.returncode == 0, said
    for route in ("/translate", "/generate", "/generate_stream", "/v1/chat/completions", "/v1/completions"):
        assert f"{route} " in said
    for route in ("/v2/translate", "/v2/models/tiny-zh-en/infer", "/detect", "/translate_file "):
        assert route in said
    assert "first token" in said
    assert "between tokens" in said
    assert "Aggregated" in said
    rows = (tmp_path / "load_stats.csv").read_text("utf-8")
    assert "first token,/generate_stream" in rows
    assert (tmp_path / "load.html").stat().st_size > 0


@pytest.mark.slow
def test_a_bound_that_is_not_kept_is_exit_code_1(repository: Path, server: RunningServer) -> None:
    bounds = ["--max-p95-ms", "0", "--min-requests-per-s", "0"]
    result = run_locust(repository, server.url, "-u", "2", "-r", "2", *bounds, "TranslateUser")
    assert result.returncode == 1
    assert "FAIL whole request, p95, ms" in result.stdout
    assert "ok   answered requests in a second" in result.stdout


@pytest.mark.slow
def test_an_empty_translation_is_a_failure(repository: Path, wrong_answers: str) -> None:
    result = run_locust(repository, wrong_answers, "-u", "8", "-r", "8")
    said = result.stdout + result.stderr
    assert result.returncode == 1
    assert "a translation is empty" in said
    assert "without its final event" in said
    assert "/v2/translate is not served: no DeepLUser" in said


@pytest.mark.parametrize(
    ("sentences", "message"),
    [(None, "the sentences cannot be read"), ("Bonjour.", "served are en-de; there are only texts in fr")],
)
def test_a_test_that_could_send_nothing_does_not_begin(
    repository: Path, wrong_answers: str, tmp_path: Path, sentences: str | None, message: str
) -> None:
    file = tmp_path / "sentences.txt"
    if sentences:
        file.write_text(sentences, "utf-8")
    result = run_locust(repository, wrong_answers, "--sentences", str(file), "--sentences-language", "fr")
    assert result.returncode == 1
    assert message in result.stderr


def test_a_server_that_is_not_there_is_said(repository: Path) -> None:
    result = run_locust(repository, "http://127.0.0.1:1")
    assert result.returncode == 1
    assert "http://127.0.0.1:1/openapi.json does not answer" in result.stderr
