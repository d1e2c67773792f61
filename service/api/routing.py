"""Routes whose every failure is answered in the error shape of their own API."""

from collections.abc import Callable, Coroutine
from typing import Any, ClassVar

from fastapi import Request, Response
from fastapi.routing import APIRoute

from service.api.errors import LIBRETRANSLATE, TGI, ErrorShape, Failure, outcome_of
from service.api.record import record_of

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class ShapedRoute(APIRoute):
    """Subclasses say which shape."""

    shape: ClassVar[ErrorShape] = LIBRETRANSLATE

    def get_route_handler(self) -> Handler:
        """The usual handler, with exceptions turned into answers."""
        handle = super().get_route_handler()

        async def handle_all(request: Request) -> Response:
            record = record_of(request)
            result = await outcome_of(handle(request), record.request_id)
            if not isinstance(result, Failure):
                return result
            record.outcome = result.row.outcome
            return self.shape.response(result)

        return handle_all


class LibreTranslateRoute(ShapedRoute):
    """Errors as `{"error": "..."}`."""


class TgiRoute(ShapedRoute):
    """Errors as `{"error": "...", "error_type": "..."}`."""

    shape = TGI
