"""The locust users, run as a user runs them: headless, in a process of their own."""

import http.server
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from loadtest.server import RunningServer


def run_locust(repository: Path, host: str) -> "subprocess.CompletedProcess[str]":
    """Six users for a few seconds."""
    options = ["--headless", "-u", "6", "-r", "6", "-t", "8s", "--stop-timeout", "60", "--host", host]
    command = [sys.executable, "-m", "locust", "-f", "loadtest/locustfile.py", *options]
    return subprocess.run(command, cwd=repository, capture_output=True, text=True, timeout=300, check=False)


class EmptyAnswers(http.server.BaseHTTPRequestHandler):
    """Status 200 and an empty translation, for whatever is asked."""

    def do_POST(self) -> None:
        """Answer at once."""
        body = b'{"translatedText": ""}'
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        """Silently."""


@pytest.fixture
def empty_answers() -> Iterator[str]:
    """The address of a server that is always wrong."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), EmptyAnswers) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.slow
def test_a_right_server_has_no_failures(repository: Path, server: RunningServer) -> None:
    result = run_locust(repository, server.url)
    assert result.returncode == 0, result.stdout + result.stderr
    for expected in ("zh-en sentence", "en-de list of 8", "first text", "whole stream"):
        assert expected in result.stdout + result.stderr


@pytest.mark.slow
def test_an_empty_translation_is_a_failure(repository: Path, empty_answers: str) -> None:
    result = run_locust(repository, empty_answers)
    assert result.returncode == 1
    assert "a translation is empty" in result.stdout + result.stderr
    assert "without its final event" in result.stdout + result.stderr
