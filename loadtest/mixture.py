"""A mixture of everything that clients do to a server, bad input and leaving early included."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import httpx

from loadtest.answers import StreamedTranslation, WrongAnswer, check_translation
from loadtest.sentences import CHINESE, CHINESE_PARAGRAPH, ENGLISH, ENGLISH_PARAGRAPH

PAIRS: Final = (("zh", "en", CHINESE, CHINESE_PARAGRAPH), ("en", "de", ENGLISH, ENGLISH_PARAGRAPH))
JSON: Final = {"Content-Type": "application/json"}
BEAMS: Final = (1, 1, 1, 2, 4)  # drawn from: most people do not ask for a search
LARGE_BODY: Final = b'{"q": "' + b"a" * 10_000_000 + b'", "source": "en", "target": "de"}'
BAD_REQUESTS: Final[tuple[tuple[bytes, int], ...]] = (
    (b'{"q": "Hello.", "source": "en", "target": "de", "colour": "blue"}', 400),
    (b'{"q": "Hello.", "source": "en", "target": "xx"}', 400),
    (b'{"q": "Hello.", "source": "en", "target": "de", "num_beams": 1000}', 400),
    (b'{"q": "", "source": "en", "target": "de"}', 400),
    (b'{"q": 12, "source": "en", "target": "de"}', 400),
    (b'{"q": "Hello.", "source": "en", "tar', 400),
    (b'{"q": "\xff\xfe", "source": "en", "target": "de"}', 400),
    (b'{"q": "a\\u0000b", "source": "en", "target": "de"}', 400),
    (b'{"q": "' + b"word " * 6_000 + b'", "source": "en", "target": "de"}', 400),
    (LARGE_BODY, 413),
)


@dataclass(slots=True)
class Mixture:
    """Sends requests of all kinds, drawn with a seed; counts them and keeps what was wrong."""

    client: httpx.AsyncClient
    models: Sequence[str]
    dice: random.Random = field(default_factory=lambda: random.Random(1))
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    async def send_many(self, count: int, num_clients: int) -> None:
        """Send `count` requests, `num_clients` of them at any time."""
        remaining = iter(range(count))

        async def one_after_another() -> None:
            for _ in remaining:
                await self.send()

        async with asyncio.TaskGroup() as group:
            for _ in range(num_clients):
                group.create_task(one_after_another())

    async def send(self) -> None:
        """One request of a random kind."""
        kinds = self._kinds()
        kind = self.dice.choices(list(kinds), [weight for weight, _ in kinds.values()])[0]
        self.counts[kind] += 1
        try:
            await kinds[kind][1]()
        except WrongAnswer as error:
            self.wrong.append(f"{kind}: {error}")

    def _kinds(self) -> dict[str, tuple[int, Callable[[], Awaitable[None]]]]:
        return {
            "sentence": (30, self.sentence),
            "list": (10, self.list_of_sentences),
            "paragraph": (8, self.paragraph),
            "detected language": (8, self.detected),
            "stream": (15, self.stream),
            "stream left early": (8, self.leave_stream),
            "request left early": (6, self.leave_request),
            "generate": (5, self.generate),
            "generate_stream": (5, self.generate_stream),
            "bad request": (5, self.bad_request),
        }

    async def sentence(self) -> None:
        """One sentence."""
        source, target, sentences, _ = self.dice.choice(PAIRS)
        await self._translate(self.dice.choice(sentences), source, target)

    async def list_of_sentences(self) -> None:
        """2 to 16 sentences as one list."""
        source, target, sentences, _ = self.dice.choice(PAIRS)
        await self._translate(self.dice.sample(sentences, self.dice.randint(2, 16)), source, target)

    async def paragraph(self) -> None:
        """A text of several sentences."""
        source, target, _, paragraph = self.dice.choice(PAIRS)
        await self._translate(paragraph, source, target)

    async def detected(self) -> None:
        """A sentence whose language the server has to find."""
        await self._translate(self.dice.choice(CHINESE), "auto", "en")

    async def _translate(self, texts: str | list[str], source: str, target: str) -> None:
        body = {"q": texts, "source": source, "target": target, "num_beams": self.dice.choice(BEAMS)}
        response = await self.client.post("/translate", json=body)
        _check_status(response, 200)
        check_translation(response.json(), texts)

    async def stream(self) -> None:
        """A sentence or a paragraph, read to the end."""
        async with self.client.stream("POST", "/translate", json=self._stream_body()) as response:
            _check_status(response, 200)
            stream = StreamedTranslation()
            async for chunk in response.aiter_bytes():
                stream.feed(chunk)
            stream.text()

    async def leave_stream(self) -> None:
        """Leave after the first piece of text."""
        async with self.client.stream("POST", "/translate", json=self._stream_body()) as response:
            _check_status(response, 200)
            async for _ in response.aiter_bytes():
                break

    async def leave_request(self) -> None:
        """Leave before there is an answer, or just when it comes."""
        source, target, _, paragraph = self.dice.choice(PAIRS)
        body = {"q": [paragraph] * 4, "source": source, "target": target}
        try:
            async with asyncio.timeout(self.dice.uniform(0.001, 0.05)):
                await self.client.post("/translate", json=body)
        except TimeoutError:
            pass

    def _stream_body(self) -> dict[str, object]:
        source, target, sentences, paragraph = self.dice.choice(PAIRS)
        return {
            "q": self.dice.choice([*sentences, paragraph]),
            "source": source,
            "target": target,
            "stream": True,
            "num_beams": self.dice.choice(BEAMS),
        }

    async def generate(self) -> None:
        """Greedy, searched or drawn tokens with everything that can be told about them, as one answer."""
        body = self._generate_body()
        body["parameters"] |= self.dice.choice(({}, {"top_n_tokens": 3}, {"alignment": True}))
        response = await self.client.post("/generate", json=body)
        _check_status(response, 200)
        details = response.json()["details"]
        if len(details.get("tokens", ())) != max(details["generated_tokens"], 1):
            raise WrongAnswer(f"not every token was told: {response.text:.200}")

    async def generate_stream(self) -> None:
        """The same as a stream."""
        response = await self.client.post("/generate_stream", json=self._generate_body())
        _check_status(response, 200)
        if '"generated_text":"' not in response.text:
            raise WrongAnswer(f"the stream has no last event: {response.text[-200:]}")

    def _generate_body(self) -> dict[str, Any]:
        ways: tuple[dict[str, object], ...] = (
            {"repetition_penalty": 1.2, "stop": ["."]},
            {"temperature": 0.8, "top_k": 20, "seed": self.dice.randrange(1000)},
            {"num_beams": 4, "length_penalty": 0.6, "no_repeat_ngram_size": 3},
        )
        parameters = {"max_new_tokens": self.dice.randint(1, 32), "details": True, **self.dice.choice(ways)}
        sentence = self.dice.choice([*CHINESE, *ENGLISH])
        return {"inputs": sentence, "parameters": parameters, "model": self.dice.choice(self.models)}

    async def bad_request(self) -> None:
        """Something that has to be refused."""
        body, status = self.dice.choice(BAD_REQUESTS)
        response = await self.client.post("/translate", content=body, headers=JSON)
        _check_status(response, status)
        if not response.json()["error"]:
            raise WrongAnswer(f"a refusal without a reason: {response.text:.200}")


def _check_status(response: httpx.Response, status: int) -> None:
    if response.status_code != status:
        raise WrongAnswer(f"{response.status_code} instead of {status} for {response.request.url}")
