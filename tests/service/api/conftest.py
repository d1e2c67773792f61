"""A running server with two tiny bundles, shared by the tests of this folder."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from service.runtime.tokenizer import Tokenizer
from tests.live import LiveServer, serving


@pytest.fixture(scope="session")
def bundles(tiny_bundles: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The tiny bundles, changed so that what they generate can be seen.

    Their weights are random and like to repeat the token before, so the start token decides what they say: it is
    replaced by one with letters. Bundles whose output is empty text would let almost any test of a stream pass.
    """
    folder = tmp_path_factory.mktemp("talkative")
    return [_talkative(bundle, folder / bundle.name) for bundle in tiny_bundles.values()]


@pytest.fixture(scope="session")
def server(bundles: list[Path]) -> Iterator[LiveServer]:
    """tiny-zh-en and tiny-en-de, with small limits."""
    with serving(bundles, "--max-text-chars", "2000", "--max-items", "8", "--max-body-bytes", "100000") as server:
        yield server


@pytest.fixture(scope="session")
def client(server: LiveServer) -> Iterator[httpx.Client]:
    """Talks to `server` and to nothing else."""
    with httpx.Client(base_url=server.url, timeout=60, trust_env=False) as client:
        yield client


def _talkative(bundle: Path, copy: Path) -> Path:
    shutil.copytree(bundle, copy)
    tokenizer = Tokenizer.from_file(copy / "tokenizer.json")
    letters = (token_id for token_id in range(tokenizer.vocab_size) if tokenizer.token_text(token_id).isalpha())
    manifest = json.loads((copy / "bundle.json").read_text("utf-8"))
    manifest["special_ids"]["decoder_start"] = next(token_id for token_id in letters if token_id > 300)
    (copy / "bundle.json").write_text(json.dumps(manifest), "utf-8")
    return copy
