"""Sentence splitting: right for Chinese and European texts, and nothing of the text is ever lost."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.text.options import Split
from service.text.spans import Kind, Span
from service.text.splitting.listing import label_ends, wide_items
from service.text.splitting.segments import Piece, split

TRICKY = st.text(
    alphabet=st.sampled_from(
        " \t\n\r\x0b\x0c\x1c\x85\xa0\u2028\u3000\ufeff.!?…。\uff01\uff1f“”„\"'()《》「」aB1é中😆\x00"
    )
)


def sentences(text: str, language: str) -> list[str]:
    return [piece.text for piece in split(text, language) if piece.text]


@given(text=st.text() | TRICKY, language=st.sampled_from(["zh", "en", "de", "ja", "xx"]))
def test_the_pieces_joined_are_the_text(text: str, language: str) -> None:
    assert "".join(map(str, split(text, language))) == text


@given(text=st.text() | TRICKY)
def test_white_space_is_around_sentences_never_at_their_ends(text: str) -> None:
    """With the dots, the dash or the like that one begins with."""
    for piece in split(text, "en"):
        assert piece.text == piece.text.strip()
        assert not "".join(piece.leading.split()).strip("…⋯.。-—–•·=~;,#&_:+/*、，\u200b\u2060\ufeff")
        assert not piece.trailing.strip()


@given(text=st.text() | TRICKY)
def test_no_sentence_holds_a_line_break(text: str) -> None:
    assert all(len(piece.text.splitlines()) <= 1 for piece in split(text, "en"))


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("zh", "他走了。你去吗\uff1f去\uff01好", ["他走了。", "你去吗\uff1f", "去\uff01", "好"]),
        ("zh", "价格是3.50元。很好。", ["价格是3.50元。", "很好。"]),
        (
            "zh",
            "他说\uff1a“你好\uff01我是汤姆。”然后走了。",
            ["他说\uff1a“你好\uff01我是汤姆。”", "然后走了。"],
        ),
        ("zh", "「好的。」他说。", ["「好的。」", "他说。"]),
        (
            "en",
            "Dr. Smith has $3.50. He left at 5 p.m. today.",
            ["Dr. Smith has $3.50.", "He left at 5 p.m. today."],
        ),
        ("en", "Is it? Yes! Version 1.2.3 is out.", ["Is it?", "Yes!", "Version 1.2.3 is out."]),
        ("en", "Well... It works. Good.", ["Well...", "It works.", "Good."]),
        (
            "en",
            "Are you coming?? I have been waiting!! I mean it",
            ["Are you coming??", "I have been waiting!!", "I mean it"],
        ),
        ("en", "really?! that's odd", ["really?!", "that's odd"]),
        ("en", 'He said "What?! I mean it" and left?! so', ['He said "What?! I mean it" and left?! so']),
        ("en", "Call a?? b.c() now", ["Call a?? b.c() now"]),
        ("de", "Dr. Müller kam am 3. Oktober. Er blieb.", ["Dr. Müller kam am 3. Oktober.", "Er blieb."]),
        ("de", "Das kostet z. B. 2.200.112 Euro. Viel!", ["Das kostet z. B. 2.200.112 Euro.", "Viel!"]),
        ("de", "„Halt! Stopp.“ Er ging.", ["„Halt! Stopp.“", "Er ging."]),
    ],
)
def test_sentences_end_where_a_reader_ends_them(language: str, text: str, expected: list[str]) -> None:
    assert sentences(text, language) == expected


def test_white_space_is_kept_beside_its_sentence() -> None:
    assert split("  Hello\n\n  world \n", "en") == [
        Piece("  ", "Hello", "\n"),
        Piece("\n", "", ""),
        Piece("  ", "world", " \n"),
    ]


def test_every_line_is_for_itself() -> None:
    assert sentences("one\ntwo\r\nthree\rfour", "en") == ["one", "two", "three", "four"]


def test_no_text_has_no_pieces() -> None:
    assert split("", "en") == []


@pytest.mark.parametrize("text", ["😆", "……", "?!", "—", "\ufeff", " \n ", "7", "12:30", "(+1)"])
def test_pieces_without_a_letter_are_not_translated(text: str) -> None:
    assert not any(piece.is_translatable for piece in split(text, "en"))


@pytest.mark.parametrize("text", ["a", "中", "7 x", "😆 ok", "é", "Ж"])
def test_a_letter_is_enough_to_be_translated(text: str) -> None:
    assert any(piece.is_translatable for piece in split(text, "en"))


@pytest.mark.parametrize("space", ["\xa0", "\u202f", "\u2009", "\u3000"])
def test_unusual_white_space_splits_as_a_space_does_and_stays(space: str) -> None:
    """The splitter panicked on "J", a no-break space and a stop; no exception handler saw it coming."""
    assert "".join(map(str, split(f"J{space}.", "en"))) == f"J{space}."
    assert sentences(f"It is by J.{space}Smith. Good.", "en") == [f"It is by J.{space}Smith.", "Good."]
    assert sentences(f"One.{space}Two.", "en") == ["One.", "Two."]


def test_a_short_quotation_stays_in_its_sentence() -> None:
    assert sentences('He said: "Stop! Now." Then he left.', "en") == ['He said: "Stop! Now."', "Then he left."]


@pytest.mark.parametrize(
    ("language", "opening", "sentence", "closing", "end"),
    [
        ("en", '"', "It is nice to see you again after all these years.", '"', " Then he left."),
        ("en", "“", "It is nice to see you again after all these years.", "”", " Then he left."),
        ("de", "„", "Es ist schön, dich nach all den Jahren wiederzusehen.", "“", " Dann ging er."),
        ("de", "»", "Es ist schön, dich nach all den Jahren wiederzusehen.", "«", " Dann ging er."),
        ("en", "(", "It is nice to see you again after all these years.", ")", " Then he left."),
        ("zh", "“", "过了这么多年再见到你真好。", "”", "然后他走了。"),
        ("zh", "「", "过了这么多年再见到你真好。", "」", "然后他走了。"),
    ],
)
def test_a_long_quotation_is_split_and_its_marks_stay_with_their_sentences(
    language: str, opening: str, sentence: str, closing: str, end: str
) -> None:
    """A quoted page of a novel was one sentence, longer than any model takes."""
    space = "" if language == "zh" else " "
    text = opening + space.join([sentence] * 8) + closing + end
    assert sentences(text, language) == [
        opening + sentence,
        *[sentence] * 6,
        sentence + closing,
        end.strip(),
    ]


def test_a_mark_that_is_never_closed_does_not_hold_the_text_together() -> None:
    text = 'The screen is 6" wide. ' + "It shows the whole picture at once. " * 10
    assert len(sentences(text, "en")) == 11


def test_a_splitter_that_loses_text_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sentencex.segment", lambda language, text: [text[:3]])
    assert sentences("One. Two.", "en") == ["One. Two."]


def test_a_long_line_splits_as_its_sentences_do() -> None:
    """Long lines go to the splitter in parts; where the parts meet, no sentence may break."""
    line = "Dr. Smith paid $3.50 to Mr. Jones at 5 p.m. on Jan. 5th. " * 500
    assert set(sentences(line, "en")) == {"Dr. Smith paid $3.50 to Mr. Jones at 5 p.m. on Jan. 5th."}


def test_a_sentence_longer_than_a_part_stays_whole() -> None:
    sentence = "word " * 5_000 + "end."
    assert sentences(f"{sentence} Next.", "en") == [sentence, "Next."]


@pytest.mark.parametrize(
    "text",
    ["今天天气很好。" * 20_000, "他说\uff1a“你好\uff01”" * 20_000, "a. " * 50_000, "“" * 20_000]
    + [f"{mark} " * 60_000 for mark in "«»“„「("],
)
def test_hundreds_of_kilobytes_take_no_visible_time(text: str) -> None:
    """One line of 140,000 Chinese characters took three seconds when it was split in one go."""
    started = time.process_time()
    assert "".join(map(str, split(text, "zh"))) == text
    assert time.process_time() - started < 1.5


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Name\tAge\tCity", ["Name\t", "Age\t", "City"]),
        ("Name    Age", ["Name    ", "Age"]),
        ("- One dog\n  • Two dogs", ["- ", "One dog\n", "  • ", "Two dogs"]),
        ("a) Ask him.\n(b) Stay!", ["a) ", "Ask him.\n", "(b) ", "Stay!"]),
        ("  • One dog", ["  • ", "One dog"]),
        ("\u3000- One dog", ["\u3000- ", "One dog"]),
        ("12) Eat.\niv) Drink.", ["12) ", "Eat.\n", "iv) ", "Drink."]),
        ("A. Eat.\nB. Drink.", ["A. ", "Eat.\n", "B. ", "Drink."]),
        ("J. Smith ate.", ["J. Smith ate."]),
        ("well-known – it is", ["well-known – it is"]),
        ("two  spaces", ["two  spaces"]),
    ],
)
@pytest.mark.parametrize("mode", [Split.LINES, Split.PARAGRAPHS])
def test_columns_and_the_signs_of_lists_stand_for_themselves(text: str, pieces: list[str], mode: Split) -> None:
    assert [str(piece) for piece in split(text, "en", mode)] == pieces


@pytest.mark.parametrize("text", ["a)", "(b)", "12)", "iv)", "A.", "- "])
def test_the_sign_of_an_item_is_not_translated(text: str) -> None:
    assert not any(piece.is_translatable for piece in split(text, "en"))


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mode", [Split.PARAGRAPHS, Split.NONE])
def test_a_line_break_of_any_kind_is_one(line_break: str, mode: Split) -> None:
    """Each half of a carriage return with a line feed counted, and that was a blank line."""
    lines = f"The fox jumps{line_break}over the dog."
    assert [str(piece) for piece in split(lines, "en", mode)] == [lines]
    two = [f"The fox.{line_break}{line_break}", "The dog."]
    assert [str(piece) for piece in split("".join(two), "en", mode)] == two


@pytest.mark.parametrize("rule", ["-----", "=====", "* * *", "~~~"])
@pytest.mark.parametrize("mode", [Split.PARAGRAPHS, Split.NONE])
def test_a_line_drawn_of_signs_stands_for_itself(rule: str, mode: Split) -> None:
    lines = ["A day\n", f"{rule}\n", "The fox."]
    assert [str(piece) for piece in split("".join(lines), "en", mode)] == lines


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Home | About us | Contact", ["Home |", "About us |", "Contact"]),
        ("Home • About us", ["Home •", "About us"]),
        ("首页 | 关于我们", ["首页 |", "关于我们"]),
        ("Go to Settings > Privacy.", ["Go to Settings >", "Privacy."]),
        ("It is a | b or a|B, and x > y.", ["It is a | b or a|B, and x > y."]),
        ("If A > B, or 5 > Tom.", ["If A > B, or 5 > Tom."]),
    ],
)
def test_labels_with_a_sign_between_them_are_no_sentence_together(text: str, expected: list[str]) -> None:
    assert sentences(text, "zh" if text > "一" else "en") == expected


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("…so he went", [("…", "so he went", "")]),
        ("... so he went", [("... ", "so he went", "")]),
        ("……他走了", [("……", "他走了", "")]),
        ("-- he said", [("-- ", "he said", "")]),
        ("...", [("", "...", "")]),
        ("So… he went", [("", "So… he went", "")]),
        ("He came. - He went.", [("", "He came.", " "), ("- ", "He went.", "")]),
        ("He came. ·\u3000he went", [("", "He came.", " "), ("·\u3000", "he went", "")]),
        ("\u200b–\u200bhe went", [("\u200b–\u200b", "he went", "")]),
        ("= he went", [("= ", "he went", "")]),
        ("; so he went", [("; ", "so he went", "")]),
        ("# he went", [("# ", "he went", "")]),
        ("+ he went", [("+ ", "he went", "")]),
        ("/ he went", [("/ ", "he went", "")]),
        ("，\u00a0他说", [("，\u00a0", "他说", "")]),
        ("-f goes", [("", "-f goes", "")]),
        ("#tag, _name", [("", "#tag, _name", "")]),
        ("-他走了", [("-", "他走了", "")]),
        ("，他说", [("", "，他说", "")]),
        ("_他_走了", [("", "_他_走了", "")]),
    ],
)
def test_dots_and_dashes_before_the_first_word_are_not_shown_to_a_model(
    text: str, pieces: list[tuple[str, str, str]]
) -> None:
    """What models lost of "…so" were its letters."""
    assert [(piece.leading, piece.text, piece.trailing) for piece in split(text, "en", Split.LINES)] == pieces


def test_dots_of_a_protected_part_stay_with_it() -> None:
    [piece] = split("--help shows it", "en", Split.LINES, [Span(0, 6, Kind.WORD, "--help")])
    assert piece.text == "--help shows it"


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "1 | Chair | 2 | €129.00", ["1 |", "Chair |", "2 |", "€129.00"]),
        ("en", "Milk ........ 3", ["Milk", "........ 3"]),
        ("zh", "第1章 绪论 ........ 3", ["第1章", "绪论", "........ 3"]),
        ("zh", "第十二条 甲方付款", ["第十二条", "甲方付款"]),
        ("zh", "甲：1，乙：2", ["甲：", "1，", "乙：", "2"]),
        ("zh", "优点：便宜；缺点：太重。", ["优点：", "便宜；", "缺点：", "太重。"]),
        ("zh", "他来了，她问：谁？", ["他来了，她问：谁？"]),
        ("zh", "时间：3:00，地点：8:30", ["时间：", "3:00，", "地点：", "8:30"]),
        ("zh", "一、背景", ["一、", "背景"]),
        ("zh", "（二）方法", ["（二）", "方法"]),
        ("zh", "一、二、三，跑！", ["一、二、三，跑！"]),
        ("zh", "三、四个人", ["三、四个人"]),
        ("zh", "1、早睡；2、早起", ["1、", "早睡；", "2、", "早起"]),
        ("zh", "选：A. 苹果 B. 香蕉", ["选：", "A.", "苹果", "B.", "香蕉"]),
        ("zh", "做法：1. 切丁；2. 翻炒。", ["做法：", "1.", "切丁；", "2.", "翻炒。"]),
        ("zh", "Part 1：听力", ["Part 1：", "听力"]),
        ("zh", "QQ号：5", ["QQ号：", "5"]),
        ("zh", "1）打开", ["1）", "打开"]),
        ("zh", "a. 苹果", ["a.", "苹果"]),
        ("zh", "附录B：数据", ["附录B：", "数据"]),
        ("zh", "① 切菜 ② 炒菜", ["① 切菜", "② 炒菜"]),
        ("zh", "——完——", ["完"]),
        ("zh", "3.2 实验结果", ["3.2", "实验结果"]),
        ("zh", "3.2 万人参加", ["3.2 万人参加"]),
        ("zh", "性别：□男 □女", ["性别：", "□男", "□女"]),
        ("en", "Well.... I see.", ["Well.... I see."]),
        ("en", "Total………€12.50", ["Total", "………€12.50"]),
        ("en", "Home » Shop » Shoes", ["Home »", "Shop »", "Shoes"]),
        ("zh", "设置 → 隐私", ["设置 →", "隐私"]),
        ("en", "She said « hello » there", ["She said « hello » there"]),
        ("en", "1️⃣ Open it 2️⃣ Save it", ["1️⃣ Open it", "2️⃣ Save it"]),
        ("zh", "✅完成 ❌失败", ["✅完成", "❌失败"]),
        ("en", "I like ✅ and ❌ here", ["I like ✅ and ❌ here"]),
        ("en", "- [ ] Write\n- [x] Read", ["- [ ]", "Write", "- [x]", "Read"]),
        ("en", "Q: How old?\nA: She is ten.", ["Q:", "How old?", "A:", "She is ten."]),
        ("en", "I. People\nII. Tools", ["I.", "People", "II.", "Tools"]),
    ],
)
def test_cells_leaders_and_items_are_apart(language: str, text: str, expected: list[str]) -> None:
    assert sentences(text, language) == expected


def test_an_ampersand_or_a_star_at_the_first_word_is_before_the_sentence() -> None:
    pieces = [str(piece.leading) for piece in split("&Save\n*Terms apply.\n*so* it is\n&Auml;", "en")]
    assert pieces == ["&", "*", "", ""]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Total: 5 cats", ["Total:", "5 cats"]),
        ("en", "Step 1: Open it.\nReal name: Tom", ["Step 1:", "Open it.", "Real name:", "Tom"]),
        ("en", "  Wi-Fi password: none yet", ["Wi-Fi password:", "none yet"]),
        ("zh", "状态：正常", ["状态：", "正常"]),
        ("zh", "第3章：结局", ["第3章：", "结局"]),
        ("zh", "步骤2: 打开门。", ["步骤2:", "打开门。"]),
        ("en", "Price (with tax): five", ["Price (with tax):", "five"]),
        ("zh", "第3步（共5步）：选择套餐", ["第3步（共5步）：", "选择套餐"]),
        ("en", "> Note: it is new.", ["> Note:", "it is new."]),
        ("en", "1. Note: it is new.", ["1.", "Note:", "it is new."]),
        ("en", "📞 Phone: none yet", ["📞 Phone:", "none yet"]),
        ("en", "[10:15] Tom: Where is it?", ["[10:15] Tom:", "Where is it?"]),
        ("zh", "① 姓名：小明", ["① 姓名：", "小明"]),
        ("zh", "颜色：蓝色｜尺寸：大", ["颜色：", "蓝色｜", "尺寸：", "大"]),
        ("en", "[door opens] Who is there?", ["[door opens]", "Who is there?"]),
        ("en", "[Tom] came.\n[he] came.", ["[Tom] came.", "[he] came."]),
    ],
)
def test_a_label_of_a_line_is_for_itself(language: str, text: str, expected: list[str]) -> None:
    assert sentences(text, language) == expected


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", 'He said: "Go."'),
        ("en", "I want only three things: cats, dogs and birds."),
        ("en", "Total:5 cats"),
        ("en", "name: of a cat"),
        ("zh", "他说：“我不知道。”"),
        ("zh", "他问：你是谁"),
        ("zh", "上午9:30见"),
        ("zh", "比例为3:1吗"),
    ],
)
def test_what_is_no_label_of_a_line_stays_with_what_is_behind(language: str, text: str) -> None:
    assert sentences(text, language) == [text]


def test_labels_take_linear_time() -> None:
    start = time.perf_counter()
    for text in (
        "A " * 50_000,
        "Aa:" * 50_000,
        "一" * 50_000 + "：",
        "一：" * 50_000,
        "一：" + "1" * 100_000,
        "[a " * 50_000 + "]",
    ):
        list(label_ends(text))
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize("sign", ["[ ] ", "[x] ", "  [X] "])
def test_a_box_to_tick_is_not_translated(sign: str) -> None:
    assert [str(piece) for piece in split(f"{sign}Call Tom.", "en")][-1] == "Call Tom."
    assert not any(piece.is_translatable for piece in split(f"{sign}Call Tom.", "en")[:-1])


def test_a_chinese_number_of_an_item_is_one_before_a_word() -> None:
    assert sentences("1、打开门\n2、关门", "zh") == ["1、", "打开门", "2、", "关门"]
    assert sentences("1、2号都来了", "zh") == ["1、2号都来了"]
    assert sentences("（1）打开门", "zh") == ["（1）", "打开门"]
    assert [*wide_items("1、打开门\n（12）关门\n1、2号")] == [(0, 2, "1."), (6, 10, "(12)")]


@pytest.mark.parametrize("text", ["It takes approx. 45 minutes.", "See vol. 12 of it.", "Total incl. 19% tax"])
def test_a_short_word_before_a_number_ends_no_sentence(text: str) -> None:
    assert [*sentences(text, "en")] == [text]
