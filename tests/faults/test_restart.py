"""Every server behind a proxy is replaced under load, one after the other, and no client notices."""

import asyncio
import json
import signal
import socket
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.faults.proxy import Proxy, proxying
from tests.live import LiveServer, serving

pytestmark = pytest.mark.faults

NUM_CLIENTS = 16
DRAIN_DELAY_S = 2.0
PATIENCE_S = 120.0
TEXTS = [f"The child sees {number} fish.\nfish" for number in range(8)]


class Clients:
    """Ask one after the other, whole and streamed, until they are told to stop."""

    def __init__(self, url: str, expected: dict[str, str]) -> None:
        self._url = url
        self._expected = expected
        self._is_over = False
        self.num_right = 0
        self.failures: list[str] = []

    def stop(self) -> None:
        self._is_over = True

    async def run(self, number: int) -> None:
        async with httpx.AsyncClient(base_url=self._url, timeout=PATIENCE_S, trust_env=False) as client:
            while not self._is_over:
                text = TEXTS[(number + self.num_right) % len(TEXTS)]
                await self._ask(client, text, is_streamed=number % 2 == 0)

    async def _ask(self, client: httpx.AsyncClient, text: str, *, is_streamed: bool) -> None:
        body = {"q": text, "source": "en", "target": "de", "stream": is_streamed}
        try:
            response = await client.post("/translate", json=body, headers={"Connection": "close"})
        except httpx.TransportError as error:
            self.failures.append(repr(error))
            return
        if response.status_code == 200 and translation_in(response) == self._expected[text]:
            self.num_right += 1
        else:
            self.failures.append(f"{response.status_code} {response.text[-300:]}")


def translation_in(response: httpx.Response) -> Any:
    """Of a whole answer or at the end of a stream."""
    *_, last = response.text.strip().split("\n")
    return json.loads(last.removeprefix("data:")).get("translatedText")


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not condition():
            await asyncio.sleep(0.02)


def free_ports(number: int) -> list[int]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(number)]
        return [each.getsockname()[1] for each in sockets]


class Fleet:
    """Servers at fixed ports."""

    def __init__(self, bundle: Path, ports: list[int]) -> None:
        self._bundle = bundle
        self._ports = ports
        self._servers: dict[int, tuple[ExitStack, LiveServer]] = {}

    def start(self, port: int) -> LiveServer:
        stack = ExitStack()
        flags = ("--port", str(port), "--drain-delay-s", str(DRAIN_DELAY_S), "--cache-bytes", "0")
        server = stack.enter_context(serving([self._bundle], *flags))
        self._servers[port] = stack, server
        return server

    def leave(self, port: int) -> int:
        """Tell a server to stop, and wait until it has; its exit status."""
        stack, server = self._servers[port]
        with stack:
            server.process.send_signal(signal.SIGTERM)
            return server.wait_ended()

    def close(self) -> None:
        for stack, _ in self._servers.values():
            stack.close()


async def replaced(fleet: Fleet, proxy: Proxy, port: int, clients: Clients) -> None:
    """Stop one server and start another one in its place, with some load before and after each change."""
    await _some_more(clients)
    assert await asyncio.to_thread(fleet.leave, port) == 0
    await _some_more(clients)
    await asyncio.to_thread(fleet.start, port)
    await until(lambda: proxy.is_ready(port))
    await _some_more(clients)


async def _some_more(clients: Clients) -> None:
    enough = clients.num_right + 2 * NUM_CLIENTS
    await until(lambda: clients.num_right >= enough or bool(clients.failures))


def expected_from(server: LiveServer) -> dict[str, str]:
    with httpx.Client(base_url=server.url, timeout=60, trust_env=False) as client:
        bodies = {text: {"q": text, "source": "en", "target": "de"} for text in TEXTS}
        return {text: client.post("/translate", json=body).json()["translatedText"] for text, body in bodies.items()}


async def rolling_restart(bundle: Path, fleet: Fleet, ports: list[int]) -> Clients:
    servers = [fleet.start(port) for port in ports]
    async with proxying(ports) as (proxy, url), AsyncExitStack() as stack:
        clients = Clients(url, expected_from(servers[0]))
        await until(lambda: all(map(proxy.is_ready, ports)))
        running: list[Awaitable[None]] = [asyncio.create_task(clients.run(number)) for number in range(NUM_CLIENTS)]
        stack.callback(clients.stop)
        for port in ports:
            await replaced(fleet, proxy, port, clients)
        clients.stop()
        await asyncio.gather(*running)
    return clients


def test_a_rolling_restart_under_load_fails_no_request(bundle: Path) -> None:
    ports = free_ports(2)
    fleet = Fleet(bundle, ports)
    try:
        clients = asyncio.run(rolling_restart(bundle, fleet, ports))
    finally:
        fleet.close()
    print(f"{clients.num_right} right answers, {len(clients.failures)} failures")
    assert clients.failures == []
    assert clients.num_right >= 12 * NUM_CLIENTS
