"""One day of the week that became another one is put right, and so is one month; where it is not plain, it is told."""

import pytest

from service.text.numbers.renamed_days import other_days, with_days
from tests.service.text.numbers.test_correcting import candidate


@pytest.mark.parametrize(
    ("source", "target", "pair", "expected"),
    [
        ("We meet on Thursday.", "Wir treffen uns am Samstag.", "en-de", "Wir treffen uns am Donnerstag."),
        ("We meet on Wednesdays.", "Wir treffen uns samstags.", "en-de", "Wir treffen uns mittwochs."),
        ("on Wednesday morning", "am Sonntagmorgen", "en-de", "am Mittwochmorgen"),
        ("MEET ON FRIDAY", "TREFFT EUCH AM MONTAG", "en-de", "TREFFT EUCH AM FREITAG"),
        ("in March 2020", "im Mai 2020", "en-de", "im März 2020"),
        ("from Monday to Friday in June", "von Montag bis Freitag im Juli", "en-de", "von Montag bis Freitag im Juni"),
        ("星期二见", "See you on Thursday.", "zh-en", "See you on Tuesday."),
    ],
)
def test_it_is_put_right(source: str, target: str, pair: str, expected: str) -> None:
    done = with_days(candidate(source, (target, source), pair=pair))
    assert done.text == expected
    assert len(done.put) == len(done.dropped) == 1
    assert not done.lost_words


@pytest.mark.parametrize(
    ("source", "target", "pair"),
    [
        ("We meet on Thursday.", "Wir treffen uns.", "en-de"),
        ("on Monday or Tuesday", "am Samstag oder Sonntag", "en-de"),
        ("on Thursday", "am Samstag oder Sonntag", "en-de"),
        ("May, June, July", "Mai, Juni", "en-de"),  # what may be no month is none to go
        ("on Thursday", "im Mai", "en-de"),
        ("in June", "im Maifeiertag", "en-de"),
        ("五月的一天", "an April day", "zh-en"),
    ],
)
def test_it_stays_where_it_is_not_plain_what_became_of_it(source: str, target: str, pair: str) -> None:
    subject = candidate(source, (target, source), pair=pair)
    assert with_days(subject) is subject
    assert subject.lost_words


def test_others_are_named_where_one_is_lost() -> None:
    assert other_days(candidate("on Monday or Tuesday", ("am Samstag oder Sonntag", "on"))) == ("Samstag", "Sonntag")
    assert other_days(candidate("Today is Monday.", ("Heute ist Montag, nicht Sonntag.", "Today"))) == ()


def test_a_month_that_the_source_has_as_a_number_is_no_other_one() -> None:
    source = "4月30日星期三"
    assert other_days(candidate(source, ("Sunday, April 30 and May 1", source), pair="zh-en")) == ("Sunday", "May")
