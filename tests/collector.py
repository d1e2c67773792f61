"""An OpenTelemetry collector for tests: takes traces over OTLP/HTTP on loopback and keeps them."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span


class Collector:
    """What has come so far."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.bodies: list[bytes] = []

    @property
    def spans(self) -> list[Span]:
        """All of them, as they came."""
        requests = [ExportTraceServiceRequest.FromString(body) for body in self.bodies]
        resources = [resource for request in requests for resource in request.resource_spans]
        return [span for resource in resources for scope in resource.scope_spans for span in scope.spans]

    def root(self, request_id: str) -> Span:
        """The span of one request."""
        [span] = [span for span in self.spans if attributes(span).get("dragoman.request_id") == request_id]
        return span

    def below(self, parent: Span) -> list[Span]:
        """The spans directly below another, by their start."""
        children = [span for span in self.spans if span.parent_span_id == parent.span_id]
        return sorted(children, key=lambda span: (span.start_time_unix_nano, span.end_time_unix_nano))


def attributes(span: Span) -> dict[str, Any]:
    """Name and value of each."""
    return {entry.key: getattr(entry.value, entry.value.WhichOneof("value") or "") for entry in span.attributes}


@contextmanager
def collecting(status: int = 200) -> Iterator[Collector]:
    """A collector at a port of its own, which answers with `status`."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.path == "/v1/traces" and status == 200:
                collector.bodies.append(body)
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        collector = Collector(f"http://127.0.0.1:{server.server_port}")
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield collector
        finally:
            server.shutdown()
            thread.join()
