"""The peers' HTTP takes the requests that are measured."""

import asyncio
import json
from pathlib import Path

import httpx
import pytest

from loadtest.peers.app import create_app
from loadtest.peers.backends import Wanted
from loadtest.serving import make_requests
from loadtest.subjects import Subject
from loadtest.task import Ids
from service.runtime.tokenizer import Tokenizer

SENTENCES = ["a quick test", "the same again"]


class Echo:
    """Gives the source back, without its end token."""

    def __init__(self) -> None:
        self.wanted: list[Wanted] = []

    async def run(self) -> None:
        """Nothing goes on beside the requests."""

    async def translate(self, wanted: Wanted) -> Ids:
        """Note what is wanted."""
        self.wanted.append(wanted)
        return wanted.source[:-1]


@pytest.fixture(scope="session")
def tokenizer(tiny_bundles: dict[str, Path]) -> Tokenizer:
    """Of a tiny bundle."""
    return Tokenizer.from_file(tiny_bundles["int8"] / "tokenizer.json")


@pytest.mark.parametrize("forced", [None, 7])
def test_each_request_is_answered(tokenizer: Tokenizer, forced: int | None) -> None:
    subject = Subject("m", Path("nowhere"), None, forced, ("en", "de"))
    requests = make_requests(subject, SENTENCES, is_stream=False)
    echo = Echo()

    async def run() -> list[str]:
        transport = httpx.ASGITransport(create_app(tokenizer, echo, end=2))
        async with httpx.AsyncClient(base_url="http://test", transport=transport) as client:
            answers = [await client.post(requests.path, json=json.loads(body)) for body in requests.bodies]
        assert all(requests.expected in answer.text for answer in answers)
        return [next(iter(answer.json().values())) for answer in answers]

    assert asyncio.run(run()) == SENTENCES
    assert [wanted.source for wanted in echo.wanted] == [[*tokenizer.encode(text), 2] for text in SENTENCES]
    assert {wanted.forced_tokens for wanted in echo.wanted} == {forced}
