"""Words that are no names: small inside a sentence, and with a capital only at a beginning."""

import pytest

from service.text.lettercase.small_words import capital_behind, is_small


def test_a_word_is_small_in_its_own_language() -> None:
    assert is_small("About", "en")
    assert is_small("about", "en-GB")
    assert is_small("Über", "de")
    assert not is_small("Über", "en")
    assert not is_small("Tom", "en")
    assert not is_small("about", "fr")


@pytest.mark.parametrize(
    ("text", "expected"), [("- About us", 2), ("-About", 1), ("- about", None), ("- Tom", None), ("- ", None)]
)
def test_its_capital_is_found_behind_a_sign(text: str, expected: int | None) -> None:
    assert capital_behind(text, 1) == expected
