"""Numbers of houses and what is directly behind them."""

import pytest

from service.text.numbers.addresses import house_numbers


@pytest.mark.parametrize(
    ("text", "language", "written"),
    [
        ("中关村大街1号", "en", ["No. 1"]),
        ("漕溪北路18号30层", "en", ["No. 18, Floor 30"]),
        ("建国路88号3栋2单元1501室", "en", ["No. 88, Building 3, Unit 2, Room 1501"]),
        ("天府大道中段666号A12座，南京路5号", "de", ["Nr. 666, Gebäude A12", "Nr. 5"]),
        ("南京路12号5楼", "fr", []),  # the words for what is behind it are not known
        ("天府大道666号A座12楼1205室", "en", ["No. 666, Building A, Floor 12, Room 1205"]),
        ("人民路8号线", "en", []),
    ],
)
def test_a_house_is_written_with_all_its_numbers(text: str, language: str, written: list[str]) -> None:
    assert [found for *_, found in house_numbers(text, language)] == written
