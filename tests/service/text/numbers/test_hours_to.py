"""Hours from and to in Chinese."""

import pytest

from service.text.numbers.hours_to import hours_to


@pytest.mark.parametrize(
    ("text", "target", "written"),
    [
        ("下午两点到四点开会", "en", ["2:00 pm–4:00 pm"]),
        ("晚上8:30-10:00，上午9点到下午5点半", "en", ["8:30 pm–10:00 pm", "9:00 am–5:30 pm"]),
        ("上午10:00-2:00，上午9:00～18:00", "en", ["10:00 am–2:00", "9:00 am–18:00"]),
        ("中午12点至1点", "en", ["12:00–1:00"]),
        ("下午3点至5点", "de", ["15:00–17:00"]),
        ("8:30-10:00，下午三点钟，下午3点到5点钟", "en", []),
    ],
)
def test_both_hours_are_written_with_their_half_of_the_day(text: str, target: str, written: list[str]) -> None:
    assert [found for *_, found in hours_to(text, target)] == written
