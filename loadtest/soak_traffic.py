"""Mixed traffic over everything that a server says it can do: whole, streamed, left early, and bad input."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import httpx

from loadtest.sentences import ENGLISH, ENGLISH_PARAGRAPH, many_sentences
from loadtest.soak_routes import Route, spoilt

LONG: Final = ENGLISH_PARAGRAPH
TEXTS: Final = 1000  # so many that the server's cache of sentences does not answer all of them
DOCUMENT: Final = "\n\n".join([*ENGLISH, ENGLISH_PARAGRAPH]).encode()
HUGE: Final = b'{"q": "' + b"x" * 5_000_000 + b'"}'
LEFT_AFTER_S: Final = 0.05
KINDS: Final = {"whole": 50, "streamed": 20, "left early": 10, "bad input": 15, "file": 2, "huge": 1}

Outcome = tuple[str, str]  # the route, and what became of it


class Traffic:
    """Sends one request after the other, drawn with a seed."""

    def __init__(self, client: httpx.AsyncClient, routes: Sequence[Route], model: str) -> None:
        self.counts: Counter[Outcome] = Counter()
        self.wrong: Counter[str] = Counter()
        self._client = client
        self._gets = [route for route in routes if route.method == "GET"]
        self._posts = [route for route in routes if route.example is not None]
        self._streams = [route for route in self._posts if route.can_stream]
        self._model = model
        self._texts = [*many_sentences(TEXTS), LONG]
        self._dice = random.Random(1)
        self._ways: dict[str, Callable[[], Awaitable[None]]] = {
            "whole": self._whole,
            "streamed": self._streamed,
            "left early": self._left_early,
            "bad input": self._bad_input,
            "file": self._file,
            "huge": self._huge,
        }

    async def send(self) -> None:
        """One request of a random kind."""
        [kind] = self._dice.choices([*KINDS], [*KINDS.values()])
        try:
            await self._ways[kind]()
        except httpx.TransportError as error:
            self.wrong[f"{kind}: {error!r}"] += 1

    async def _whole(self) -> None:
        route = self._dice.choice([*self._posts, *self._gets])
        if route.method == "GET":
            response = await self._client.get(route.address(self._model))
        else:
            body = route.body(self._text(), is_streamed=False)
            response = await self._client.post(route.address(self._model), json=body)
        self._judge(route, "whole", response, is_good=True)

    async def _streamed(self) -> None:
        route = self._dice.choice(self._streams)
        body = route.body(self._text(), is_streamed=True)
        async with self._client.stream("POST", route.address(self._model), json=body) as response:
            async for _ in response.aiter_bytes():
                pass
        self._judge(route, "streamed", response, is_good=True)

    async def _left_early(self) -> None:
        route = self._dice.choice(self._posts)
        body = route.body(LONG, is_streamed=self._dice.random() < 0.5)
        try:
            async with asyncio.timeout(self._dice.uniform(0, LEFT_AFTER_S)):
                await self._client.post(route.address(self._model), json=body)
        except TimeoutError:
            pass
        self.counts[str(route), "left early"] += 1

    async def _bad_input(self) -> None:
        route = self._dice.choice(self._posts)
        body = spoilt(route.body(self._text(), is_streamed=False), self._dice)
        self._judge(route, "bad input", await self._client.post(route.address(self._model), json=body), is_good=False)

    async def _huge(self) -> None:
        route = self._dice.choice(self._posts)
        headers = {"Content-Type": "application/json"}
        response = await self._client.post(route.address(self._model), content=HUGE, headers=headers)
        self._judge(route, "bad input", response, is_good=False)

    async def _file(self) -> None:
        files, form = {"file": ("story.txt", DOCUMENT)}, {"source": "en", "target": "de"}
        response = await self._client.post("/translate_file", files=files, data=form)
        self._judge("POST /translate_file", "whole", response, is_good=True)
        if response.is_success:
            found = await self._client.get(response.json()["translatedFileUrl"])
            self._judge("GET /download_file/{name}", "whole", found, is_good=True)

    def _judge(self, route: Route | str, kind: str, response: httpx.Response, *, is_good: bool) -> None:
        self.counts[str(route), kind] += 1
        status = response.status_code
        if status >= 500 or (status < 400) is not is_good:
            self.wrong[f"{route}, {kind}: {status}"] += 1

    def _text(self) -> str:
        return self._dice.choice(self._texts)
