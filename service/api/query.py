"""Query strings of routes whose fields are elsewhere, or which have none: refused, since nobody would look at them."""

from collections.abc import Collection

from fastapi import Request

from service.api.body import shorten
from service.api.problems import BadRequest


def check_query(request: Request, known: Collection[str] = ()) -> None:
    """Raises BadRequest for a parameter that is not among `known`."""
    if not request.scope["query_string"]:
        return
    for name in request.query_params:
        if name not in known:
            hint = f"known are {', '.join(known)}" if known else "there are none"
            raise BadRequest(f"unknown parameter {shorten(name)} in the query string; {hint}")
