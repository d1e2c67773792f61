"""What tests see of a running server: its metrics, and the events of a stream."""

import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx


def metric(client: httpx.Client, name: str, **labels: str) -> float:
    """The sum of all samples of a metric that have these labels."""
    total = 0.0
    for line in client.get("/metrics").text.splitlines():
        match = re.fullmatch(r"(\w+)(?:{(.*)})? (\S+)", line)
        if match and match[1] == name:
            found = dict(re.findall(r'(\w+)="([^"]*)"', match[2] or ""))
            if labels.items() <= found.items():
                total += float(match[3])
    return total


def is_idle(client: httpx.Client) -> bool:
    """Whether no engine has anything to do."""
    return metric(client, "dragoman_active_rows") + metric(client, "dragoman_waiting") == 0


def eventually(condition: Callable[[], bool], timeout_s: float = 30.0) -> bool:
    """Whether `condition` becomes true in time."""
    deadline = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def events_in(response: httpx.Response) -> Iterator[Any]:
    """The events of a stream, as they arrive."""
    for line in response.iter_lines():
        if line:
            yield json.loads(line.removeprefix("data:"))
