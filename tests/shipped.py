"""The models that come with Dragoman, loaded once for all tests of what they say: in this process, and in servers."""

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import httpx
import pytest

from service.api.loading import LoadedModel, load_model
from service.api.metrics import Metrics
from service.settings import Settings
from service.text.marks import MarkedText
from service.text.options import TranslationOptions
from service.text.result import Translation
from tests.live import ROOT, LiveServer, serving

BUNDLES: Final = ROOT / "models" / "bundles"
_CHINESE: Final = re.compile("[\u3400-\u9fff]")


@pytest.fixture(scope="session")
def models() -> Iterator[dict[str, LoadedModel]]:
    """By name."""
    settings = Settings(workers=1, threads=1, max_rows=8, engine_processes=False)
    loaded = {name: load_model(BUNDLES / name, settings, Metrics()) for name in ("en-de", "zh-en")}
    yield loaded
    for model in loaded.values():
        model.engine.stop()


@pytest.fixture(scope="session")
def shipped_server() -> Iterator[LiveServer]:
    """Serves them as it does by default."""
    with serving([BUNDLES]) as server:
        yield server


@pytest.fixture(scope="session")
def shipped_client(shipped_server: LiveServer) -> Iterator[httpx.Client]:
    """Talks to that server."""
    with httpx.Client(base_url=shipped_server.url, timeout=120, trust_env=False) as client:
        yield client


@pytest.fixture(scope="session")
def forgetful_client() -> Iterator[httpx.Client]:
    """Talks to a server that has forgotten what it said before."""
    with (
        serving([BUNDLES], "--cache-bytes", "0") as server,
        httpx.Client(base_url=server.url, timeout=120, trust_env=False) as client,
    ):
        yield client


def is_chinese(text: str) -> bool:
    """Whether there is a Chinese character in it."""
    return _CHINESE.search(text) is not None


def model_for(models: Mapping[str, LoadedModel], text: str) -> LoadedModel:
    """From Chinese into English, or from English into German."""
    return models["zh-en" if is_chinese(text) else "en-de"]


def translation_of(model: LoadedModel, source: MarkedText, **options: Any) -> Translation:
    """By one of the models in this process."""
    return asyncio.run(_translated(model, source, TranslationOptions(**options)))


def stream_of(model: LoadedModel, text: str) -> tuple[list[str], Translation]:
    """Its deltas, and the whole at its end."""
    return asyncio.run(_streamed(model, text, TranslationOptions(is_streamed=True)))


async def _translated(model: LoadedModel, source: MarkedText, options: TranslationOptions) -> Translation:
    translator, [pair] = model.translator, model.manifest.pairs
    [run] = translator.submit([translator.plan(source, pair, options)], options)
    return await run.result()


async def _streamed(model: LoadedModel, text: str, options: TranslationOptions) -> tuple[list[str], Translation]:
    translator, [pair] = model.translator, model.manifest.pairs
    [run] = translator.submit([translator.plan(MarkedText(text), pair, options)], options)
    return [delta async for delta in run.deltas()], run.translation


def request_for(text: str, **fields: Any) -> dict[str, Any]:
    """What /translate is asked, from and into the languages of the model for this text."""
    source, target = ("zh", "en") if is_chinese(text) else ("en", "de")
    return {"q": text, "source": source, "target": target} | fields


def posted(client: httpx.Client, path: str, body: Mapping[str, Any]) -> httpx.Response:
    """A request that is answered."""
    response = client.post(path, json=body)
    assert response.status_code == 200, response.text
    return response


def events_of(response: httpx.Response) -> list[dict[str, Any]]:
    """Of a stream."""
    lines = (line.removeprefix("data:").strip() for line in response.text.splitlines() if line.startswith("data:"))
    return [json.loads(line) for line in lines if line != "[DONE]"]


def answer_to(client: httpx.Client, body: Mapping[str, Any]) -> dict[str, Any]:
    """Of /translate."""
    answer: dict[str, Any] = posted(client, "/translate", body).json()
    return answer


def streamed_answer_to(client: httpx.Client, body: Mapping[str, Any]) -> dict[str, Any]:
    """The end of a stream, which says what its deltas said."""
    *deltas, last = events_of(posted(client, "/translate", {**body, "stream": True}))
    assert "".join(event["delta"] for event in deltas) == last["translatedText"]
    return last
