"""What can be asked of a server, read from its own description: every route, with its example."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

JSON: Final = "application/json"
# Where a path leaves something open. Names of models are asked for.
VERSION: Final = "1"
# Made by a test of its own, since they belong together.
FILES: Final = frozenset({"/translate_file", "/download_file/{name}"})


@dataclass(frozen=True, slots=True)
class Route:
    """One way to ask. A POST has the example of the description as its body."""

    method: str
    path: str
    example: Mapping[str, Any] | None
    can_stream: bool

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    def address(self, model: str) -> str:
        """The path with everything filled in."""
        return self.path.replace("{model}", model).replace("{version}", VERSION)

    def body(self, text: str, *, is_streamed: bool) -> Any:
        """The example with another text in it."""
        body = _with_text(self.example, text)
        return body | {"stream": is_streamed} if self.can_stream else body


def routes_of(description: Mapping[str, Any]) -> list[Route]:
    """Every route of an OpenAPI document that can be asked without knowing more."""
    return [route for route in _all_routes(description) if route.path not in FILES]


def _all_routes(description: Mapping[str, Any]) -> Iterator[Route]:
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            content = operation.get("requestBody", {}).get("content", {}).get(JSON, {})
            schema = _resolved(content.get("schema", {}), description)
            yield Route(method.upper(), path, content.get("example"), "stream" in schema.get("properties", {}))


def _resolved(schema: Mapping[str, Any], description: Mapping[str, Any]) -> Mapping[str, Any]:
    if "$ref" not in schema:
        return schema
    found: Mapping[str, Any] = description["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return found


def _with_text(value: Any, text: str) -> Any:
    """Sentences end with a full stop; everything else in an example is a name or a number."""
    if isinstance(value, str):
        return text if value.endswith(".") else value
    if isinstance(value, list):
        return [_with_text(item, text) for item in value]
    if isinstance(value, Mapping):
        return {name: _with_text(item, text) for name, item in value.items()}
    return value


def spoilt(body: Any, dice: random.Random) -> Any:
    """A body that nobody accepts."""
    ways: tuple[Any, ...] = (
        body | {"no_such_field": 1},
        {},
        [],
        dict.fromkeys(body, 17.5),
        body | {next(iter(body)): {"nested": [[[]]]}},
    )
    return dice.choice(ways)
