"""Requests to /translate that are made to keep a server busy, about as large as is taken by default."""

import json
from collections.abc import Callable
from typing import Final

BYTES: Final = 1_950_000
TEXTS: Final = 128
LANGUAGES: Final = {"source": "en", "target": "de"}
OTHER_LANGUAGE: Final = "\u4f60\u597d\u3002\n"  # nothing for the model, and a warning for each


def many_values(value: str = '""') -> str:
    """JSON of hundreds of thousands of values."""
    return "[" + ",".join([value] * (BYTES // (len(value) + 1))) + "]"


def most_values() -> str:
    """A list of nearly as many texts as are read, far more than a request may have."""
    return json.dumps({"q": ["a" * 90] * 19_000, **LANGUAGES})


def many_fields() -> str:
    """An object of about a hundred thousand fields."""
    return "{" + ",".join(f'"{number:09d}":""' for number in range(BYTES // 15)) + "}"


def nested() -> str:
    """Lists within lists, nearly as deep as can be read, again and again."""
    return many_values("[" * 900 + "]" * 900)


def many_sentences() -> str:
    """As many texts as a request may have, of some sentences each: about as many as are taken at once."""
    return _texts(lambda number: "".join(f"The child number {number} sees {line} fish.\n" for line in range(8)))


def too_many_sentences() -> str:
    """As many texts as a request may have, far more sentences than are taken at once."""
    return _texts(lambda number: "The child sees fish. " * (BYTES // TEXTS // 21))


def many_addresses() -> str:
    """Thousands of lines with nothing for the model, protected one by one."""
    return _texts(lambda number: "https://a.example/x\n" * 100)


def many_warnings() -> str:
    """Thousands of lines that are left as they are, which the answer says of each."""
    return _texts(lambda number: OTHER_LANGUAGE * 100)


def all_bodies() -> list[str]:
    """One of each."""
    return [
        many_values(),
        many_values("{}"),
        most_values(),
        nested(),
        many_fields(),
        many_sentences(),
        too_many_sentences(),
        many_addresses(),
        many_warnings(),
    ]


def _texts(text: Callable[[int], str]) -> str:
    return json.dumps({"q": [text(number) for number in range(TEXTS)], **LANGUAGES})
