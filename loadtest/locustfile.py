"""People who translate sentences, lists and paragraphs, and people who watch a translation arrive.

`locust -f loadtest/locustfile.py --headless -u 32 -r 8 -t 60s --host http://127.0.0.1:8000`
A wrong answer is a failure too: see loadtest/answers.py. Streams appear three times in the statistics: POST is the
time until their headers, SSE the time until the first piece of text and until the last event.
"""

import random
import time
from typing import Final

from locust import HttpUser, between, task
from locust.clients import ResponseContextManager
from requests.exceptions import RequestException

from loadtest.answers import StreamedTranslation, WrongAnswer, check_translation
from loadtest.sentences import CHINESE, CHINESE_PARAGRAPH, ENGLISH, ENGLISH_PARAGRAPH

PAIRS: Final = (("zh", "en", CHINESE, CHINESE_PARAGRAPH), ("en", "de", ENGLISH, ENGLISH_PARAGRAPH))
TIMEOUT_S: Final = 60
FAILURES: Final = (WrongAnswer, RequestException, ValueError)


class LocalUser(HttpUser):
    """Talks to the given host directly, whatever proxy the environment names."""

    abstract = True
    wait_time = between(0.1, 0.5)

    def on_start(self) -> None:
        """Before the first request."""
        self.client.trust_env = False


class TranslateUser(LocalUser):
    """Posts a text, or a list of texts, and waits for the whole answer."""

    weight = 2

    @task(6)
    def translate_sentence(self) -> None:
        """One sentence."""
        source, target, sentences, _ = random.choice(PAIRS)
        self._translate("sentence", source, target, random.choice(sentences))

    @task(2)
    def translate_with_beams(self) -> None:
        """One sentence, searched with four beams."""
        source, target, sentences, _ = random.choice(PAIRS)
        self._translate("sentence, 4 beams", source, target, random.choice(sentences), num_beams=4)

    @task(2)
    def translate_list(self) -> None:
        """Several sentences as one list."""
        source, target, sentences, _ = random.choice(PAIRS)
        self._translate("list of 8", source, target, random.sample(sentences, 8))

    @task(1)
    def translate_paragraph(self) -> None:
        """A text of several sentences."""
        source, target, _, paragraph = random.choice(PAIRS)
        self._translate("paragraph", source, target, paragraph)

    def _translate(self, kind: str, source: str, target: str, texts: str | list[str], *, num_beams: int = 1) -> None:
        body = {"q": texts, "source": source, "target": target, "num_beams": num_beams}
        name = f"/translate {source}-{target} {kind}"
        with self.client.post("/translate", json=body, name=name, catch_response=True, timeout=TIMEOUT_S) as response:
            try:
                _check_status(response)
                check_translation(response.json(), texts)
            except FAILURES as error:
                response.failure(str(error))


class StreamUser(LocalUser):
    """Asks for a stream and reads it to its end."""

    weight = 1

    @task(4)
    def stream_sentence(self) -> None:
        """One sentence."""
        source, target, sentences, _ = random.choice(PAIRS)
        self._stream("sentence", source, target, random.choice(sentences))

    @task(1)
    def stream_with_beams(self) -> None:
        """One sentence, searched with four beams."""
        source, target, sentences, _ = random.choice(PAIRS)
        self._stream("sentence, 4 beams", source, target, random.choice(sentences), num_beams=4)

    @task(1)
    def stream_paragraph(self) -> None:
        """A text of several sentences."""
        source, target, _, paragraph = random.choice(PAIRS)
        self._stream("paragraph", source, target, paragraph)

    def _stream(self, kind: str, source: str, target: str, text: str, *, num_beams: int = 1) -> None:
        body = {"q": text, "source": source, "target": target, "num_beams": num_beams, "stream": True}
        name = f"/translate {source}-{target} {kind}, stream"
        started = time.perf_counter()
        with self.client.post(
            "/translate", json=body, name=name, stream=True, catch_response=True, timeout=TIMEOUT_S
        ) as response:
            try:
                _check_status(response)
                first_s, size = _read_stream(response, started)
            except FAILURES as error:
                response.failure(str(error))
                return
        self._record(f"{kind}, first text", first_s, 0)
        self._record(f"{kind}, whole stream", time.perf_counter() - started, size)

    def _record(self, name: str, seconds: float, size: int) -> None:
        self.environment.events.request.fire(
            request_type="SSE",
            name=name,
            response_time=1000 * seconds,
            response_length=size,
            exception=None,
            context={},
        )


def _read_stream(response: ResponseContextManager, started: float) -> tuple[float, int]:
    """Seconds until the first piece of text, and the length of the translation. Raises WrongAnswer."""
    stream = StreamedTranslation()
    first_s = 0.0
    for chunk in response.iter_content(chunk_size=None):
        stream.feed(chunk)
        if stream.deltas and not first_s:
            first_s = time.perf_counter() - started
    return first_s, len(stream.text())


def _check_status(response: ResponseContextManager) -> None:
    if response.status_code != 200:
        raise WrongAnswer(f"{response.status_code}: {response.text[:200] or response.error}")
