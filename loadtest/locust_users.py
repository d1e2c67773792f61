"""One user for each API: whoever translates a text, a list, or watches a translation arrive."""

import random
from typing import Any, Final

from locust import task

from loadtest.answers import WrongAnswer, check_translation
from loadtest.locust_client import ApiUser
from loadtest.locust_streams import GenerateReader, TranslateReader, chat_reader, completion_reader

LIST_SIZE: Final = 8
NUM_BEAMS: Final = 4


class TranslateUser(ApiUser):
    """POST /translate, the whole answer at once."""

    route = "/translate"
    weight = 4

    @task(6)
    def translate_text(self) -> None:
        """One text, as long as it comes."""
        pair, length, text = self.draw()
        body = {"q": text, "source": pair.source, "target": pair.target}
        self.ask(self.route, body, f"{self.route} {pair} {length}", lambda answer: check_translation(answer, text))

    @task(2)
    def translate_list(self) -> None:
        """Several sentences as one list."""
        pair, texts = self.draw_list(LIST_SIZE)
        body = {"q": texts, "source": pair.source, "target": pair.target}
        name = f"{self.route} {pair} list of {LIST_SIZE}"
        self.ask(self.route, body, name, lambda answer: check_translation(answer, texts))

    @task(1)
    def translate_with_beams(self) -> None:
        """One sentence, searched with beams."""
        pair, _, text = self.draw_sentence()
        body = {"q": text, "source": pair.source, "target": pair.target, "num_beams": NUM_BEAMS}
        name = f"{self.route} {pair} {NUM_BEAMS} beams"
        self.ask(self.route, body, name, lambda answer: check_translation(answer, text))

    @task(1)
    def translate_detected(self) -> None:
        """One sentence in a language that the server has to find out."""
        pair, _, text = self.draw_sentence()
        body = {"q": text, "source": "auto", "target": pair.target}
        name = f"{self.route} auto-{pair.target}"
        self.ask(self.route, body, name, lambda answer: check_translation(answer, text))


class TranslateStreamUser(ApiUser):
    """POST /translate, streamed."""

    route = "/translate"
    weight = 3

    @task(4)
    def stream_text(self) -> None:
        """One text, as long as it comes."""
        pair, length, text = self.draw()
        body = {"q": text, "source": pair.source, "target": pair.target, "stream": True}
        self.stream(self.route, body, f"{self.route} {pair} {length}, stream", TranslateReader())

    @task(1)
    def stream_with_beams(self) -> None:
        """One sentence, searched with beams: pieces are what all of them agree on."""
        pair, _, text = self.draw_sentence()
        body = {"q": text, "source": pair.source, "target": pair.target, "num_beams": NUM_BEAMS, "stream": True}
        self.stream(self.route, body, f"{self.route} {pair} {NUM_BEAMS} beams, stream", TranslateReader())


class GenerateUser(ApiUser):
    """POST /generate."""

    route = "/generate"

    @task
    def generate(self) -> None:
        """One sentence."""
        pair, _, text = self.draw_sentence()
        body = {"inputs": text, "model": pair.model}
        self.ask(self.route, body, f"{self.route} {pair}", lambda answer: _text_at(answer, "generated_text"))


class GenerateStreamUser(ApiUser):
    """POST /generate_stream."""

    route = "/generate_stream"

    @task
    def generate(self) -> None:
        """One sentence, token by token."""
        pair, _, text = self.draw_sentence()
        body = {"inputs": text, "model": pair.model}
        self.stream(self.route, body, f"{self.route} {pair}", GenerateReader())


class ChatUser(ApiUser):
    """POST /v1/chat/completions, mostly streamed as chats are."""

    route = "/v1/chat/completions"

    @task(3)
    def stream_chat(self) -> None:
        """One text."""
        pair, length, text = self.draw()
        body = _chat(pair.model, text) | {"stream": True}
        self.stream(self.route, body, f"{self.route} {pair} {length}, stream", chat_reader())

    @task(1)
    def chat(self) -> None:
        """One text, the whole answer at once."""
        pair, length, text = self.draw()
        name = f"{self.route} {pair} {length}"
        self.ask(
            self.route,
            _chat(pair.model, text),
            name,
            lambda answer: _text_at(answer, "choices", 0, "message", "content"),
        )


class CompletionUser(ApiUser):
    """POST /v1/completions."""

    route = "/v1/completions"

    @task
    def stream_completion(self) -> None:
        """One sentence."""
        pair, _, text = self.draw_sentence()
        body = {"model": pair.model, "prompt": text, "stream": True}
        self.stream(self.route, body, f"{self.route} {pair}, stream", completion_reader())

    @task
    def complete(self) -> None:
        """One sentence, the whole answer at once."""
        pair, _, text = self.draw_sentence()
        body = {"model": pair.model, "prompt": text}
        self.ask(self.route, body, f"{self.route} {pair}", lambda answer: _text_at(answer, "choices", 0, "text"))


class DeepLUser(ApiUser):
    """POST /v2/translate."""

    route = "/v2/translate"

    @task
    def translate_texts(self) -> None:
        """A few sentences."""
        pair, texts = self.draw_list(random.randint(1, 3))
        body = {"text": texts, "source_lang": pair.source.upper(), "target_lang": pair.target.upper()}
        last = len(texts) - 1
        self.ask(
            self.route, body, f"{self.route} {pair}", lambda answer: _text_at(answer, "translations", last, "text")
        )


class InferUser(ApiUser):
    """POST /v2/models/{model}/infer."""

    route = "/v2/models/{model}/infer"

    @task
    def infer(self) -> None:
        """A tensor of sentences."""
        pair, texts = self.draw_list(random.randint(1, 3))
        tensor = {"name": "text", "shape": [len(texts)], "datatype": "BYTES", "data": texts}
        path, where = f"/v2/models/{pair.model}/infer", ("outputs", 0, "data", len(texts) - 1)
        self.ask(path, {"inputs": [tensor]}, path, lambda answer: _text_at(answer, *where))


class DetectUser(ApiUser):
    """POST /detect."""

    route = "/detect"

    @task
    def detect(self) -> None:
        """The language of one text."""
        _, _, text = self.draw()
        self.ask(self.route, {"q": text}, self.route, lambda answer: _text_at(answer, 0, "language"))


class FileUser(ApiUser):
    """POST /translate_file."""

    route = "/translate_file"

    @task
    def translate_file(self) -> None:
        """A text file."""
        pair, length, text = self.draw()
        fields = {"source": pair.source, "target": pair.target}
        name = f"{self.route} {pair} {length}"
        self.send_file(self.route, fields, text.encode(), name, lambda answer: _text_at(answer, "translatedFileUrl"))


def _chat(model: str, text: str) -> dict[str, Any]:
    return {"model": model, "messages": [{"role": "user", "content": text}]}


def _text_at(answer: Any, *path: str | int) -> str:
    """The text in the depth of an answer. Raises WrongAnswer where there is none."""
    found = answer
    try:
        for step in path:
            found = found[step]
    except (KeyError, IndexError, TypeError) as error:
        raise WrongAnswer(f"no {'.'.join(map(str, path))} in {answer!r:.200}") from error
    if not isinstance(found, str) or not found.strip():
        raise WrongAnswer(f"{'.'.join(map(str, path))} is empty: {answer!r:.200}")
    return found
