"""What a right answer looks like. A wrong one counts as a failure, whatever its status says."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


class WrongAnswer(Exception):
    """An answer that arrived and is not right; the message shows it."""


def check_translation(body: object, texts: str | Sequence[str]) -> list[str]:
    """The translations in an answer of /translate, one per text, none empty. Raises WrongAnswer."""
    found = body.get("translatedText") if isinstance(body, dict) else None
    translations = [found] if isinstance(texts, str) else found
    expected = 1 if isinstance(texts, str) else len(texts)
    if not isinstance(translations, list) or len(translations) != expected:
        raise WrongAnswer(f"expected {expected} translations: {body!r:.200}")
    if not all(isinstance(translation, str) and translation.strip() for translation in translations):
        raise WrongAnswer(f"a translation is empty: {body!r:.200}")
    return translations


@dataclass(slots=True)
class StreamedTranslation:
    """Takes in the bytes of one stream of /translate for a single text, however the network cuts them."""

    deltas: list[str] = field(default_factory=list)
    final: dict[str, Any] | None = None
    _rest: bytes = b""

    def feed(self, chunk: bytes) -> None:
        """Take in what arrived. Raises WrongAnswer."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            if line.startswith(b"data:"):  # not the blank line behind an event, nor a comment
                self._take(json.loads(line.removeprefix(b"data:")))

    def _take(self, event: dict[str, Any]) -> None:
        if "error" in event:
            raise WrongAnswer(f"the stream ended in an error: {event['error']}")
        if self.final is not None:
            raise WrongAnswer(f"an event follows the final one: {event!r:.200}")
        if "delta" in event:
            self.deltas.append(event["delta"])
        else:
            self.final = event

    def text(self) -> str:
        """The translation of the ended stream. Raises WrongAnswer without a final event that repeats the deltas."""
        if self.final is None:
            raise WrongAnswer(f"the stream ended after {len(self.deltas)} deltas without its final event")
        [translation] = check_translation(self.final, "")
        if "".join(self.deltas) != translation:
            raise WrongAnswer(f"the deltas give {''.join(self.deltas)!r}, the final event {translation!r}")
        return translation
