"""What is done to the numbers of a translation that are not those of its source."""

import numpy as np
import pytest

from service.engine.events import FinishReason, Hypothesis, TokenEvent
from service.text.bracketing import Bracketed
from service.text.candidate import Candidate, differing, free_text
from service.text.correcting import corrected, lacks_alignment
from service.text.numbers import Difference
from service.text.sentence import Sentence
from service.text.showing import Look
from service.text.spans import Kind, Span
from service.text.target import SourceMap, Unit

NOTHING = np.zeros(1, np.float32)


def candidate(
    source: str, *words: tuple[str, str], pair: str = "en-de", protected: str = "", is_aligned: bool = True
) -> Candidate:
    """A translation of `source` by words, each with what it comes from in the source."""
    spans = [Span(source.index(part), source.index(part) + len(part), Kind.WORD, part) for part in protected.split()]
    kept = {span.target: span for span in spans}
    units = [Unit(word, *place_of(origin, source), NOTHING, kept.get(word.strip())) for word, origin in words]
    first, last = pair.split("-")
    sentence = Sentence(source, tuple(spans), (), Look(first, last))
    token = TokenEvent(5, alignment=NOTHING if is_aligned else None)
    return Candidate(
        sentence=sentence,
        hypothesis=Hypothesis((token,), FinishReason.STOP),
        source=SourceMap(source, (0, len(source)), (0,), (len(source),)),
        source_texts=(source,),
        units=tuple(units),
        guessed=(),
        pairs=Bracketed(units),
        numbers=differing(sentence, free_text(units)),
        foreign="",
        is_copied=False,
        is_stuttering=False,
    )


def place_of(origin: str, source: str) -> tuple[int, int]:
    return source.index(origin), source.index(origin) + len(origin)


def test_a_translation_with_the_right_numbers_stays_as_it_is() -> None:
    subject = candidate("He has 3 cats.", ("Er", "He"), (" hat", "has"), (" drei", "3"), (" Katzen.", "cats"))
    assert corrected(subject) is subject


@pytest.mark.parametrize(
    ("source", "words", "expected"),
    [
        ("I have 3 books", [("Ich", "I"), (" habe", "have"), (" 33", "3"), (" Bücher", "books")], "Ich habe 3 Bücher"),
        # That it comes from elsewhere does not count where there is no other.
        ("I have 14 cats", [("Ich", "I"), (" habe", "have"), (" 17", "I"), (" Katzen", "cats")], "Ich habe 14 Katzen"),
        ("41 and 57", [("40", "41"), (" und", "and"), (" 50", "57")], "41 und 57"),
        ("41 and 57", [("50", "57"), (" und", "and"), (" 40", "41")], "57 und 41"),
        ("F4 is here", [("F15", "F4"), (" ist", "is"), (" da", "here")], "F4 ist da"),
        ("from 10:40 to 11:00", [("von", "from"), (" 10:40", "10:40"), (" bis", "to"), (" 13", "11:00")], None),
    ],
)
def test_a_number_that_came_up_becomes_the_one_that_was_lost(
    source: str, words: list[tuple[str, str]], expected: str | None
) -> None:
    found = corrected(candidate(source, *words))
    assert found.text == (expected or "von 10:40 bis 11:00")
    assert not found.numbers


def test_an_ordinal_gets_the_ending_of_its_number() -> None:
    subject = candidate("第23天", ("the", "第"), (" 45th", "23"), (" day", "天"), pair="zh-en")
    assert corrected(subject).text == "the 23rd day"


def test_what_may_be_a_word_is_a_number_that_came_up_only_where_another_was_lost() -> None:
    """1 may be the article of the source, but not where it comes from 21."""
    source = "a break until 21"
    assert corrected(candidate(source, ("Pause", "break"), (" bis", "until"), (" 1", "21"))).text == "Pause bis 21"


@pytest.mark.parametrize(
    ("source", "words", "expected"),
    [
        ("up to 45 of us", [("bis", "up"), (" von", "of"), (" uns.", "us")], "bis 45 von uns."),
        ("the 45 men", [("die", "the"), (" Leute.", "45 men")], "die 45 Leute."),
        ("in June 4, 1974", [("im", "in"), (" Juni", "June"), (" 1974", "1974")], "im Juni 4, 1974"),
        ("We won 17-5 here", [("Hier", "here"), (" 17", "17"), ("-Sieg", "won")], "Hier 17-5-Sieg"),
        ("on the 25th here", [("am", "on"), (" hier", "here")], "am 25. hier"),
        ("the 1990s here", [("die", "the"), (" hier", "here")], "die 1990s hier"),
    ],
)
def test_a_number_that_is_nowhere_goes_where_it_belongs(
    source: str, words: list[tuple[str, str]], expected: str
) -> None:
    found = corrected(candidate(source, *words))
    assert found.text == expected
    assert not found.numbers
    assert (len(found.put), found.dropped) == (1, ())


def test_a_time_in_chinese_gets_its_colon() -> None:
    subject = candidate("现在是8点34分。", ("It's", "现在"), (" 34.", "34"), pair="zh-en")
    assert corrected(subject).text == "It's 8:34."


def test_a_number_with_a_character_for_zeros_is_written_out() -> None:
    subject = candidate("有62万人", ("There", "有"), (" are", "有"), (" 600", "62万"), (" men", "人"), pair="zh-en")
    found = corrected(subject)
    assert (found.text, found.put, found.dropped) == ("There are 620,000 men", ("62",), ("600",))


def test_of_a_number_that_is_said_twice_in_a_row_one_goes() -> None:
    subject = candidate("Joe, 29, died", ("Joe", "Joe"), (", 29", "29"), (", 29", "29"), (" starb", "died"))
    found = corrected(subject)
    assert (found.text, found.put, found.dropped) == ("Joe, 29 starb", (), ("29",))


def test_what_is_protected_stays() -> None:
    subject = candidate(
        "Joe, X-29, 29", ("Joe", "Joe"), (" X-29", "X-29"), (" 29", "29"), (" 29", "29"), protected="X-29"
    )
    assert corrected(subject).text == "Joe X-29 29"


@pytest.mark.parametrize(
    ("source", "words", "pair"),
    [
        ("about 31 million", [("etwa", "about"), (" 45", "31"), (" Millionen", "million")], "en-de"),
        ("31 men", [("5", "31"), (" Millionen", "men")], "en-de"),
        ("31 men", [("einunddreißig", "31"), (" Leute", "men")], "en-de"),
        ("打8折", [("20", "8"), (" off", "折")], "zh-en"),
        ("90 miles away", [("145", "90"), (" Kilometer", "miles"), (" weg", "away")], "en-de"),
        ("20 feet away", [("sechs", "20"), (" Meter", "feet"), (" weg", "away")], "en-de"),
        ("fifty cats, 15 dogs", [("50", "fifty"), (" Katzen", "cats"), (" Hunde", "dogs")], "en-de"),
        ("50 votes, if these 50", [("50", "50"), (" Stimmen", "votes"), (" sie", "these")], "en-de"),
        ("31 men", [("quelques", "31"), (" hommes", "men")], "en-fr"),
        ("in 1999", [("1999", "1999"), (" und", "in"), (" 2005", "in")], "en-de"),
    ],
)
def test_what_may_be_right_or_has_no_place_is_left_and_told(
    source: str, words: list[tuple[str, str]], pair: str
) -> None:
    subject = candidate(source, *words, pair=pair)
    assert subject.numbers
    assert corrected(subject) is subject


def test_without_alignment_only_what_is_there_is_changed() -> None:
    lost = candidate("the 45 men", ("die", "the"), (" Leute", "men"), is_aligned=False)
    assert lacks_alignment(lost)
    assert corrected(lost) is lost
    changed = candidate("the 45 men", ("die", "the"), (" 54", "the"), (" Leute", "men"), is_aligned=False)
    assert corrected(changed).text == "die 45 Leute"


def test_what_could_not_be_put_right_is_still_told() -> None:
    subject = candidate("41 men, 2 million", ("44", "41"), (" Leute", "men"), (" und", "million"), (" 7", "2"))
    found = corrected(subject)
    assert (found.text, found.numbers) == ("41 Leute und 7", Difference(("2",), ("7",)))
    assert (found.put, found.dropped) == (("41",), ("44",))


def test_of_a_source_without_numbers_nothing_is_changed() -> None:
    """Some of it may have been sent."""
    subject = candidate("many men", ("37", "many"), (" 37", "many"), (" Leute", "men"))
    assert corrected(subject) is subject
