"""The mixture notices a server that answers wrongly."""

import asyncio

import httpx

from loadtest.mixture import Mixture


def send_all_kinds(status: int, body: object) -> Mixture:
    """300 requests to a server that always says the same."""

    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(status, json=body)

    async def run() -> Mixture:
        async with httpx.AsyncClient(base_url="http://test", transport=httpx.MockTransport(answer)) as client:
            mixture = Mixture(client, ["a-model"])
            await mixture.send_many(300, 3)
            return mixture

    return asyncio.run(run())


def test_a_server_that_fails_is_wrong_every_time() -> None:
    mixture = send_all_kinds(500, {})
    assert mixture.counts.total() == 300
    assert len(mixture.counts) == 10
    assert len(mixture.wrong) == 300 - mixture.counts["request left early"]


def test_a_server_that_says_yes_to_everything_is_wrong() -> None:
    """Status 200 with nothing in it: no translation, no last event, and bad input accepted."""
    mixture = send_all_kinds(200, {"details": {"generated_tokens": 0}})
    left_early = mixture.counts["request left early"] + mixture.counts["stream left early"]
    assert len(mixture.wrong) == 300 - left_early
