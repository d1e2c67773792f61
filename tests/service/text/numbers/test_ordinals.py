"""English endings of ordinals become points in German; what somebody named stays, and torn numbers are told."""

import numpy as np
import pytest

from service.text.numbers.comparing import differing_numbers
from service.text.numbers.ordinals import torn_ordinals, with_ordinals
from service.text.spans import Kind, Span
from service.text.target import Unit, text_of

NOTHING = np.zeros(1, np.float32)


def written(source: str, *texts: str, kind: Kind = Kind.WORD) -> str:
    """Those in backquotes are protected."""
    units = [Unit(text, 0, 1, NOTHING, Span(0, 1, kind, text) if "`" in text else None) for text in texts]
    return text_of(with_ordinals(units, source))


@pytest.mark.parametrize(
    ("source", "texts", "expected"),
    [
        ("on the 2nd floor", ("im 2", "n", "d Stock"), "im 2. Stock"),
        ("his 50TH, on the 21st", ("seiner 50TH am 21st",), "seiner 50. am 21."),
        ("on the 5th.", ("am 5th.",), "am 5."),
        ("on the 5th!", ("am 5..",), "am 5.!"),
        ("on the 5th.", ("am 5..",), "am 5."),
        ("on day 4", ("am 4th Tag",), "am 4th Tag"),
        ("the 3rd", ("der 3rgrößte",), "der 3rgrößte"),
        ("the 2nd v1.2nd", ("die v1.2nd",), "die v1.2nd"),
        ("my `2nd` flat, the 3rd", ("meine ", "`2nd`", " die 3rd"), "meine `2nd` die 3."),
    ],
)
def test_an_ending_becomes_a_point(source: str, texts: tuple[str, ...], expected: str) -> None:
    assert written(source, *texts) == expected


def test_a_figure_that_was_put_back_is_german_too() -> None:
    span = Span(0, 3, Kind.FIGURE, "2nd")
    units = [Unit("2nd", 0, 3, NOTHING, span), Unit(" Stock", 3, 9, NOTHING)]
    assert text_of(with_ordinals(units, "2nd floor")) == "2. Stock"


@pytest.mark.parametrize(
    ("source", "target", "torn"),
    [
        ("She was 3rd!", "Sie war 3ddd!", ["3"]),
        ("the 3rd largest city", "die 3rgrößte Stadt", ["3"]),
        ("the 100th visitor", "der 100er Besuch", []),
        ("the 80th birthday", "der 80jährige", []),
        ("the 5th", "am 5.", []),
        ("the 5th", "am 5th", []),
        ("the 3rd 3D film", "der 3. 3D-Film", []),
    ],
)
def test_a_torn_one_is_told(source: str, target: str, torn: list[str]) -> None:
    assert torn_ordinals(source, target) == torn
    assert [*differing_numbers(source, target, ("en", "de")).missing] == torn
    assert differing_numbers(source, target, ("en", "zh")).missing == ()
