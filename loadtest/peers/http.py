"""Serve a peer's app as Dragoman is served: Uvicorn on a free loopback port, told to whoever started the process."""

import socket
import sys
from typing import Final

import uvicorn
from fastapi import FastAPI

BACKLOG: Final = 2048


def serve_app(app: FastAPI, name: str) -> None:
    """Serve until the process is told to stop. The lines on standard error are those that Dragoman logs."""
    with socket.create_server(("127.0.0.1", 0), backlog=BACKLOG) as listener:
        port = listener.getsockname()[1]
        print(f"listening on http://127.0.0.1:{port}\nready: {name}", file=sys.stderr, flush=True)
        config = uvicorn.Config(app, log_config=None, access_log=False, server_header=False)
        uvicorn.Server(config).run([listener])
