"""Peers are real servers, started and stopped as Dragoman is."""

import json
import signal
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from loadtest.peers.weights import read_weights
from loadtest.server import running_process

converter = pytest.importorskip("loadtest.peers.ctranslate2_model")
pytest.importorskip("loadtest.peers.hf_model")


def generate(url: str, text: str) -> str:
    """Twelve tokens: a random model does not end by itself."""
    body = json.dumps({"inputs": text, "parameters": {"min_new_tokens": 12, "max_new_tokens": 12}}).encode()
    with urlopen(Request(f"{url}/generate", body, {"Content-Type": "application/json"}), timeout=60) as answer:
        found: str = json.load(answer)["generated_text"]
    return found


@pytest.mark.slow
def test_all_of_them_say_the_same(tiny_bundles: dict[str, Path], tmp_path: Path) -> None:
    bundle = tiny_bundles["int8"]
    converter.write_ctranslate2_model(read_weights(bundle), tmp_path / "model", "float32")
    peer = ["loadtest.peers.ctranslate2_server", str(tmp_path / "model"), str(bundle), "--threads", "2"]
    commands = [peer, [*peer, "--window-ms", "5"], ["loadtest.peers.hf_server", str(bundle), "--threads", "2"]]
    answers = []
    for command in commands:
        with running_process([sys.executable, "-m", *command], timeout_s=120) as server:
            answers.append(generate(server.url, "The red cat sees a small house."))
        assert server.process.returncode == -signal.SIGTERM
    assert answers[0]
    assert answers == [answers[0]] * 3
