"""Punctuation that nobody wrote, and capitals that somebody did."""

from dataclasses import replace

import numpy as np
import pytest

from service.text.faults.finishing import (
    ended_as,
    ends_openly,
    inverted,
    narrowed,
    with_end_of,
    with_lost_end,
    without_invented_end,
)
from service.text.spans import Kind, Span
from service.text.target import Unit, text_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Gut.", "Gut"),
        ("好。", "好"),
        ("Gut !", "Gut"),
        ("Gut", "Gut"),
        ("um 5 p.m.", "um 5 p.m."),
        ("usw.", "usw."),
        ("auf.1.", "auf.1"),  # no abbreviation
        ("...", "..."),
        ("Ja,", "Ja"),
        ("Ja, ja,", "Ja, ja"),
        ("Sie sagte:", "Sie sagte"),
        ("Gut;", "Gut"),
        ("Gut –", "Gut"),
        ("C-Aufheben-", "C-Aufheben"),
        ("Gut.,", "Gut"),
        ("usw.,", "usw."),
        ("Ja, ", "Ja, "),  # no punctuation at its end
        (",", ","),
    ],
)
def test_punctuation_goes_an_abbreviation_keeps_its_own(text: str, expected: str) -> None:
    assert without_invented_end(text) == expected


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("Thanks.", "Danke?", "Danke."),
        ("Go.", "Geh!", "Geh!"),  # so it is written in German
        ("Thanks!", "Danke?", "Danke!"),
        ("Thanks!", "Danke.", "Danke."),
        ("你好吗？", "How are you.", "How are you?"),
        ("How are you?", "你好吗。", "你好吗？"),
        ("Thanks.", "Danke.", "Danke."),
        ("Thanks.", "Danke", "Danke"),
        ("Thanks.", "Danke...", "Danke..."),
        ("Thanks…", "Danke.", "Danke…"),
        ("Thanks…", "Danke...", "Danke…"),
        ("I think... maybe?", "Ich denke...", "Ich denke...?"),
        ("Thanks...", "Danke…", "Danke..."),
        ("Thanks……", "Danke...", "Danke……"),
        ("艾弗里医生，我……", "Avery, I...", "Avery, I…"),
        ("Wait……", "等等……", "等等……"),
        ("Thanks!!!", "Danke!", "Danke!!!"),
        ("Really?!", "Wirklich!", "Wirklich?!"),
        ("Really…", "Wirklich", "Wirklich…"),
        ("真的吗？！", "Really!", "Really?!"),
        ("我不知道。。。", "I don't know.", "I don't know..."),
        ("Stop!!!", "停！", "停!!!"),
        ("停！！！", "停！", "停！！！"),
        ('He said "thanks."', "Danke?", "Danke?"),
        ("Thanks.", "", ""),
        ("When he came,", "Als er kam.", "Als er kam,"),
        ("他来的时候，", "When he came.", "When he came,"),
        ("He said:", "他说。", "他说："),
        ("Name:", "Name", "Name:"),
        ("谁说“不”？", 'Who said "no."', 'Who said "no"?'),
        ('Who said "no"?', 'Wer sagte "nein"', 'Wer sagte "nein"?'),
        ('Who said "no"?', 'Wer sagte "nein?"', 'Wer sagte "nein?"'),
        ('He said "no?"', 'Er sagte "nein"', 'Er sagte "nein"'),
        ("姓名：", "Name", "Name:"),
        ("Cats, dogs etc.,", "Katzen, Hunde usw.", "Katzen, Hunde usw."),
        ("When he came,", "Als er kam!", "Als er kam!"),
        ("She said.", "Sie sagte,", "Sie sagte."),
        ("She said…", "Sie sagte,", "Sie sagte…"),
        ("Good!", "Gut-", "Gut!"),
        ("Good.", "Gut!,", "Gut!"),
        ("Good;", "Gut,", "Gut;"),
        ("She said:", "Sie sagte,", "Sie sagte:"),
        ("他说。", "He said,", "He said."),
        ("OK.", "好，", "好。"),
        ("'Yes'", "Ja,", "Ja"),
        ("She said —", "Sie sagte,", "Sie sagte"),
        ("She said —", "Sie sagte -", "Sie sagte -"),
        ("She said.", "Sie sagte -", "Sie sagte -"),
        ("Yes.", ",", ","),
        ("a。。", "a。。", "a。。"),
        ("a！?", "a！?", "a！?"),
        ("a.…", "a.…", "a.…"),
        ("a?!.", "a?!.", "a?!."),
    ],
)
def test_the_last_sign_is_of_the_kind_that_the_source_has(source: str, text: str, expected: str) -> None:
    assert ended_as(text, source) == expected
    units = [Unit(part, 0, 1, np.zeros(0, np.float32)) for part in (text[:-1], text[-1:])]
    assert text_of(with_end_of(units, source)) == expected


def test_an_end_of_several_tokens_is_replaced_as_a_whole_behind_what_is_protected() -> None:
    words = [Unit(text, 0, 1, np.zeros(0, np.float32)) for text in ("Danke", ".", "..", "")]
    assert [unit.text for unit in with_end_of(words, "Thanks…")] == ["Danke", "…", ""]
    span = Span(0, 1, Kind.WORD, "{a}")
    words = [Unit("an ", 0, 1, np.zeros(0, np.float32)), Unit("{a}", 0, 1, np.zeros(0, np.float32), span)]
    assert [unit.text for unit in with_end_of(words, "to {a}…")] == ["an ", "{a}", "…"]


def test_the_last_sign_of_a_protected_part_stays() -> None:
    span = Span(0, 1, Kind.WORD, "a?")
    units = [Unit("a?", 0, 1, np.zeros(0, np.float32), span)]
    assert with_end_of(units, "Thanks.") == units


def test_a_letter_or_a_digit_is_an_open_end() -> None:
    assert all(map(ends_openly, ("Good", "Page 3", "你好")))
    assert not any(map(ends_openly, ("Good.", "Good!", "(good)", "Good…", "")))


def test_small_letters_and_capitals_stand_for_each_other_but_in_what_is_protected() -> None:
    units = [
        Unit("Der Hund ", 0, 1, np.zeros(0, np.float32)),
        Unit("{a}", 0, 1, np.zeros(0, np.float32), Span(0, 1, Kind.WORD, "{a}")),
    ]
    assert text_of(inverted(units)) == "dER hUND {a}"


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        ("Es ist 12:35", "It is 12:35.", "Es ist 12:35."),
        ("It is 5", "是5。", "It is 5."),
        ("这是五", "Is it five?", "这是五？"),
        ("Es ist 5.", "It is 5.", "Es ist 5."),
        ("Es ist 5", "It is 5", "Es ist 5"),
        ("Es ist 5", "It is 5:", "Es ist 5"),
        ("um 17 Uhr", "at 5 p.m.", "um 17 Uhr"),  # its stop is of the abbreviation
        ("Es ist 5 😀", "It is 5 😀.", "Es ist 5 😀"),
        ("", "It is 5.", ""),
    ],
)
def test_a_stop_that_was_lost_behind_what_was_put_back_is_there(text: str, source: str, expected: str) -> None:
    span = Span(0, 1, Kind.WORD, text)
    units = [Unit(text, 0, 1, np.zeros(0, np.float32), span)] if text else []
    assert text_of(with_lost_end(units, source)) == expected


def test_a_stop_that_a_model_leaves_out_itself_is_not_added() -> None:
    units = [Unit("Es ist gut", 0, 1, np.zeros(0, np.float32))]
    assert with_lost_end(units, "It is good.") == units


def test_wide_stops_beside_protected_parts_are_narrow_in_an_alphabet() -> None:
    span = Span(0, 2, Kind.WORD, "a。")
    texts = ["，", "a。", "。", "好。"]
    units = [Unit(text, 0, 1, np.zeros(0, np.float32), span if text == "a。" else None) for text in texts]
    assert [unit.text for unit in narrowed(units)] == [", ", "a。", ". ", "好。"]
    assert text_of(narrowed(units[:3])) == ", a。."
    brackets = [replace(units[0], text=sign) for sign in "（）"]
    assert text_of(narrowed([units[1], brackets[0], units[1], brackets[1]])) == "a。 (a。)"
    ended = [brackets[0], units[1], replace(units[0], text="）。"), units[1]]
    assert text_of(narrowed(ended)) == "(a。). a。"


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        ("Run.", "快跑！", "Run!"),
        ("“Run.”", "“快跑！”", "“Run!”"),
        ("How horrible...", "真是……太可怕了！", "How horrible!"),
        ("Run.", "快跑。", "Run."),
        ("Apples, etc.", "苹果等！", "Apples, etc."),
        ("Run.", "快跑！！", "Run!!"),
    ],
)
def test_what_is_called_out_in_chinese_is_called_out(text: str, source: str, expected: str) -> None:
    assert ended_as(text, source) == expected
