"""The flood counts what comes back, on servers that answer as a test wants."""

import asyncio

from loadtest.flood import Flood, FloodGenerator, FloodResult
from tests.loadtest.http_servers import Handler, serving, whole


def flooded(handler: Handler, **fields: float) -> FloodResult:
    async def scenario() -> FloodResult:
        async with serving(handler) as url:
            flood = Flood(url=url, path="/translate", bodies=["a", "b"], expected="right", **fields)  # type: ignore[arg-type]
            return await FloodGenerator(flood).run()

    return asyncio.run(asyncio.wait_for(scenario(), 30))


def refused(headers: str) -> list[bytes]:
    return [f"HTTP/1.1 429 Too Many Requests\r\n{headers}Content-Length: 2\r\n\r\n{{}}".encode()]


async def in_turn(body: bytes) -> list[bytes]:
    return whole(b"right") if body == b"a" else refused("Retry-After: 1\r\n")


def test_answers_and_refusals_are_told_apart() -> None:
    result = flooded(in_turn, rate=200.0, seconds=0.5)
    assert result.wrong == []
    assert set(result.statuses) == {"200", "429"}
    assert result.statuses == {"200": len(result.answer_s), "429": len(result.refusal_s)}
    assert result.num_sent == sum(result.statuses.values()) > 10
    assert result.num_in_time <= len(result.answer_s)


def test_a_closed_loop_waits_for_its_answers() -> None:
    result = flooded(in_turn, clients=1, seconds=0.1)
    assert abs(result.statuses["200"] - result.statuses["429"]) <= 1


def test_a_refusal_that_does_not_say_when_to_come_back_is_wrong() -> None:
    async def silent(body: bytes) -> list[bytes]:
        return refused("")

    result = flooded(silent, clients=1, seconds=0.05)
    assert len(result.wrong) == result.num_sent
    assert result.refusal_s == []


def test_a_wrong_answer_is_wrong() -> None:
    async def wrong(body: bytes) -> list[bytes]:
        return whole(b"something else")

    result = flooded(wrong, clients=1, seconds=0.05)
    assert len(result.wrong) == result.num_sent
    assert "something else" in result.wrong[0]
