"""The page at /, and the files it is made of."""

from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request, Response
from starlette.staticfiles import StaticFiles

router = APIRouter(include_in_schema=False)

FOLDER: Final = Path(__file__).parents[2] / "web"
FILES: Final = StaticFiles(directory=FOLDER)
# All that a browser may do on this page: use its own files and call this server. No other host, no inline script or
# style, no HTML from text, and no site may show it inside of its own.
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
HEADERS: Final = {
    # Files keep their names from one version to the next: a browser asks each time, and is told that nothing changed.
    "Cache-Control": "no-cache",
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


@router.get("/")
@router.head("/")
async def page(request: Request) -> Response:
    """The page."""
    return await _file("index.html", request)


@router.get("/web/{name}")
@router.head("/web/{name}")
async def file(name: str, request: Request) -> Response:
    """A script, a style sheet or a picture of the page."""
    return await _file(name, request)


async def _file(name: str, request: Request) -> Response:
    """The file, or 304 if the browser has it. Raises HTTPException with 404."""
    response = await FILES.get_response(name, request.scope)
    response.headers.update(HEADERS)
    return response
