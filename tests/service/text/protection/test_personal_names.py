"""Names with initials and of kings are found as a whole; sentences that end with a letter, and wars, are none."""

import pytest

from service.text.protection.personal_names import personal_spans


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("J. R. R. Tolkien wrote it.", "J. R. R. Tolkien"),
        ("A.A. Milne", "A.A. Milne"),
        ("President John F. Kennedy", "John F. Kennedy"),
        ("Mr. John A. Smith, Jr.", "John A. Smith"),
        ("Queen Elizabeth II died.", "Elizabeth II"),
        ("Pope John Paul II", "John Paul II"),
        ("Mr. O'Brien came.", "O'Brien"),
        ("Sinead O’Connor’s song", "O’Connor"),
        ("L'Oréal", "L'Oréal"),
        ("Henry VIII had six wives.", "Henry VIII"),
        ("Louis XIV was king.", "Louis XIV"),
    ],
)
def test_a_name_is_found_as_a_whole(text: str, name: str) -> None:
    assert [span.target for span in personal_spans(text, "en-US")] == [name]
    assert not [*personal_spans(text, "fr")]


@pytest.mark.parametrize(
    "text",
    [
        "World War II ended.",
        "See Chapter IV and Part II.",
        "That was Plan A. Then he left.",
        "I need vitamin C. The doctor said so.",
        "The U.S. Government and the U. S. Army",
        "I. Introduction",
        "It is 5 O'Clock, isn't It?",
        "He came at 5 p.m. Tom left.",
        "This is Point A. Go on.",
        "I did my part. I left.",
    ],
)
def test_other_words_are_no_name(text: str) -> None:
    assert not [*personal_spans(text, "en")]
