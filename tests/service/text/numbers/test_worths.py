"""What numbers amount to."""

from decimal import Decimal

from service.text.numbers.worths import has_scale, may_be_worth, without_equal, worths_of, wrongly_scaled


def amounts(text: str, language: str) -> list[list[int] | None]:
    found = [worth.amounts for worth in worths_of(text, language)]
    return [None if own is None else [int(amount) for amount in own] for own in found]


def test_words_and_characters_for_zeros_count_and_what_is_not_known_is_none() -> None:
    assert amounts("5 men, 3 million", "en") == [[5], [3_000_000]]
    assert amounts("20万人", "zh") == [[200_000]]
    assert amounts("2 to 3 million", "en") == [None, [3_000_000]]
    assert amounts("3成, 32 kilobases", "en") == [None, None]


def test_what_is_not_known_may_be_anything() -> None:
    [one, other], [third] = worths_of("3成和4", "zh"), worths_of("30", "en")
    assert may_be_worth(one, third)
    assert not may_be_worth(other, third)


def test_numbers_that_amount_to_the_same_go_together_whatever_their_digits() -> None:
    given, found = worths_of("110亿 1100亿", "zh"), worths_of("11 billion, 110 billion", "en")
    assert without_equal(given, found) == ([], [])


def test_another_word_for_zeros_is_wrong_unless_that_is_another_number_of_the_source() -> None:
    [(worth, other)] = wrongly_scaled(worths_of("31 million", "en"), worths_of("31 Milliarden", "de"))
    assert (worth.written, other.written) == ("31 million", "31 Milliarden")
    assert wrongly_scaled(worths_of("100万 1亿", "zh"), worths_of("a million, 100 million", "en")) == []


def test_whether_there_are_any() -> None:
    assert all(map(has_scale, ["5 million", "5-Millionen", "£5m", "20万", "200 多万"]))
    assert not any(map(has_scale, ["5 men", "in millions", "百分之"]))


def test_an_amount_is_exact() -> None:
    [worth] = worths_of("0.1 million", "en")
    assert worth.amounts == {Decimal(100_000)}
