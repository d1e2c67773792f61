"""Times of day in words are written as German says them; ranges and numbers of things are none."""

import pytest

from service.text.protection.spoken_times import spoken_times


@pytest.mark.parametrize(
    ("text", "said", "written"),
    [
        ("It's a quarter to eight.", "a quarter to eight", "Viertel vor acht"),
        ("We open at ten to nine.", "ten to nine", "zehn vor neun"),
        ("It's ten past five.", "ten past five", "zehn nach fünf"),
        ("a quarter past seven", "a quarter past seven", "Viertel nach sieben"),
        ("until twenty-five to one", "twenty-five to one", "fünfundzwanzig vor eins"),
        ("at half past twelve", "half past twelve", "halb eins"),
        ("Half past ten", "Half past ten", "halb elf"),
        ("half past 3 pm", "half past 3 pm", "15:30"),
    ],
)
def test_it_is_written_as_german_says_it(text: str, said: str, written: str) -> None:
    assert [(text[span.start : span.end], span.target) for span in spoken_times(text)] == [(said, written)]


@pytest.mark.parametrize(
    "text",
    ["from ten to five", "five to ten people", "at five to ten places", "half past it", "past five"],
)
def test_other_words_are_none(text: str) -> None:
    assert not [*spoken_times(text)]
