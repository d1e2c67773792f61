"""What one connection may cost: a client that is too slow, sends too much around its body, or stops reading is cut off.

Uvicorn waits for ever for the rest of a request, and takes in a head of any size.
"""

import asyncio
import json
from http import HTTPStatus
from typing import Final

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

MAX_HEADERS: Final = 100
MAX_HEAD_BYTES: Final = 65_536
CHUNK_BYTES_PER_BYTE: Final = 8  # around a body in chunks of one byte each are not even as many
SLOWEST_BYTES_PER_S: Final = 10_000
CHECK_S: Final = 1


class BoundedConnection(HttpToolsProtocol):
    """`check` is called once every CHECK_S seconds.

    Calls are counted, and no clock is looked at: after a time in which the whole process stood still, what clients sent
    meanwhile is about to be read.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """A client has connected."""
        self._is_receiving = False
        self._num_bytes = 0  # of the request that is being received, without its first packet
        self._num_body_bytes = 0
        self._seconds_awaited = 0
        self._seconds_stuck = 0
        self._num_unsent = 0
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Bytes of a request, or of several, have come."""
        before = self.headers
        super().data_received(data)
        if self._is_receiving and self.headers is before:
            self._num_bytes += len(data)
            self._check_size()

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._is_receiving = True
        self._num_bytes = self._num_body_bytes = 0

    def on_headers_complete(self) -> None:
        """The request can be answered from now on."""
        if len(self.headers) > MAX_HEADERS:
            raise ValueError("too many headers")  # for the parser, which then asks for `send_400_response`
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of the body has come."""
        self._num_body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The last byte of a request has come."""
        self._is_receiving = False
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The last byte of an answer was given away; the time for the next request begins."""
        self._seconds_awaited = self._num_body_bytes = self._num_bytes = 0
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse what the parser does not take."""
        if len(self.headers or ()) > MAX_HEADERS:
            self._refuse_head()
        else:
            self._refuse(HTTPStatus.BAD_REQUEST, f"{msg} This server speaks HTTP/1.1, without TLS")

    def check(self, timeout_s: float) -> None:
        """End a connection whose client neither sends what it has begun nor takes what it is sent."""
        self._seconds_awaited = 0 if self._is_answering else self._seconds_awaited + CHECK_S
        if self._is_stuck(timeout_s):
            self.transport.abort()
        elif self._seconds_awaited > timeout_s + self._num_body_bytes / SLOWEST_BYTES_PER_S:
            self._give_up(timeout_s)

    def _check_size(self) -> None:
        """Refuse what is not a body and has no other bound."""
        num_others = self._num_bytes - (1 + CHUNK_BYTES_PER_BYTE) * self._num_body_bytes
        if num_others > MAX_HEAD_BYTES or len(self.headers) > MAX_HEADERS:
            self._refuse_head()

    def _refuse_head(self) -> None:
        self._refuse(
            HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
            f"the address and the headers have more than {MAX_HEAD_BYTES} bytes or {MAX_HEADERS} lines",
        )

    @property
    def _is_answering(self) -> bool:
        """Whether it is the server that somebody waits for."""
        is_whole = self.cycle is not None and not self.cycle.more_body
        return bool(self.pipeline) or (is_whole and not self.cycle.response_complete)

    def _is_stuck(self, timeout_s: float) -> bool:
        """Whether nothing more is being written, and yet what waits to be sent does not become less."""
        unsent = self.transport.get_write_buffer_size()
        is_over = self.transport.is_closing() or self.cycle is None or self.cycle.response_complete
        is_same = unsent > 0 and unsent >= self._num_unsent and (is_over or self.flow.write_paused)
        self._seconds_stuck = self._seconds_stuck + CHECK_S if is_same else 0
        self._num_unsent = unsent
        return self._seconds_stuck > timeout_s

    def _give_up(self, timeout_s: float) -> None:
        """On a request that does not come. Who has not begun one, nor read the last answer, gets no other."""
        if self._is_receiving:
            self._refuse(
                HTTPStatus.REQUEST_TIMEOUT,
                f"the request did not come within {timeout_s:g} s and a second for every {SLOWEST_BYTES_PER_S} bytes",
            )
        else:
            self.transport.close()

    def _refuse(self, status: HTTPStatus, error: str) -> None:
        """Hang up, with an answer if it cannot be taken for that of another request, nor for a part of one."""
        has_begun = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        if not has_begun and not self._is_answering:
            self._answer(status, error)
        self.transport.close()

    def _answer(self, status: HTTPStatus, error: str) -> None:
        body = json.dumps({"error": error}).encode()
        head = f"content-type: application/json\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
        self.transport.write(STATUS_LINE[status] + head.encode() + body)
