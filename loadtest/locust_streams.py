"""Reading the event streams of every API: what is text, when it came, and whether the end is as it should be."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from loadtest.answers import WrongAnswer, check_translation

DONE: Final = "[DONE]"
Event = dict[str, Any]


class Lines(Protocol):
    """A response that is read as it arrives."""

    def readline(self, sep: bytes) -> bytes:
        """The next line with its end; nothing at the end of the stream."""


class Reader(Protocol):
    """Follows one stream of one API."""

    def take(self, event: Event) -> str:
        """The text that an event brings, nothing where it brings none. Raises WrongAnswer."""

    def check_end(self, text: str, *, is_done: bool) -> None:
        """Raises WrongAnswer unless the stream ended as that API's streams do, after `text`."""


@dataclass(slots=True)
class TranslateReader:
    """/translate: deltas, then the whole answer."""

    final: Event | None = None

    def take(self, event: Event) -> str:
        """See Reader."""
        if "delta" in event:
            return str(event["delta"])
        self.final = event
        return ""

    def check_end(self, text: str, *, is_done: bool) -> None:
        """See Reader."""
        if self.final is None:
            raise WrongAnswer("the stream ended without its final event")
        [whole] = check_translation(self.final, "")
        _check_same(text, whole)


@dataclass(slots=True)
class GenerateReader:
    """/generate_stream: tokens, the last with the whole text."""

    whole: str | None = None

    def take(self, event: Event) -> str:
        """See Reader."""
        self.whole = event["generated_text"]
        return "" if event["token"]["special"] else str(event["token"]["text"])

    def check_end(self, text: str, *, is_done: bool) -> None:
        """See Reader. A stream ends with the text of a token, or without one; the whole text is the model's."""
        if not self.whole:
            raise WrongAnswer(f"the stream ended after {text!r} without the whole text")
        _check_same(text.strip(), self.whole.strip())


@dataclass(slots=True)
class OpenAiReader:
    """The OpenAI routes: choices with a piece each, a reason to finish, then `[DONE]`."""

    piece_of: Callable[[Event], str | None]
    finish_reason: str | None = None

    def take(self, event: Event) -> str:
        """See Reader."""
        pieces = [self.piece_of(choice) or "" for choice in event["choices"]]
        reasons = [choice["finish_reason"] for choice in event["choices"] if choice["finish_reason"]]
        self.finish_reason = reasons[-1] if reasons else self.finish_reason
        return "".join(pieces)

    def check_end(self, text: str, *, is_done: bool) -> None:
        """See Reader."""
        if not (is_done and self.finish_reason and text.strip()):
            raise WrongAnswer(f"ended after {text!r}; {DONE}: {is_done}, reason to finish: {self.finish_reason}")


def chat_reader() -> OpenAiReader:
    """For /v1/chat/completions."""
    return OpenAiReader(lambda choice: choice["delta"].get("content"))


def completion_reader() -> OpenAiReader:
    """For /v1/completions."""
    return OpenAiReader(lambda choice: choice["text"])


@dataclass(slots=True)
class Arrivals:
    """When text came, in seconds after the request was sent."""

    started: float
    times: list[float] = field(default_factory=list)

    def gaps(self) -> list[float]:
        """Seconds between two pieces."""
        return [after - before for before, after in zip(self.times, self.times[1:], strict=False)]


def read_stream(lines: Lines, reader: Reader, started: float) -> tuple[Arrivals, str]:
    """Read to the end: when pieces of text came, and the text. Raises WrongAnswer, ValueError, OSError."""
    arrivals, pieces, is_done = Arrivals(started), [], False
    while line := lines.readline(b"\n"):
        if not line.startswith(b"data:"):  # the blank line behind an event, or a comment
            continue
        data = line.removeprefix(b"data:").decode().strip()
        if data == DONE:
            is_done = True
        elif piece := _piece(json.loads(data), reader):
            arrivals.times.append(time.perf_counter() - started)
            pieces.append(piece)
    text = "".join(pieces)
    reader.check_end(text, is_done=is_done)
    return arrivals, text


def _piece(event: Event, reader: Reader) -> str:
    if "error" in event:
        raise WrongAnswer(f"the stream ended in an error: {event['error']}")
    try:
        return reader.take(event)
    except (KeyError, TypeError) as error:
        raise WrongAnswer(f"an event lacks {error}: {event!r:.200}") from error


def _check_same(pieces: str, whole: str) -> None:
    if pieces != whole:
        raise WrongAnswer(f"the pieces give {pieces!r}, the final event {whole!r}")
