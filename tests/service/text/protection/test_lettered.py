"""Towers, classes and types of blood keep their letters, and errors their lines."""

import pytest

from service.text.protection.lettered import lettered_spans


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("我在A座等你，停车场在C区。", ["Tower A", "Zone C"]),
        ("血型：A型，她是AB型血", ["type A", "type AB blood"]),
        ("请从B出口出站", ["Exit B"]),
        ("第1行第5列", ["line 1, column 5"]),
        ("第12行，第8列附近；第3行", ["line 12, column 8", "line 3"]),
        ("尺码：S、M、L、XL", ["S, M, L, XL"]),
        ("M码卖完了，XL码还有，AA制，A、B、C三组", ["size M", "size XL", "AA", "A, B, C"]),
        ("出生日期：＿＿年＿＿月＿＿日", ["＿＿/＿＿/＿＿"]),
        ("慢慢来～\n——高尔基", ["~", "—"]),
        ("套餐A：68元，登机口C23，维生素C", ["Set A", "Gate C23", "vitamin C"]),
        ("身高（cm），体重（kg），J.K.罗琳", ["cm", "kg", "J.K."]),
        ("VIP区，iPhone X系列，A级别，USB口，T型台", []),
    ],
)
def test_letters_and_lines_are_written_whole(text: str, written: list[str]) -> None:
    assert [span.target for span in sorted(lettered_spans(text, "zh", "en"), key=lambda span: span.start)] == written
    assert not [*lettered_spans(text, "zh", "de")]
