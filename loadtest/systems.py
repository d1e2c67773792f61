"""Who is compared, and the ways in which each may use its threads."""

from typing import Final

DRAGOMAN: Final = "dragoman"
CTRANSLATE2: Final = "ctranslate2"
TRANSFORMERS: Final = "transformers"


def ways_of_using(threads: int) -> list[tuple[int, int]]:
    """(workers that decode side by side, threads of each): one with all threads, or as many as threads."""
    return sorted({(1, threads), (threads, 1)})


def way_name(system: str, workers: int, threads: int) -> str:
    """`ctranslate2 2x1`: two workers with a thread each."""
    return f"{system} {workers}x{threads}"


def system_of(way: str) -> str:
    """`ctranslate2 2x1` -> `ctranslate2`."""
    return way.partition(" ")[0]
