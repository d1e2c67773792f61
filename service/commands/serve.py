"""`dragoman serve`: the HTTP server as a process that starts, drains and stops cleanly."""

import asyncio
import logging
import os
import resource
import socket
from collections.abc import Sequence
from types import FrameType
from typing import Any, Final

import uvicorn

from service.api.app import create_app
from service.api.connection import CHECK_S, BoundedConnection
from service.api.state import Service
from service.logs import set_up_logging
from service.settings import Settings

logger = logging.getLogger(__name__)

# Requests that outlive the drain are cancelled; this is the time that they get to send their last bytes.
CANCEL_GRACE_S: Final = 2
TICKS_PER_S: Final = 10  # of uvicorn's main loop
MAX_OPEN_FILES: Final = 65_536  # each connection is one


class DrainingServer(uvicorn.Server):
    """On the first signal it lets running requests end while new ones get a 503; on the second it leaves at once."""

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        super().__init__(config)
        self._service = service
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """As usual, remembering the loop that signals have to talk to."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        for listener in sockets or ():
            logger.info("listening on %s", _url(listener))

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second: now and then, look for clients that hold connections for nothing."""
        if counter % (TICKS_PER_S * CHECK_S) == 0:
            for connection in list(self.server_state.connections):
                if isinstance(connection, BoundedConnection):
                    connection.check(self._service.settings.client_timeout_s)
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal came: once to drain, again to leave."""
        if self._loop is None or self._service.is_draining:
            super().handle_exit(sig, frame)
        else:
            self._loop.call_soon_threadsafe(self._service.begin_drain)


def serve(settings: Settings) -> int:
    """Run the server until it is told to stop; the exit status."""
    set_up_logging(settings.log_format, settings.log_level)
    try:
        listener = _listen(settings.host, settings.port)
    except OSError as error:
        logger.critical("cannot listen on %s port %d: %s", settings.host, settings.port, error)
        return 1

    def stop() -> None:
        server.should_exit = True

    _allow_connections()
    app = create_app(settings, stop)
    server = DrainingServer(_config(app, settings.trusted_proxies), app.state.service)
    server.run([listener])
    if app.state.service.has_given_up:
        _leave_at_once(1)
    return 1 if app.state.service.failure else 0


def _allow_connections() -> None:
    """Most systems begin with 1,024 open files and let a process have far more, if it asks."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(MAX_OPEN_FILES, hard)
    if resource.RLIM_INFINITY != soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _leave_at_once(status: int) -> None:
    """End the process although a thread is in the middle of a graph: the usual way would tear that down under it."""
    logging.shutdown()
    os._exit(status)


def _config(app: Any, trusted_proxies: Sequence[str] | None) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=BoundedConnection,
        lifespan="on",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=trusted_proxies is not None,
        forwarded_allow_ips=list(trusted_proxies or ()),
        timeout_graceful_shutdown=CANCEL_GRACE_S,
    )


def _listen(host: str, port: int) -> socket.socket:
    """A socket bound to the address, before anything else is done: a port in use is found out at once."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
    except OSError:
        listener.close()
        raise
    return listener


def _url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
