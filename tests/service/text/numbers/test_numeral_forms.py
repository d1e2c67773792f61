"""Chinese numerals with more around them."""

import pytest

from service.text.numbers.numeral_forms import numeral_forms
from service.text.spans import Kind


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("三分之二的学生，十分之一，12分之5", ["2/3", "1/10", "5/12"]),
        ("千分之五，百分之五", ["5‰"]),
        ("四分之一决赛，几分之一，三分之二十多", []),
        ("零下十度，零下5℃，零下2.5摄氏度", ["-10 °C", "-5 °C", "-2.5 °C"]),
        ("负三度", ["-3 °C"]),
        ("零下10到15度，零下5至零下2度", ["-2 °C"]),
        ("七点一刻，晚上十点二十分，五点四十到", ["7:15", "10:20 pm", "5:40"]),
        ("三点五，七点一刻钟", []),
        ("十二月二十五日，一九九七年七月一日", ["December 25", "July 1, 1997"]),
        ("2024年三月八号，八月十五", ["March 8, 2024"]),
        ("身高一米八，她一米六五，跳远八米二。", ["1.8 m", "1.65 m", "8.2 m"]),
        ("一米八个，十米五", []),
        ("花了一万五。两千五块", ["15000", "2500"]),
        ("一万五千，三百五十", []),
        ("二百五十克，五百毫升，八百米，十五公里", ["250 g", "500 ml", "800 m", "15 km"]),
        ("增长３．５％，１，２３４元，５０％，房号Ａ３０２", ["3.5%", "1,234", "50%", "A302"]),
        ("１０：３０，－５℃", []),
        ("Ｗｉ－Ｆｉ和ｉＰｈｏｎｅ１５", ["Wi-Fi", "iPhone15"]),
        ("两块五一斤，十二块八，三元五角，两块五十，五块一个", ["2.5 yuan", "12.8 yuan", "3.5 yuan"]),
        ("体温三十七度二，三十度二十", ["37.2 °C"]),
        ("零点三十分，八点整，2斤半", ["0:30", "8:00", "2.5 jin"]),
        ("三点半见，一百二十多公里", ["3:30", "120+ km"]),
        ("二十世纪八十年代，20世纪90年代，上世纪七十年代，90年代", ["1980s", "1990s", "70s"]),
        ("人民币壹万贰仟叁佰元整", ["12300 yuan"]),
        (
            "农历五月初五，腊月二十三，正月初一",
            [f"day {day} of lunar month {month}" for day, month in ((5, 5), (23, 12), (1, 1))],
        ),
        ("２０２４年３月１５日", ["March 15, 2024"]),
        (
            "两万五千里，一千多里，大年三十，大年初二，一万里",
            ["25000 li", "Lunar New Year's Eve", "day 2 of the Lunar New Year"],
        ),
        ("人民币壹仟贰佰叁拾肆元伍角，伍元整，壹佰元零伍分", ["1234.50 yuan", "5 yuan", "100.05 yuan"]),
        ("总价三百二十万。一亿五千万，百万", ["3200000", "150000000"]),
        ("－１０℃～４０℃，１３８－００１３－８０００", ["-10°C~40°C", "138-0013-8000"]),
        ("十二点结束，晚上十点见，晚上八点见，三点意见，十点多", ["12:00", "10:00 pm"]),
        ("差五分九点，十点差十分，月薪两万左右", ["8:55", "9:50", "20000"]),
        ("ｔｅｓｔ＠ｅｘａｍｐｌｅ．ｃｏｍ", ["test@example.com"]),
        ("两百万", ["2000000"]),
        ("总数：一千二百三十四", ["1234"]),
        ("千万，万一，八十，十一月", []),
        ("等了一个半小时，两年半，3个半月，三岁半", ["1.5 hours", "2.5 years", "3.5 months", "3.5 years old"]),
        ("几个半小时，半年，两天半夜，一年半载，两年半工", []),
    ],
)
def test_numerals_become_figures(text: str, figures: list[str]) -> None:
    found = sorted(numeral_forms(text, "en"), key=lambda span: span.start)
    assert [span.target for span in found] == figures


def test_a_date_is_one() -> None:
    assert [span.kind for span in numeral_forms("五月一号", "de")] == [Kind.DAY]
    assert [span.target for span in numeral_forms("五月一号", "de")] == ["1. Mai"]


def test_units_are_written_where_their_words_are_known() -> None:
    assert not [*numeral_forms("等了一个半小时", "fr")]
