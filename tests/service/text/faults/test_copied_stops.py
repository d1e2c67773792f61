"""A stop that only stands in an "a.m." of the source is none of the translation."""

import numpy as np
import pytest

from service.text.faults.copied_stops import without_copied_stops
from service.text.target import Unit, text_of

NOTHING = np.zeros(1, np.float32)


def cleaned(source: str, target: str) -> str:
    return text_of(without_copied_stops([Unit(part, 0, 1, NOTHING) for part in target.split("|")], source))


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("open at 8 a.m. and close at 6", "öffnen um 8 Uhr|. und schließen um 6", "öffnen um 8 Uhr und schließen um 6"),
        ("got up at 6 a.m. and went", "stand um 6 Uhr auf. und ging.", "stand um 6 Uhr auf und ging."),
        ("At 7 a.m. we left.", "Um 7. Uhr gingen wir.", "Um 7 Uhr gingen wir."),
        ("from 9 p.m. on", "von 21 Uhr.| an", "von 21 Uhr an"),
    ],
)
def test_it_goes(source: str, target: str, expected: str) -> None:
    assert cleaned(source, target) == expected


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("open at 8 and close at 6", "öffnen um 8 Uhr. und schließen um 6"),  # something else went wrong
        ("We came at 8 a.m.", "Wir kamen um 8 Uhr."),
        ("At 8 a.m. Tom came, etc. and left", "Um 8 Uhr kam Tom usw. und ging"),
        ("At 8 a.m. they come, e.g. by bus", "Um 8 Uhr kommen sie, z. B. mit dem Bus, d.h. alle"),
        ("At 8 a.m. he left. Then he came.", "Um 8 Uhr ging er. Dann kam er."),
        ("on May 5. at 8 a.m. sharp", "am 5. Mai um 8 Uhr"),
    ],
)
def test_other_stops_stay(source: str, target: str) -> None:
    assert cleaned(source, target) == target
