"""What a Chinese text counts, as English writes it."""

import pytest

from service.text.numbers.durations import durations


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("2小时30分钟", ["2 hours 30 minutes"]),
        ("会议持续2个小时5分，休息1天3小时。", ["2 hours 5 minutes", "1 day 3 hours"]),
        ("跑出了9秒83和1分45秒32", ["9.83 seconds", "1 minute 45.32 seconds"]),
        ("5天4晚的旅行，3年2个月", ["5 days 4 nights", "3 years 2 months"]),
        ("2024年3天，8点20分30秒，5分钟2小时，3月5天", []),
        ("1 天", ["1 day"]),
        ("共3片", ["3 pieces in total"]),
        ("保修期：12个月\n数量：1件", ["12 months", "1 item"]),
        ("时长：3天，地点：北京（共3人）", ["3 days", "3 people in total"]),
        ("3天前\n2小时后\n7天以内\n约20分钟", ["3 days ago", "In 2 hours", "Within 7 days", "About 20 minutes"]),
        ("时长：约20分钟", ["about 20 minutes"]),
        ("适用年龄：3岁以上", ["3 years old and over"]),
        ("间隔6-8分钟，3～5个工作日，18至35岁", ["6–8 minutes", "3–5 working days", "18–35 years old"]),
        (
            "全场5折起，再享9.5折，八五折，打八折，95折，打骨折，3折叠",
            ["50% off", "5% off", "15% off", "20% off", "5% off"],
        ),
        ("收到发票后30个工作日内，1个工作日", ["30 working days", "1 working day"]),
        ("一个多小时，3个多月", ["1+ hours", "3+ months"]),
        ("三年以上十年以下，两天以内", ["3 years and over", "10 years and under", "within 2 days"]),
        ("用了二十八分钟，三千六百五十天，二十四个小时", ["28 minutes", "3650 days", "24 hours"]),
        ("二十多天，三百多年，十几天，一九九八年，十年，十二个半小时，六十年代", ["20+ days", "300+ years"]),
        ("1杯≈240毫升\n1箱＝24瓶", ["1 cup", "1 box", "24 bottles"]),
        ("得分：95分\n年龄：18岁", ["95 points", "18 years old"]),
        ("2024年\n我有3本书\n3片面包\n5块", []),
    ],
)
def test_what_is_counted_is_written_whole(text: str, written: list[str]) -> None:
    assert [figure for *_, figure in sorted(durations(text, "en"))] == written


def test_only_english_is_known() -> None:
    assert not [*durations("2小时30分钟", "de")]
