"""A shorter way to the routes that are asked for most.

They read and answer their requests themselves; FastAPI describes them, and would take as long to route a short request
as its answer takes otherwise.
"""

from collections.abc import Iterable
from typing import Any

from fastapi import FastAPI, Request
from starlette.routing import BaseRoute
from starlette.types import Receive, Scope, Send

from service.api.middleware import RequestMiddleware
from service.api.routing import ShapedRoute, shaped
from service.api.state import Service


class DirectApp(FastAPI):
    """Answers some of its routes, asked for by exactly their paths, without routing. All others as usual."""

    def __init__(self, service: Service, **options: Any) -> None:
        super().__init__(**options)
        self._direct: dict[tuple[str, str], ShapedRoute] = {}
        self._answering = RequestMiddleware(self._answer, service)

    def answer_directly(self, routes: Iterable[BaseRoute]) -> None:
        """Take the shorter way to those routes that make their responses themselves and have no parameters."""
        for route in routes:
            if isinstance(route, ShapedRoute) and route.response_model is None and "{" not in route.path:
                self._direct |= {(method, route.path): route for method in route.methods or ()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or (scope["method"], scope["path"]) not in self._direct:
            await super().__call__(scope, receive, send)
            return
        scope["app"] = self
        await self._answering(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        route = self._direct[scope["method"], scope["path"]]
        scope["route"] = route
        request = Request(scope, receive, send)
        response = await shaped(route.shape, request, route.endpoint)
        await response(scope, receive, send)
