"""Numbers in Chinese characters, and the figures that translations may have for them."""

import pytest

from service.text.numbers.numerals import counts, may_be_figure, percentages, value_of


@pytest.mark.parametrize(
    ("numeral", "value"),
    [
        ("七", 7),
        ("十", 10),
        ("十五", 15),
        ("二十四", 24),
        ("两千", 2000),
        ("一百零八", 108),
        ("一千零五十", 1050),
        ("三万", 30_000),
        ("一万零五", 10_005),
        ("一亿二千万", 120_000_000),
        ("二〇二四", 2024),
        ("百", 100),
        ("万", 10_000),
    ],
)
def test_a_plain_numeral_has_one_value(numeral: str, value: int) -> None:
    assert value_of(numeral) == value


@pytest.mark.parametrize("numeral", ["二三十", "三百五", "一万二", "廿四", "十七八", "万亿", "一" * 5000])
def test_others_have_none(numeral: str) -> None:
    """20 or 30; 350, not 305; characters of old; 17 or 18; and what is written in no such way."""
    assert value_of(numeral) is None


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("二十四节气", "24"),
        ("三万人", "30000"),
        ("三万人", "30"),  # thousand
        ("两千万", "20"),  # million
        ("一九四五年八月十五日", "15"),
        ("一九四五年", "1945"),
        ("八十年代", "1980"),
        ("十九世纪", "1800"),
        ("下午五时二十分", "17"),
        ("一百二十三", "23"),
        ("十点半", "30"),
        ("十里路", "5"),  # converted
        ("二三十人", "25"),  # not plain
        ("十人", "2.5"),
    ],
)
def test_a_figure_may_be_there_for_a_numeral(text: str, number: str) -> None:
    assert may_be_figure(number, text)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("二十四节气", "200"),
        ("百万人", "3"),
        ("十九楼", "22"),
        ("一百岁", "10"),
        ("二十公里", "30"),
        ("十二点结束", "100"),
    ],
)
def test_another_figure_may_not(text: str, number: str) -> None:
    assert not may_be_figure(number, text)


def test_numerals_that_count_become_figures() -> None:
    text = "一天有二十四小时，他三十五岁，一百二十人，十二个月，三千块"
    found = [(text[start:end], figure) for start, end, figure in counts(text)]
    assert found == [("二十四", "24"), ("三十五", "35"), ("一百二十", "120"), ("十二", "12"), ("三千", "3000")]
    assert [figure for *_, figure in counts("一九九八年和二〇二四年")] == ["1998", "2024"]
    assert [figure for *_, figure in counts("四十五把椅子，一百五十只羊，三十二路，十五日内")] == [
        "45",
        "150",
        "32",
        "15",
    ]


def test_a_numeral_and_more_has_a_sign_for_that() -> None:
    assert [figure for *_, figure in counts("三百多人，六十多岁，一万多名，二十来个")] == [
        "300+",
        "60+",
        "10000+",
        "20+",
    ]


def test_one_between_two_numbers_has_both() -> None:
    assert [figure for *_, figure in counts("四五十人，三四百块，三五十人，七八个")] == ["40–50", "300–400"]


def test_of_an_ordinal_only_the_numeral_becomes_figures() -> None:
    found = [(start, end, figure) for start, end, figure in counts("第二十三届和第三届")]
    assert found == [(1, 4, "23")]


@pytest.mark.parametrize(
    "text",
    [
        "三天",
        "十天",
        "第四天",
        "几十人",
        "数百人",
        "千百年",
        "万一位",
        "千万只",
        "八十年代",
        "十分钟爱",
        "一二年",
        "三五天",
    ],
)
def test_others_do_not(text: str) -> None:
    assert not [*counts(text)]


def test_shares_of_a_hundred_become_figures() -> None:
    text = "百分之二十、百分之三点五、百分之百、百分之12.5，但不是百分之几、百分之十几"
    found = [(text[start:end], figure) for start, end, figure in percentages(text)]
    assert found == [
        ("百分之二十", "20%"),
        ("百分之三点五", "3.5%"),
        ("百分之百", "100%"),
        ("百分之12.5", "12.5%"),
    ]
