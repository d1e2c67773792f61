"""Signs that only some readers of Markdown know stay around their words."""

import pytest

from service.text.formats.markdown import read
from tests.service.text.formats.translating import shouted


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is ==very new== now", "IT IS ==VERY NEW== NOW"),
        ("If a == b and c == d", "IF A == B AND C == D"),
        ("Water is H~2~O, so x^2^ is", "WATER IS H~2~O, SO x^2^ IS"),
        ("From 10~20 to 30~40, ~5", "FROM 10\\~20 TO 30\\~40, \\~5"),
        ("It is new.^[Some words.]", "IT IS NEW.^[SOME WORDS.]"),
    ],
)
def test_they_stay_where_they_are(text: str, expected: str) -> None:
    document = read(text.encode())
    assert document.render(document.units) == text.encode()
    assert document.render(shouted(document.units)).decode() == expected
