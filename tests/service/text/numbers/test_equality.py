"""Numbers that a translation writes otherwise are the same, and those that only look like that are not."""

import pytest

from service.text.numbers.comparing import Difference, differing_numbers


@pytest.mark.parametrize(
    ("source", "target", "languages"),
    [
        ("It's 3:30.", "Es ist halb vier.", "en-de"),
        ("I get up at 7:00.", "Ich stehe um sieben auf.", "en-de"),
        ("How about 12:45?", "Wie wäre es mit Viertel vor eins?", "en-de"),
        ("现在是7点45分。", "It's quarter to eight now.", "zh-en"),
        ("学校3点半放学。", "School is over at 3:30.", "zh-en"),
        ("下午15点", "3 p.m.", "zh-en"),
        ("at 10:40", "um 10 Uhr 40", "en-de"),
        ("at 5:30 p.m.", "um 17:30", "en-de"),
        ("at 6:00 a.m. and 6:00 p.m.", "um 6 und um 18 Uhr", "en-de"),
        ("from 9 to 5 pm", "von 9 bis 17 Uhr", "en-de"),
        ("下午3点30分", "3:30 pm", "zh-en"),
        ("We won 3:1.", "Wir gewannen 3 zu 1.", "en-de"),
        ("他们0:1落后", "they trail 1-0", "zh-en"),
        ("in 30 minutes", "in einer halben Stunde", "en-de"),
        ("2019年8月8日", "Aug. 8, 2019", "zh-en"),
        ("2019年9月8日", "September 08, 2019", "zh-en"),
        ("23年7月3日", "3 VII, 23", "zh-en"),
        ("on December 7, 1941", "am 7.12.1941", "en-de"),
        ("on February 27th", "am 27.2.", "en-de"),
        ("We won 1-0.", "Wir gewannen 1:0.", "en-de"),
        ("We won 1 - 0.", "Sie verloren 0:1.", "en-de"),
        ("80年代", "the 1980s", "zh-en"),
        ("the 1980s", "die 80er", "en-de"),
        ("20世纪40年代", "the 1940s", "zh-en"),
        ("20世纪初", "the early 1900s", "zh-en"),
        ("1.5 euros", "1,50 Euro", "en-de"),
        ("CO2", "CO₂", "en-de"),
        ("230万", "2.3 million", "zh-en"),
        ("230万", "2,300,000", "zh-en"),
    ],
)
def test_the_same_in_other_figures_or_in_words(source: str, target: str, languages: str) -> None:
    first, last = languages.split("-")
    assert not differing_numbers(source, target, (first, last))


@pytest.mark.parametrize(
    ("source", "target", "missing", "added"),
    [
        ("3 cats", "15 Katzen", ("3",), ("15",)),
        ("at 3 o'clock", "um 16 Uhr", ("3",), ("16",)),
        ("at 3:30", "um 15:03", ("3.30",), ("15.03",)),
        ("80 men", "1980 Leute", ("80",), ("1980",)),
        ("Room 007", "Raum 7", ("007",), ("7",)),
        ("for 10 men", "10.00000", ("10",), ("10.00000",)),
        ("5 cats and 3 dogs", "5:4", ("5", "3"), ("5.4",)),
        ("at 8:00 p.m.", "um 8:00000 Uhr", ("8.00",), ("8.00000",)),
        ("at 9 o'clock", "um 9:0", ("9",), ("9.0",)),
        ("at 11:00", "um 11:0 Uhr", ("11.00",), ("11.0",)),
        ("at 2:33 p.m.", "um halb drei", ("2.33",), ()),
        ("It costs 2:30.", "Es kostet viel.", ("2.30",), ()),
        ("at 12:15", "um 12 Uhr.15", ("12.15",), ("12", "15")),
        ("at 1:15", "um 15-1 Uhr", ("1.15",), ("15", "1")),
        ("at 10:30", "um 10 Uhr ab.30 Uhr", ("10.30",), ("10", "30")),
        ("at 6:00 a.m.", "um 6 Uhr dreißig", ("6.00",), ("6",)),
        ("at 5 am", "um 17 Uhr", ("5",), ("17",)),
        ("from 10:00 a.m. to 12:00 p.m.", "von 10 Uhr.0 Uhr", ("12.00",), ("0",)),
    ],
)
def test_what_only_looks_like_it(source: str, target: str, missing: tuple[str, ...], added: tuple[str, ...]) -> None:
    assert differing_numbers(source, target, ("en", "de")) == Difference(missing, added)


def test_zeros_do_not_count_where_a_word_stands_for_them_but_have_to_be_right_without_one() -> None:
    assert differing_numbers("200多万美元", "20000 dollars", ("zh", "en")) == Difference(("200",), ("20000",))
    assert differing_numbers("十分好，3本书", "very good, 30 books", ("zh", "en")) == Difference(("3",), ("30",))


def test_a_time_inside_a_number_is_none() -> None:
    assert differing_numbers("明天上午10:00在3楼", "tomorrow 1'11pm", ("zh", "en")).missing == ("10.00", "3")
