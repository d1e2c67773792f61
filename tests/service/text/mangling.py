"""A model that keeps nothing as it was: it drops, doubles, cuts, joins and moves what it was shown."""

import random
import re
import zlib
from collections.abc import Callable, Sequence
from typing import Final, cast

import numpy as np

from service.engine.events import Event, Finished
from service.engine.request import GenerationRequest
from tests.service.text.fakes import NO_TIME, FakeClient, FakeGeneration, Script, hypothesis
from tests.service.text.strategies import aligned

_PARTS: Final = re.compile(r"X-?\d+|\d+|[A-Za-z]+|\s+|.", re.DOTALL)
_NAMES: Final = {"汤姆": "Tom", "东京": "Tokyo", "约翰": "John", "玛丽": "Mary", "波士顿": "Boston"}
_STAND_INS: Final = ("Tom", "47", "15", "12", "X-12", "Texas", "X-5", "X5", "Madrid", "61", "John")
_BEHIND: Final = ("s", "th", "st", "er", "karte", "-x", "-5", ".5", ":30", ",7", "1", "99")
_BEFORE: Final = ("a", "X", "X-", "-", "12", "47", "15", "0")

_CHANGES: Final[Sequence[Callable[[str, random.Random], str]]] = (
    lambda part, _: "",
    lambda part, _: part * 2,
    lambda part, _: f"{part} {part}",
    lambda part, _: part[:-1],
    lambda part, _: part[1:],
    lambda part, _: part[::-1],
    lambda part, _: part.lower(),
    lambda part, _: f"  {part}  ",
    lambda part, _: f"{part[: len(part) // 2]} {part[len(part) // 2 :]}",
    lambda part, chance: part + chance.choice(_BEHIND),
    lambda part, chance: chance.choice(_BEFORE) + part,
    lambda part, chance: chance.choice(_STAND_INS),
    lambda part, chance: part + chance.choice(_STAND_INS),
)


class Mangler(FakeClient):
    """Asked again, it says something else; its attention is noise."""

    def __init__(self, seed: int) -> None:
        super().__init__(mangling_model(seed))
        self._seed = seed

    def submit(self, request: GenerationRequest) -> FakeGeneration:
        generation = super().submit(request)
        if request.options.num_return_sequences > 1:
            generation.__init__(request, generation.source)  # type: ignore[misc]
            scripts = map(mangling_model, (self._seed + 1, self._seed + 2))
            ends = [cast(Finished, script(generation.source)[-1]) for script in scripts]
            generation.push(Finished(tuple(end.best for end in ends), NO_TIME))
        return generation


def mangling_model(seed: int) -> Script:
    """Its answer and its attention depend on its source and on `seed` alone."""

    def script(source: str) -> list[Event]:
        chance = random.Random(zlib.crc32(source.encode()) + seed)
        best = hypothesis(mangled(source, chance).encode())
        noise = np.random.default_rng(chance.randrange(1000))
        events: list[Event] = [*best.tokens, Finished((best,), NO_TIME)]
        return [aligned(event, len(source.encode()) + 1, noise) for event in events]

    return script


def mangled(source: str, chance: random.Random) -> str:
    """What becomes of a source."""
    for name, known in _NAMES.items():
        source = source.replace(name, f" {known} ")
    share = chance.choice((0.1, 0.3, 0.6))
    parts = [
        chance.choice(_CHANGES)(part, chance) if chance.random() < share else part for part in _PARTS.findall(source)
    ]
    if chance.random() < 0.3:
        chance.shuffle(parts)
    text = "".join(parts)
    return text[: len(text) // 2] if chance.random() < 0.1 else text
