"""Numbers with signs and units."""

import pytest

from service.text.numbers.measures import (
    AT_LEAST,
    MEASURE_RANGES,
    MEASURES,
    chinese_measures,
    may_be_converted,
    order_numbers,
)


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("It is -5 °C, or 5\u00a0km/h.", ["-5 °C", "5\u00a0km/h"]),
        ("5km, 20min and 1.80 m", ["5km", "20min", "1.80 m"]),
        ("10 x 20 cm, 2-3 kg, ±5 mm, 90° and 25℃", ["10 x 20 cm", "2-3 kg", "±5 mm", "90°", "25℃"]),
        ("The value is -3.5 or −2, +3 %.", ["-3.5", "−2", "+3 %"]),
        ("5000 mAh, 3.7 V, 2.4 GHz, 15 MB, 20 m², 60 s", ["5000 mAh", "3.7 V", "2.4 GHz", "15 MB", "20 m²", "60 s"]),
        ("这个箱子重12kg。", ["12kg"]),
        ("5 mg/kg, 300 W/m2, 100 MB/s and 4 mmol/l", ["5 mg/kg", "300 W/m2", "100 MB/s", "4 mmol/l"]),
        ("1920×1080, 4 × 5 m and 500ml×12瓶", ["1920×1080", "4 × 5 m", "500ml×12"]),
        ("血压：120/80mmHg，118/76 mmHg", ["120/80mmHg", "118/76 mmHg"]),
        ("It cost 5p, in 1080p.", ["5p", "1080p"]),
        ("20 cm/15 cm/10 cm, 6 ft x 4 ft, 1.5 l–2 l", ["20 cm/15 cm/10 cm", "6 ft x 4 ft", "1.5 l–2 l"]),
        ("about 1,000 sq ft or 5 fl oz, 3 sq. km", ["1,000 sq ft", "5 fl oz", "3 sq. km"]),
        ("at 50 km/h/60 km/h or 5kg / 10kg", ["50 km/h/60 km/h", "5kg / 10kg"]),
    ],
)
def test_figures_are_found_with_sign_and_unit(text: str, figures: list[str]) -> None:
    assert [match[0] for match in MEASURES.finditer(text)] == figures


def test_a_range_has_units_at_both_ends() -> None:
    text = "-3℃～8℃，5~10km, 2kg-3kg, 220V~50Hz, 3-5 people"
    assert [match[0] for match in MEASURE_RANGES.finditer(text)] == ["-3℃～8℃", "5~10km", "2kg-3kg", "220V~50Hz"]


def test_a_number_and_more_keeps_its_sign() -> None:
    text = "Over 1,000+ men, 18+, iOS 14+. 10+年, but 1+1, 5++, 5 + 2 and 3+x"
    assert [match[0] for match in AT_LEAST.finditer(text)] == ["1,000+", "18+", "14+", "10+"]


@pytest.mark.parametrize(
    "text",
    [
        "In the 1990s we had 3 t-shirts, 5 men and 2 lamps.",
        "3-5 people, X-5, 5-3, pages 10-20, A+5",
        "100% sure, 5 % of them, 5 A students",
        "$5 m, 5 mähen, 5 m/Tag, 45°N, 2 h's",
        "It costs 5 dollars, at 3 p.m. or 3p.m.",
        "1+1, 5++ and 2 + 2, 2 × 2 = 4",
    ],
)
def test_ordinary_numbers_are_left_alone(text: str) -> None:
    assert MEASURES.findall(text) == []


def test_zeros_are_grouped_as_the_target_has_them() -> None:
    assert [figure for _, _, figure in chinese_measures("3万元", "en")] == ["30,000 yuan"]
    assert [figure for _, _, figure in chinese_measures("3万元", "de")] == ["30.000 yuan"]


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("他跑了5公里。", ["5 km"]),
        ("北京市中关村大街1号，南京路12号5楼", ["No. 1"]),
        ("坐5号线到北京路8号线", []),
        ("速度是60公里/小时，有20平方米。", ["60 km/h", "20 m²"]),
        ("-3摄氏度，1.80米", ["-3 °C", "1.80 m"]),
        ("价格是5元，不是30欧元。", ["5 yuan", "30 EUR"]),
        ("5个人，3克拉，5元素，3万克拉", []),
        ("3万公里，1.5亿美元，200多万元", ["30000 km", "150000000 USD", "2000000+ yuan"]),
        ("金额为1，843，500美元", ["1,843,500 USD"]),
        ("尺寸：30×20×15厘米", ["30×20×15 cm"]),
        ("身高1米75，他1米8。", ["1.75 m", "1.8 m"]),
        ("他们以3比2获胜，2.5 比 1，4比1大胜", ["3:2", "2.5:1", "4:1"]),
        ("5比3大，100比90多10，2021比2020高，5%比3%，第3比第2", []),
        ("降雨20-40毫米，3至5公里", ["20-40 mm", "3–5 km"]),
        ("2.3万元/平方米，50元/公斤", ["50 yuan/kg", "23000 yuan/m²"]),
        ("超过10万+，3万个", ["100000+"]),
        ("1½茶匙，½大勺，八十平米和80平米", ["1½ tsp", "½ tbsp", "80 m²"]),
        ("1茶匙=5毫升，2大勺", ["1 tsp", "5 ml", "2 tbsp"]),
        ("1850千焦，120大卡，65分贝，1013百帕", ["1850 kJ", "120 kcal", "65 dB", "1013 hPa"]),
        ("百分之二十，百分之7.5", ["20%", "7.5%"]),
        ("5块5；12元5角、3块5毛钱", ["5.5 yuan", "12.5 yuan", "3.5 yuan"]),
    ],
)
def test_chinese_units_become_signs(text: str, figures: list[str]) -> None:
    assert [figure for _, _, figure in chinese_measures(text)] == figures


def test_in_english_an_amount_is_also_of_a_serving_or_a_month() -> None:
    text = "320大卡/份，5999元/月，3万元/年，≈240毫升，5元/次数"
    found = [figure for *_, figure in sorted(chinese_measures(text, "en"))]
    assert found == ["320 kcal/serving", "5999 yuan/month", "30,000 yuan/year", "≈240 ml", "5 yuan"]
    assert "320 kcal" in [figure for *_, figure in chinese_measures(text, "de")]


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("90 miles an hour", "145 Kilometer"),
        ("2 to 4 inches of rain", "5 bis 10 Zentimeter"),
        ("a 20-foot wave", "eine sechs Meter hohe Welle"),
        ("90磅", "40 kg"),
        ("80 degrees", "27 ºC"),
    ],
)
def test_a_translation_may_have_metric_units_for_others(source: str, target: str) -> None:
    digits = [place for place, character in enumerate(source) if character.isdigit()]
    end = next(place + 1 for place in digits if not source[place + 1].isdigit())
    assert may_be_converted(source, end, target)


@pytest.mark.parametrize(("source", "target"), [("90 men", "145 Kilometer"), ("90 miles", "145 Meilen")])
def test_other_units_stay(source: str, target: str) -> None:
    assert not may_be_converted(source, 2, target)


def test_the_number_of_an_order_is_written_as_the_language_does() -> None:
    text = "Your order no. 4711 and Invoice No. 12, but no. 5 people; item no. 3.5"
    assert [figure for *_, figure in order_numbers(text, "en", "de")] == ["Nr. 4711", "Nr. 12"]
    assert [figure for *_, figure in order_numbers(text, "en", "fr")] == ["no. 4711", "no. 12"]
    assert not [*order_numbers(text, "de", "en")]
