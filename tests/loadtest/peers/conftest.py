"""Sources and targets that every system is given."""

import pytest

from tests.models.toys import BOS, random_ids, random_sources

Ids = list[int]


@pytest.fixture(scope="session")
def pairs() -> list[tuple[Ids, Ids]]:
    """Sources of different lengths, their end tokens included, each with a random target behind the start token."""
    sources = random_sources(6)
    targets = random_ids(6, 5).tolist()
    return [(source, [BOS, *target]) for source, target in zip(sources, targets, strict=True)]
