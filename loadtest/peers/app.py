"""The same HTTP for every peer, on the same FastAPI and Uvicorn as Dragoman: /translate and /generate for one text."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from pydantic import BaseModel

from loadtest.peers.backends import Backend, Wanted
from service.runtime.tokenizer import Tokenizer


class TranslateBody(BaseModel):
    """A text to translate."""

    q: str
    source: str
    target: str


class Parameters(BaseModel):
    """How long the target has to be."""

    min_new_tokens: int
    max_new_tokens: int
    stop_on_loop: bool = False


class GenerateBody(BaseModel):
    """A text to generate from."""

    inputs: str
    parameters: Parameters


def create_app(tokenizer: Tokenizer, backend: Backend, *, end: int) -> FastAPI:
    """The app for one backend; sources end in the token `end`."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        work = asyncio.create_task(backend.run())
        yield
        work.cancel()

    app = FastAPI(lifespan=lifespan)

    async def answer(text: str, forced_tokens: int | None) -> str:
        return tokenizer.decode(await backend.translate(Wanted([*tokenizer.encode(text), end], forced_tokens)))

    @app.post("/translate")
    async def translate(body: TranslateBody) -> dict[str, str]:
        return {"translatedText": await answer(body.q, None)}

    @app.post("/generate")
    async def generate(body: GenerateBody) -> dict[str, str]:
        return {"generated_text": await answer(body.inputs, body.parameters.max_new_tokens)}

    return app
