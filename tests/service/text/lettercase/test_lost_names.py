"""Names of unusual letter case that are lost."""

from service.text.lettercase.lost_names import lost_names
from service.text.spans import Kind, Span

FIRST = Span(0, 6, Kind.WORD, "iPhone")
SECOND = Span(11, 17, Kind.WORD, "iPhone")
OTHER = Span(22, 27, Kind.WORD, "McFly")


def test_all_of_a_name_are_lost_where_one_is() -> None:
    assert lost_names([FIRST, SECOND], "iPhone und iPhone") == ()
    assert lost_names([FIRST, SECOND], "iPhone und Telefon") == (FIRST, SECOND)
    assert lost_names([FIRST, OTHER], "iPhone und McFlyFly") == (OTHER,)
    assert lost_names([OTHER], "der AMcFly") == (OTHER,)
    assert lost_names([], "nichts") == ()
