"""Routes whose every failure is answered in the error shape of their own API."""

from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, ClassVar

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from service.api.errors import LIBRETRANSLATE, ErrorShape, Failure, outcome_of
from service.api.record import record_of
from service.api.urgency import note_urgency

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class ShapedRoute(APIRoute):
    """Subclasses say which shape, and for which paths besides their own."""

    shape: ClassVar[ErrorShape] = LIBRETRANSLATE
    absent: ClassVar[Sequence[str]] = ()  # paths of the same API that clients know and this server does not have

    def get_route_handler(self) -> Handler:
        """The usual handler, with exceptions turned into answers."""
        handle = super().get_route_handler()

        async def handle_all(request: Request) -> Response:
            return await shaped(self.shape, request, handle)

        return handle_all


async def shaped(shape: ErrorShape, request: Request, handle: Handler) -> Response:
    """The response of `handle`, or the error that it raises in one API's shape."""
    record = record_of(request)
    result = await outcome_of(_handled(request, handle), record.request_id)
    if not isinstance(result, Failure):
        return result
    record.outcome = result.row.outcome
    return shape.response(result)


def nearest_shape(path: str, routes: Iterable[BaseRoute]) -> ErrorShape:
    """What the API answers in that `path` was meant for: that of the route with the longest beginning in common."""
    parts = path.strip("/").split("/")
    shaped_routes = [route for route in routes if isinstance(route, ShapedRoute)]
    known = [(pattern, route.shape) for route in shaped_routes for pattern in (route.path, *route.absent)]
    return max(known, key=lambda entry: _num_shared(parts, entry[0].strip("/").split("/")))[1]


def _num_shared(parts: list[str], pattern: list[str]) -> int:
    fits = [part == expected or expected.startswith("{") for part, expected in zip(parts, pattern, strict=False)]
    return fits.index(False) if False in fits else len(fits)


async def _handled(request: Request, handle: Handler) -> Response:
    note_urgency(request)
    return await handle(request)


class LibreTranslateRoute(ShapedRoute):
    """Errors as `{"error": "..."}`."""
