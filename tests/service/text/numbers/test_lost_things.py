"""What is counted is told where a translation ends with its number; sizes, years and what is behind a stop are not."""

import pytest

from service.text.numbers.lost_things import lost_things
from service.text.numbers.lost_units import lost_units

EN_DE = ("en", "de")


@pytest.mark.parametrize(
    ("source", "target", "lost"),
    [
        ("My kingdom for 1 horse.", "Mein Königreich für 1.", "1 horse"),
        ("We have 3 horses", "Wir haben 3", "3 horses"),
        ("Tom does 100 sit-ups every morning.", "Tom macht jeden Morgen 100.", "100 sit-ups"),
        ("All 9 squares", "Alle 9", "9 squares"),
        ("Mix it with 4 eggs.", "Mix es mit 4 Uhr.", "4 eggs"),
        ("Call me after 4 p.m.?", "Ruf mich nach 4 Uhr dreißig an?", "4 p.m"),
        ("Doctor's appointment, 11 a.m.", "Arzttermin, 11.", "11 a.m"),
        ("Take the 1st left.", "Nimm den 1.", "1st left"),
        ("2nd floor", "2.", "2nd floor"),
        ("It's the 5th-largest.", "Es ist der 5.", "5th-largest"),
        ("This machine makes 100 copies a minute!", "Diese Maschine macht 100!", "100 copies"),
    ],
)
def test_it_is_told_with_its_number(source: str, target: str, lost: str) -> None:
    assert lost_things(source, target, EN_DE) == (lost,)
    assert lost in lost_units(source, target, EN_DE)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("My kingdom for 1 horse.", "Mein Königreich für 1 Pferd."),
        ("I have 3 horses.", "Ich habe 3, und zwar Pferde."),
        ("Call 110 immediately.", "Ruf sofort die 110."),
        ("Tom paid a $300 fine.", "Tom bezahlte eine Strafe von $300."),
        ("It is from the 2005 vintage.", "Es ist aus dem Jahrgang 2005."),
        ("This is size 10 chaos.", "Das ist Chaos der Größe 10."),
        ("The Article 32 hearings", "Die Anhörungen nach Artikel 32"),
        ("the popular Glock 17 pistol.", "die beliebte Pistole Glock 17."),
        ("He would be 100 today.", "Heute wäre er 100."),
        ("In 12 is 7 and 5.", "In der 12 ist 5 und 7."),
        ("Room 5 is his.", "Seins ist Zimmer 5."),
        ("There are 5 as well.", "Es gibt auch 5."),
        (
            "We leave on the 15th then.",
            "Dann fahren wir am 15.",
        ),
        ("He comes at 11 a.m.", "Er kommt um 11."),
        ("We meet at 4 for 2 hours.", "Wir treffen uns um 4 Uhr."),
    ],
)
def test_where_the_number_stands_last_by_right_nothing_is_told(source: str, target: str) -> None:
    assert lost_things(source, target, EN_DE) == ()


def test_other_languages_are_not_known() -> None:
    assert lost_things("I have 3 horses.", "J'en ai 3.", ("en", "fr")) == ()
