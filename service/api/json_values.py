"""How many values JSON has, told before it is parsed: a parser lets nobody else run until it is done."""

from typing import Final

MAX_VALUES: Final = 20_000  # parsing as many takes some milliseconds
BYTES_PER_VALUE: Final = 100  # where large bodies are taken: requests are texts, and prompts of some thousand token ids
SEPARATORS: Final = b",]}"


def max_values(num_bytes: int) -> int:
    """How many values a body may have of which at most `num_bytes` are read."""
    return max(MAX_VALUES, num_bytes // BYTES_PER_VALUE)


def num_values(raw: bytes, enough: int) -> int:
    """How many values the JSON in `raw` has, but for the outermost: behind each is a comma or a closing bracket.

    What strings hold does not count. It may be too many if they are no more than `enough` anyway, or if this is not
    JSON, and too few if they are more.
    """
    at_most = _num_separators(raw)
    if at_most <= enough:
        return at_most
    without_escapes = raw.replace(rb"\\", b"").replace(rb"\"", b"")
    at_least = without_escapes.count(b'"') // 4  # a name and a value have two quotes each
    if at_least > enough:
        return at_least
    return _num_separators(b"".join(without_escapes.split(b'"')[::2]))


def _num_separators(raw: bytes) -> int:
    return len(raw) - len(raw.translate(None, SEPARATORS))
