"""`python -m service.hosting.child FD`: a process with engines, at the other end of the server's socket FD.

It ends with that socket, even in the middle of a graph: whoever started it is gone then, or has given it up.
"""

import functools
import logging
import logging.handlers
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from service.engine.errors import EngineError
from service.engine.events import Failed
from service.engine.limits import Limits
from service.engine.request import GenerationRequest
from service.engine.thread import EngineThread
from service.hosting.codec import dump, load
from service.hosting.frames import Sender, frames_from
from service.hosting.messages import Cancel, Order, Ready, Refused, Stop, Submit
from service.hosting.opening import OpenEngine, open_engines
from service.hosting.outgoing import Outgoing, Runs
from service.runtime.bundle import TOKENIZER_NAME, Bundle, BundleError
from service.runtime.errors import RuntimeLayerError
from service.runtime.tokenizer import Tokenizer

PULSE_S: Final = 0.25
NO_LIMIT: Final = 2**31  # the server has let the requests in


class LogSender(logging.handlers.QueueHandler):
    """Hands log records to the server, which writes them as its own."""

    def __init__(self, sender: Sender) -> None:
        super().__init__(None)  # type: ignore[arg-type]  # there is no queue
        self._sender = sender

    def enqueue(self, record: logging.LogRecord) -> None:
        """Send it."""
        self._sender.send(dump(record))


class Child:
    """The workers of this process: the main thread reads, a worker's thread sends its reports, one more the pulse."""

    def __init__(self, bundle: Bundle, engines: Sequence[OpenEngine[Runs]], sender: Sender) -> None:
        # Most never need it, and it takes 10 MB.
        self._open_tokenizer = functools.cache(partial(Tokenizer.from_file, bundle.file(TOKENIZER_NAME)))
        self._workers = [
            EngineThread(opened.engine, max_waiting=NO_LIMIT, name=f"engine-{bundle.manifest.name}-{number}")
            for number, opened in enumerate(engines)
        ]
        self._outgoing = [
            Outgoing(number, opened, worker, sender.send)
            for number, (opened, worker) in enumerate(zip(engines, self._workers, strict=True))
        ]

    def serve(self, frames: Iterable[bytes]) -> None:
        """Do what the messages say until there are no more."""
        for worker in self._workers:
            worker.start()
        threading.Thread(target=self._beat, name="pulse", daemon=True).start()
        for frame in frames:
            match load(frame, self._open_tokenizer):
                case Submit(index, ticket, request):
                    self._submit(index, ticket, request)
                case Cancel(index, request_id):
                    self._workers[index].cancel(request_id)
                case Stop(index, reason):
                    threading.Thread(target=self._stop, args=(index, reason), daemon=True).start()

    def _submit(self, index: int, ticket: int, request: GenerationRequest) -> None:
        outgoing = self._outgoing[index]
        try:
            self._workers[index].submit(request, partial(outgoing.collect, ticket), after_step=outgoing.flush)
        except EngineError as error:  # it broke or was stopped while the request was on its way
            outgoing.collect(ticket, (Failed(error),))
            outgoing.flush()

    def _stop(self, index: int, reason: str) -> None:
        self._workers[index].stop(reason=reason)
        self._outgoing[index].flush()

    def _beat(self) -> None:
        """Tell what has changed, for those whose events are far between: steps without events, or a broken thread."""
        while True:
            time.sleep(PULSE_S)
            for outgoing in self._outgoing:
                outgoing.flush_if_changed()


def main(arguments: Sequence[str]) -> None:
    """Serve until the server is gone."""
    for number in (signal.SIGINT, signal.SIGTERM):  # they are the server's to obey, which ends this process too
        signal.signal(number, signal.SIG_IGN)
    connection = socket.socket(fileno=int(arguments[0]))
    frames = frames_from(connection)
    order: Order = load(next(frames))
    sender = Sender(connection)
    logging.basicConfig(level=order.log_level, handlers=[LogSender(sender)], format="%(message)s")
    try:
        engines = open_engines(order, Runs)
    except (BundleError, RuntimeLayerError) as error:
        sender.send(dump(Refused(error)))
        return
    child = Child(order.bundle, engines, sender)
    first = engines[0].runner
    sender.send(dump(Ready(first.provider, first.threads, [Limits.of(engine.runner) for engine in engines])))
    child.serve(frames)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
