"""What the server under load serves: its routes, and the language pairs of its models."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from urllib.request import ProxyHandler, Request, build_opener

TIMEOUT_S: Final = 30


class ServerError(Exception):
    """There is no server to test; the message says what it answered."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A direction, and the model that serves it."""

    source: str
    target: str
    model: str

    def __str__(self) -> str:
        return f"{self.source}-{self.target}"


@dataclass(frozen=True, slots=True)
class Server:
    """A running Dragoman."""

    routes: frozenset[str]
    pairs: tuple[Pair, ...]


@cache
def server_at(host: str, api_key: str) -> Server:
    """Asked once; talks to it directly, whatever proxy the environment names. Raises ServerError."""
    headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
    routes = _get(f"{host}/openapi.json", headers)["paths"]
    models = _get(f"{host}/info", headers)["models"]
    pairs = (Pair(pair["source"], pair["target"], model["name"]) for model in models for pair in model["pairs"])
    return Server(frozenset(routes), tuple({(pair.source, pair.target): pair for pair in pairs}.values()))


def _get(url: str, headers: Mapping[str, str]) -> dict[str, Any]:
    try:
        with build_opener(ProxyHandler({})).open(Request(url, headers=dict(headers)), timeout=TIMEOUT_S) as answer:
            found: dict[str, Any] = json.load(answer)
    except (OSError, ValueError) as error:
        raise ServerError(f"{url} does not answer as Dragoman does: {error}") from error
    return found
