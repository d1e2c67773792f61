"""What is done to the numbers of a translation that are not those of its source."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine.events import FinishReason, Hypothesis, TokenEvent
from service.text.brackets.bracketing import Bracketed
from service.text.candidate import Candidate, differing, free_text
from service.text.numbers.comparing import Difference
from service.text.numbers.correcting import corrected, is_more_right, lacks_alignment, without_repeats, without_surplus
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


def test_so_it_does_with_a_hyphen_between_them() -> None:
    subject = candidate(".45-70 here", (".45-70", ".45-70"), ("-70-Patrone", "here"))
    assert corrected(subject).text == ".45-70-Patrone"


def test_what_is_protected_stays() -> None:
    subject = candidate(
        "Joe, X-29, 29", ("Joe", "Joe"), (" X-29", "X-29"), (" 29", "29"), (" 29", "29"), protected="X-29"
    )
    assert corrected(subject).text == "Joe X-29 29"


@pytest.mark.parametrize(
    ("source", "words", "pair"),
    [
        ("打8折", [("20", "8"), (" off", "折")], "zh-en"),
        ("90 miles away", [("145", "90"), (" Kilometer", "miles"), (" weg", "away")], "en-de"),
        ("20 feet away", [("sechs", "20"), (" Meter", "feet"), (" weg", "away")], "en-de"),
        ("200 men", [("zweihundert", "200"), (" Leute", "men")], "en-de"),
        ("93 million miles", [("150", "93"), (" Millionen", "million"), (" Kilometer", "miles")], "en-de"),
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
    subject = candidate("41 men, 2 dozen", ("44", "41"), (" Leute", "men"), (" und", "dozen"), (" 7", "2"))
    found = corrected(subject)
    assert (found.text, found.numbers) == ("41 Leute und 7", Difference(("2",), ("7",)))
    assert (found.put, found.dropped) == (("41",), ("44",))


@pytest.mark.parametrize(
    ("source", "words", "expected"),
    [
        # Another number with the right word.
        ("about 31 million", [("etwa", "about"), (" 45", "31"), (" Millionen", "million")], "etwa 31 Millionen"),
        ("41 men, 2 million", [("41", "41"), (" und", "million"), (" 7", "2")], "41 und 2 Millionen"),
        ("a £3.1billion deal", [("ein", "a"), (" 31", "3.1"), (" Milliarden", "billion")], "ein 3,1 Milliarden"),
        # The right number with another word, or none.
        ("about 31 million", [("etwa", "about"), (" 31", "31"), (" Milliarden", "million")], "etwa 31 Millionen"),
        ("about 31 million men", [("etwa", "about"), (" 31", "31"), (" Leute", "men")], "etwa 31 Millionen Leute"),
        # Only the word, with another small number or none.
        ("It cost $2 billion.", [("eine", "It"), (" Milliarden", "billion"), (" kam", "cost")], "2 Milliarden kam"),
        ("$35 million in cash", [("drei", "$"), (" Millionen", "million"), (" bar", "cash")], "35 Millionen bar"),
        # Neither.
        ("up to £125m of it", [("bis", "up"), (" davon", "of")], "bis 125 Millionen davon"),
        ("for $1.2bn of it", [("für", "for"), (" viel", "1.2bn"), (" davon", "of")], "für 1,2 Milliarden viel davon"),
        ("14 thousand men", [("Leute", "14")], "14.000 Leute"),
    ],
)
def test_a_number_with_a_word_for_zeros_is_put_right_with_it_since_the_source_says_how_much(
    source: str, words: list[tuple[str, str]], expected: str
) -> None:
    found = corrected(candidate(source, *words))
    assert found.text == expected
    assert not found.numbers
    assert found.put


@pytest.mark.parametrize(
    ("pair", "source", "words", "expected"),
    [
        ("de-en", "1,5 Millionen Leute", [("15", "1,5"), (" million", "Millionen")], "1.5 million"),
        ("en-zh", "12 million men", [("12", "12"), ("人", "men")], "1200万人"),
        ("zh-en", "1.25 亿英镑", [("501", "1.25"), (" pounds", "英镑")], "125,000,000 pounds"),
        ("zh-en", "1万5千人", [("1500,000", "1万"), (" men", "人")], "15,000 men"),
        ("en-fr", "31 million men", [("77", "31"), (" hommes", "men")], "31000000 hommes"),
    ],
)
def test_it_is_written_as_its_language_has_it_or_in_full(
    pair: str, source: str, words: list[tuple[str, str]], expected: str
) -> None:
    assert corrected(candidate(source, *words, pair=pair)).text == expected


def test_a_number_gets_no_word_for_zeros_where_the_source_has_none() -> None:
    assert corrected(candidate("31 men", ("5", "31"), (" Millionen", "men"))).text == "31"


def test_words_for_other_numbers_do_not_keep_one_from_its_place_since_none_may_be_lost() -> None:
    words = (("50", "fifty"), (" Katzen", "cats"), (" Hunde", "dogs"))
    found = corrected(candidate("fifty cats, 15 dogs", *words))
    assert (found.text, found.put, found.dropped) == ("50 Katzen 15 Hunde", ("15",), ())


def test_a_word_for_another_number_becomes_the_one_it_was_made_of() -> None:
    words = (("in", "in"), (" den", "the"), (" vierundvierzig", "71s"))
    assert corrected(candidate("in the 71s", *words)).text == "in den 71"


@pytest.mark.parametrize(
    ("source", "words", "expected"),
    [
        ("Joe, 20, left", [("Joe,", "Joe"), (" 200,", "20"), (" 20", "20"), (" ging", "left")], "Joe, 20 ging"),
        ("a 17-year-old", [("ein", "a"), (" 17-7-jähriger", "17")], "ein 17-jähriger"),
        ("a 13-year-old", [("ein", "a"), (" 13-3jähriger", "13")], "ein 13jähriger"),
        ("channel 4 here", [("Kanal", "channel"), (" -3", "4"), (" 4", "4")], "Kanal 4"),
        ("until 12 now", [("bis", "until"), (" 12,", "12"), (" 201.", "12")], "bis 12."),
    ],
)
def test_a_number_that_comes_from_nothing_and_touches_a_right_one_goes(
    source: str, words: list[tuple[str, str]], expected: str
) -> None:
    found = corrected(candidate(source, *words))
    assert (found.text, len(found.dropped), found.put) == (expected, 1, ())


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        (" bis 17.", "ab 30,000 bis."),
        (" das 15th Jahr", "ab 30,000 das Jahr"),
        (" so, 17.", "ab 30,000 so."),
        (" so 15%", "ab 30,000 so 15%"),
        (" so A-15", "ab 30,000 so A-15"),
        (" so 16.", "ab 30,000 so 16."),
    ],
)
def test_what_stood_in_for_a_number_and_is_said_once_more_goes_if_it_stands_for_itself(
    last: str, expected: str
) -> None:
    subject = candidate("from 30,000 up", ("ab", "from"), (" 30,000", "30,000"), (last, "up"), protected="30,000")
    [span] = subject.sentence.spans
    sentence = replace(subject.sentence, spans=(replace(span, kind=Kind.FIGURE),))
    assert corrected(replace(subject, sentence=sentence)).text == expected


def test_it_stays_if_the_source_has_it_too() -> None:
    subject = candidate("a 17 inch screen", ("ein", "a"), (" 17 Zoll", "17"), (" 17 so", "screen"), protected="17")
    sentence = replace(subject.sentence, spans=(replace(subject.sentence.spans[0], kind=Kind.FIGURE),))
    assert corrected(replace(subject, sentence=sentence)).text == "ein 17 Zoll 17 so"


def test_it_goes_beside_a_protected_one_too() -> None:
    subject = candidate("a 30,000 here", ("ein", "a"), (" 30,000", "30,000"), ("-7", "here"), protected="30,000")
    found = corrected(subject)
    assert (found.text, found.dropped) == ("ein 30,000", ("7",))


def test_a_protected_one_stays_even_where_it_looks_like_a_part_of_another() -> None:
    subject = candidate("69 by 158", ("69", "69"), (", 1", "by"), (" 158", "158"), protected="158")
    assert corrected(subject).text == "69 158"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("20 men", [("20", "20"), (" oder", "men"), (" 27", "men"), (" Leute", "men")]),
        ("20 men", [("20", "20"), (" 17%", "men"), (" Leute", "men")]),
        ("20 men", [("20", "20"), (" 15te", "men"), (" Leute", "men")]),
        ("20 men", [("20", "20"), (" 15×3", "men"), (" Leute", "men")]),
    ],
)
def test_one_that_stands_for_itself_stays_and_is_told(source: str, words: list[tuple[str, str]]) -> None:
    subject = candidate(source, *words)
    assert subject.numbers.added
    assert corrected(subject).text == subject.text


def test_of_a_source_without_numbers_nothing_is_changed() -> None:
    """Some of it may have been sent."""
    subject = candidate("many men", ("37", "many"), (" 37", "many"), (" Leute", "men"))
    assert corrected(subject) is subject


NUMBERS = st.sampled_from(["5", "20", "158", "3.5", "31 million", "2 billion", "7"])
SAID = st.sampled_from(
    ["5", "20", "158", "1", "7", "3,5", "31 Millionen", "35", "Millionen", "zwanzig", "zwei", "und", ",", "-7", "X-29"]
)


@given(st.lists(NUMBERS, min_size=1, max_size=4), st.lists(SAID, max_size=8), st.booleans())
def test_whatever_a_model_says_no_number_is_lost_by_it_and_what_is_protected_stays(
    numbers: list[str], said: list[str], is_aligned: bool
) -> None:
    source = "X-29 has " + " men and ".join(numbers)
    words = [("X-29", "X-29"), *((f" {word}", numbers[place % len(numbers)]) for place, word in enumerate(said))]
    subject = candidate(source, *words, protected="X-29", is_aligned=is_aligned)
    found = corrected(subject)
    assert [unit.text for unit in found.units if unit.span] == [unit.text for unit in subject.units if unit.span]
    assert len(found.numbers.missing) <= len(subject.numbers.missing)
    assert found.numbers == differing(found.sentence, free_text(found.units))


# Other hypotheses


def test_one_with_the_numbers_of_the_source_is_more_right() -> None:
    wrong = candidate("In 2019 here", ("In", "In"), (" 2019 2020", "2019"), (" hier", "here"))
    right = candidate("In 2019 here", ("2019", "2019"), (" hier", "here"))
    assert is_more_right(right, wrong)
    assert not is_more_right(wrong, right)


def test_one_that_never_ended_or_ended_far_too_early_is_not() -> None:
    wrong = candidate("In 2019 here", ("In", "In"), (" 2019 2020", "2019"), (" hier", "here"))
    right = candidate("In 2019 here", ("2019", "2019"), (" hier", "here"))
    endless = replace(right, hypothesis=replace(right.hypothesis, reason=FinishReason.LENGTH))
    places = tuple(range(40))
    short = replace(right, source=replace(right.source, places=places))
    assert not is_more_right(endless, wrong)
    assert not is_more_right(short, wrong)


def test_nor_is_one_into_which_more_had_to_be_put_than_into_another_whole_one() -> None:
    wrong = candidate("In 2019 here", ("In", "In"), (" 2019 2020", "2019"), (" hier", "here"))
    right = replace(candidate("In 2019 here", ("2019", "2019"), (" hier", "here")), put=("2019",))
    endless = replace(wrong, hypothesis=replace(wrong.hypothesis, reason=FinishReason.LENGTH))
    assert not is_more_right(right, wrong)
    assert is_more_right(right, endless)


def test_a_word_for_a_large_number_excuses_none_there() -> None:
    source = "Ninety-five are 9"
    words = ("Neunzig", "Ninety"), (" oder 400", "five"), (" sind 9", "9")
    assert not candidate(source, *words).numbers
    assert not is_more_right(candidate(source, *words), candidate(source, ("900 90", "9")))


def test_a_phrase_that_is_said_twice_goes_and_that_is_told() -> None:
    subject = candidate("In 2019 here", ("In", "In"), (" 2019", "2019"), (" in", "In"), (" 2019", "2019"))
    found = without_repeats(replace(subject, units=(replace(subject.units[0], text="in"), *subject.units[1:])))
    assert (found.text, found.put, found.dropped) == ("in 2019", (), ("2019",))
    assert not found.numbers


def test_what_is_said_twice_by_the_source_stays() -> None:
    subject = candidate("In 2019 in 2019", ("in", "In"), (" 2019", "2019"), (" in", "in"), (" 2019", "2019"))
    assert without_repeats(subject) is subject


@pytest.mark.parametrize(
    ("words", "expected", "dropped"),
    [
        ([("Um 8", "8"), (" hier und 17 dort", "here")], "Um 8 hier und dort", "17"),
        ([("Um 8", "8"), (" am 17. Tag, hier", "here")], "Um 8 am Tag, hier", "17"),
        ([("Um 8", "8"), (" hier", "here"), (" um 8.", "8")], "Um 8 hier um.", "8"),
        ([("Um 8", "8"), (" hier (17)", "here")], "Um 8 hier", "17"),
        ([("Um 8", "8"), (" hier und 17 %, ja", "here")], "Um 8 hier und, ja", "17"),
        ([("Um 8", "8"), (" hier für €17", "here")], "Um 8 hier für", "17"),
    ],
)
def test_a_number_of_the_models_own_goes_and_that_is_told(
    words: list[tuple[str, str]], expected: str, dropped: str
) -> None:
    found = without_surplus(candidate("At 8 here", *words))
    assert (found.text, found.dropped) == (expected, (dropped,))
    assert not found.numbers


def test_it_stays_where_it_may_be_what_became_of_another() -> None:
    subject = candidate("At 8 and 7 here", ("Um 8", "8"), (" und 17 hier", "here"))
    assert without_surplus(subject) is subject


def test_the_last_word_of_a_translation_is_no_surplus() -> None:
    subject = candidate("Here", ("17", "Here"))
    assert without_surplus(subject) is subject


def test_a_time_in_the_other_half_of_the_day_becomes_the_right_one() -> None:
    subject = candidate("at 8 p.m. here", ("um", "at"), (" 8 Uhr morgens", "8 p.m."), (" hier", "here"))
    found = corrected(subject)
    assert (found.text, found.put) == ("um 20 Uhr hier", ("8 p.m.",))
    assert not found.numbers
