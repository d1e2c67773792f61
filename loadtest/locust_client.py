"""A user that asks one API, checks every answer, and counts when the text of a stream comes."""

import random
import time
from argparse import Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Final

from locust import FastHttpUser
from locust.contrib.fasthttp import FAILURE_EXCEPTIONS, ResponseContextManager
from locust.exception import StopTest

from loadtest.answers import WrongAnswer
from loadtest.locust_rows import BETWEEN_TOKENS, FIRST_TOKEN, REFUSAL
from loadtest.locust_server import Pair, ServerError, server_at
from loadtest.locust_streams import Reader, read_stream
from loadtest.locust_texts import Texts, TextsError, read_texts, shipped_texts

FAILURES: Final = (WrongAnswer, ValueError, *FAILURE_EXCEPTIONS)
REFUSED: Final = frozenset({429, 503})
# What a model takes in one piece; longer texts are for the APIs that split them.
ONE_PIECE: Final = {"mixed": "sentences", "paragraphs": "long", "documents": "long"}
BOUNDARY: Final = b"of-one-field-from-the-next"
Check = Callable[[Any], object]


class ApiUser(FastHttpUser):
    """The base of all users. `route` is what the server has to serve for them to make sense."""

    abstract = True
    route: ClassVar[str]
    network_timeout = 60.0
    connection_timeout = 60.0

    def on_start(self) -> None:
        """Find out what to send. Where nothing can be sent, the test has no sense."""
        options = self.environment.parsed_options
        self._headers = {"Authorization": f"Bearer {options.api_key}"} if options.api_key else {}
        try:
            self._texts, self._pairs = texts_and_pairs(self.host or "", options)
        except (TextsError, ServerError) as error:
            raise StopTest(str(error)) from error

    def wait_time(self) -> float:
        """As people do: sometimes shorter, sometimes longer."""
        return random.uniform(0, 2 * self.environment.parsed_options.think_s)

    def draw(self) -> tuple[Pair, str, str]:
        """A pair, a length, and a text of that length."""
        pair = random.choice(self._pairs)
        return pair, *self._texts[pair.source].draw(self.environment.parsed_options.lengths)

    def draw_sentence(self) -> tuple[Pair, str, str]:
        """The same, of what a model takes in one piece."""
        pair, lengths = random.choice(self._pairs), self.environment.parsed_options.lengths
        return pair, *self._texts[pair.source].draw(ONE_PIECE.get(lengths, lengths))

    def draw_list(self, count: int) -> tuple[Pair, list[str]]:
        """A pair, and several sentences."""
        pair = random.choice(self._pairs)
        return pair, self._texts[pair.source].some(count)

    def ask(self, path: str, body: dict[str, Any], name: str, check: Check) -> None:
        """Post and check the whole answer."""
        with self.client.post(path, json=body, headers=self._headers, name=name, catch_response=True) as response:
            self._check(response, check)

    def send_file(self, path: str, fields: Mapping[str, str], file: bytes, name: str, check: Check) -> None:
        """Post a text file as a form does, and check the whole answer."""
        parts = [f'name="{field}"\r\n\r\n{value}'.encode() for field, value in fields.items()]
        parts.append(b'name="file"; filename="text.txt"\r\n\r\n' + file)
        parts = [b"--%s\r\nContent-Disposition: form-data; %s\r\n" % (BOUNDARY, part) for part in parts]
        form: Any = b"".join([*parts, b"--%s--\r\n" % BOUNDARY])  # sent as it is, though locust's hints say text
        headers = self._headers | {"Content-Type": f"multipart/form-data; boundary={BOUNDARY.decode()}"}
        with self.client.post(path, data=form, headers=headers, name=name, catch_response=True) as response:
            self._check(response, check)

    def stream(self, path: str, body: dict[str, Any], name: str, reader: Reader) -> None:
        """Post, read to the end, and check. The request's time is that of the whole stream."""
        started = time.perf_counter()
        with self.client.post(
            path, json=body, headers=self._headers, name=name, stream=True, catch_response=True
        ) as response:
            try:
                if self._is_answered(response):
                    arrivals, text = read_stream(response.stream, reader, started)
                    response.request_meta["response_length"] = len(text.encode())
                    self._count(name, arrivals.times[0], arrivals.gaps())
            except FAILURES as error:
                response.failure(error)
            response.request_meta["response_time"] = 1000 * (time.perf_counter() - started)

    def _check(self, response: ResponseContextManager, check: Check) -> None:
        try:
            if self._is_answered(response):
                check(response.json())
        except FAILURES as error:
            response.failure(error)

    def _is_answered(self, response: ResponseContextManager) -> bool:
        """Whether there is an answer to check: not where a refusal is right. Raises WrongAnswer."""
        may_refuse = self.environment.parsed_options.allow_refusals and response.status_code in REFUSED
        if may_refuse and response.headers and "retry-after" in response.headers:
            response.request_meta["name"] = f"{response.status_code}, {REFUSAL}"
            response.success()
            return False
        if response.status_code != 200:
            raise WrongAnswer(f"{response.status_code}: {response.text or ''!s:.200}")
        return True

    def _count(self, name: str, first_s: float, gaps: list[float]) -> None:
        """In rows of their own: the totals are those of requests."""
        stats = self.environment.stats
        stats.get(name, FIRST_TOKEN).log(1000 * first_s, 0)
        for gap in gaps:
            stats.get(name, BETWEEN_TOKENS).log(1000 * gap, 0)


def texts_and_pairs(host: str, options: Namespace) -> tuple[dict[str, Texts], list[Pair]]:
    """Texts by language, and the served pairs that there are texts for. Raises TextsError, ServerError."""
    file, language = options.sentences, options.sentences_language
    texts = {language: read_texts(Path(file), language)} if file else shipped_texts()
    served = server_at(host, options.api_key).pairs
    pairs = [pair for pair in served if pair.source in texts]
    if not pairs:
        raise TextsError(f"served are {', '.join(map(str, served))}; there are only texts in {', '.join(texts)}")
    return texts, pairs
