"""The number of sentences is expected to be what it was in texts of the same length."""

from service.text.splitting.density import SentenceDensity


def test_nothing_is_expected_before_anything_was_learned() -> None:
    assert SentenceDensity().expected(1000) == 0


def test_what_is_expected_is_what_there_was_in_as_many_characters() -> None:
    density = SentenceDensity()
    for _ in range(10):
        density.learn(100, 2)
    assert density.expected(1000) == 20
    assert density.expected(49) == 0


def test_older_texts_count_less() -> None:
    density = SentenceDensity()
    density.learn(100, 1)
    for _ in range(1000):
        density.learn(100, 5)
    assert density.expected(1000) == 49
