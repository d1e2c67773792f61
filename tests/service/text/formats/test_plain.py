"""Plain text keeps its lines, and paragraphs that were wrapped are translated as a whole and wrapped again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.text.formats.document import DocumentError
from service.text.formats.plain import MAX_CHARS, read
from service.text.marks import MarkedText
from tests.service.text.formats.translating import shouted, translations

PROSE = """\
  The licenses for most software are designed to take away
your freedom to share and change it. By contrast, this one
is made to keep it.
"""
FILES = st.lists(
    st.sampled_from(
        ["\n", "\r\n", "\r", " ", "  ", "\t", "    ", "- ", "1. ", "> ", "=====", "12", "Hello", "world is "]
    )
    | st.sampled_from([PROSE, "中文没有空格", "It is so. ", "and a line that is long enough to be a part of prose"]),
    max_size=14,
).map("".join)


def said(text: str) -> list[str]:
    return [unit.text for unit in read(text.encode()).units]


def render(text: str) -> str:
    document = read(text.encode())
    return document.render(shouted(document.units)).decode()


@given(FILES | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_what_is_not_changed_is_byte_for_byte_the_same(text: str) -> None:
    """Whatever there is in it; a null character is in no text, and refused, as the last test says."""
    document = read(text.encode())

    assert document.render(document.units).decode() == text
    assert all(unit.text.strip() for unit in document.units)


@given(FILES, st.data())
def test_blank_lines_stay_blank_and_no_others_come(text: str, data: st.DataObject) -> None:
    document = read(text.encode())
    rendered = document.render(data.draw(translations(document.units))).decode()

    def blanks(lines: list[str]) -> int:
        return sum(not line.strip() for line in lines)

    assert blanks(rendered.replace("\r\n", "\n").replace("\r", "\n").split("\n")) == blanks(
        text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    )


def test_a_wrapped_paragraph_is_one_text_and_keeps_its_width_and_indent() -> None:
    document = read(PROSE.encode())
    translated = MarkedText(
        "Die Lizenzen der meisten Programme sind so gemacht, dass sie dir die Freiheit nehmen, sie zu teilen."
    )

    assert len(document.units) == 1
    assert document.units[0].text.startswith("The licenses for most software are designed to take away your freedom")
    assert document.render([translated]).decode() == (
        "  Die Lizenzen der meisten Programme sind so gemacht, dass\nsie dir die Freiheit nehmen, sie zu teilen.\n"
    )


def test_bullets_and_quotation_marks_stand_before_every_line_as_they_did() -> None:
    text = "> - The licenses for most software are made to take away\r\n>   your freedom to share it\r\n> - next\r\n"

    assert said(text) == ["The licenses for most software are made to take away your freedom to share it", "next"]
    assert render(text) == text.upper()


def test_lines_that_are_not_wrapped_stay_lines() -> None:
    letter = "Dear Ms Smith,\nthank you for the letter of last week, which was very kind.\nYours\n"
    poem = f"The sun is gone\nand so are you\n\n{letter}"

    assert said(poem) == [line for line in poem.splitlines() if line]
    assert render(poem) == poem.upper()


def test_a_corpus_with_a_sentence_in_each_line_keeps_its_lines() -> None:
    lines = [
        f"This is the sentence with the number {number} and it ends here{'!' * (number % 3)}." for number in range(9)
    ]

    assert said("\n".join(lines)) == lines


def test_chinese_lines_are_put_together_without_spaces() -> None:
    first = "今天的天气非常好我们决定一起去公园里散步看花然后再去吃饭"

    assert said(f"{first}\n并且回家\n") == [f"{first}并且回家"]


def test_columns_are_texts_of_their_own() -> None:
    assert said("Name\tFirst name   City\n------\t-----\n") == ["Name", "First name", "City"]
    assert render("Name\tFirst name   City\n") == "NAME\tFIRST NAME   CITY\n"


@pytest.mark.parametrize("sentence", ["The dog is asleep. ", "dog ", "狗在睡觉。", "He said: “No!” "])
def test_a_line_of_any_length_is_translated_in_portions(sentence: str) -> None:
    """Such a file was refused: it was one text with more sentences than are taken at once."""
    text = sentence * 3_000 + "\nThe end\n"
    document = read(text.encode())
    *portions, last = document.units
    assert max(len(unit.text) for unit in portions) <= MAX_CHARS
    assert len(portions) <= 2 + 2 * len(text) // MAX_CHARS
    assert all(unit.text.endswith(sentence.strip()) for unit in portions)
    assert last.text == "The end"
    assert document.render(document.units).decode() == text
    assert document.render(shouted(document.units)).decode() == text.upper()


def test_portions_without_spaces_get_one_in_a_language_with_spaces() -> None:
    document = read(("狗在睡觉。" * 2_000).encode())
    english = document.render([MarkedText("The dog sleeps.") for _ in document.units]).decode()
    chinese = document.render([MarkedText("猫在睡觉。") for _ in document.units]).decode()
    assert english == " ".join(["The dog sleeps."] * len(document.units))
    assert chinese == "猫在睡觉。" * len(document.units)


def test_a_line_without_a_place_to_part_it_is_whole() -> None:
    assert said("x" * 20_000) == ["x" * 20_000]


def test_a_wrapped_paragraph_of_any_length_ends_behind_a_sentence() -> None:
    document = read((PROSE.strip().replace("\n", "\n  ") + "\n  ").encode() * 200)
    assert max(len(unit.text) for unit in document.units) < 2 * MAX_CHARS
    assert len(document.units) > 1


def test_line_breaks_in_a_translation_are_spaces() -> None:
    assert read(b"Hello\r\n").render([MarkedText("Gu\nten\u2028Tag")]) == b"Gu ten Tag\r\n"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_byte_order_marks_stay(encoding: str) -> None:
    document = read("中文\n".encode(encoding))

    assert document.render([MarkedText("漢字")]) == "漢字\n".encode(encoding)


def test_other_encodings_are_refused_with_the_place() -> None:
    with pytest.raises(DocumentError, match="line 2: byte 5 of the file is not UTF-8"):
        read(b"abc\n\xe9")


def test_a_long_line_of_spaces_is_read_in_no_time() -> None:
    assert said(" " * 200_000 + "x" + " " * 200_000) == ["x"]


@given(FILES, FILES)
def test_a_null_character_is_refused_with_its_line(before: str, behind: str) -> None:
    line = before.count("\n") + 1
    with pytest.raises(DocumentError, match=rf"^line {line}: there is a null character"):
        read(f"{before}\0{behind}".encode())


def test_words_that_were_broken_at_the_end_of_a_line_are_whole() -> None:
    text = (
        "The licenses for most software are designed to take your free-\n"
        "dom to share it, but with this one, as far as it is the well-\n"
        "known one, you keep it. It is made by way of a state-of-the-\n"
        "art method, as is good for all, and there are several two- or\n"
        "three-dimensional views of it here, which show the good pre-\n"
        "and the post-war software in a good or in better shape, as our\n"
        "freedom is known.\n"
    )
    (unit,) = said(text)
    for words in (
        "your freedom to",
        "the well-known one",
        "a state-of-the-art method",
        "two- or three",
        "pre- and the",
    ):
        assert words in unit
    assert max(map(len, render(text).splitlines())) <= max(map(len, text.splitlines()))


def test_a_soft_hyphen_at_the_end_of_a_line_goes_with_it() -> None:
    first = "The licenses for most software are designed to take your free\u00ad"
    assert said(f"{first}\ndom away\n") == [f"{first[:-1]}dom away"]


@pytest.mark.parametrize(
    "signs", ["a) b)", "A. B.", "A) B)", "1) 2)", "(1) (2)", "i. ii.", "(iv) (v)", "II. III.", "x. y."]
)
def test_the_signs_of_lists_stay(signs: str) -> None:
    """`A.` was a sentence of its own, and became `Ja.`"""
    one, two = signs.split()
    text = f"{one} The weather is nice\n{two}  The dog is asleep\n"
    assert said(text) == ["The weather is nice", "The dog is asleep"]
    assert render(text) == text.replace("The weather is nice", "THE WEATHER IS NICE").replace(
        "The dog is asleep", "THE DOG IS ASLEEP"
    )


def test_an_initial_at_the_beginning_of_a_wrapped_line_is_none() -> None:
    text = (
        "Your licenses for the software are all as good as vitamin\n"
        "C. They are made to be kept and to be read, so as in Roe\n"
        "v. Wade, and so on.\n"
    )
    assert said(text) == [" ".join(text.split())]


@pytest.mark.parametrize(
    "row", ["| Name | The value |", "|Name|The value|", "Name | The value", "│ Name │ The value │"]
)
def test_cells_between_bars_are_texts_of_their_own(row: str) -> None:
    line = f"{'-' * 20}+{'-' * 40}\n"
    text = f"{row}\n{line}{row}{' ' * 50}\n{row.lower()}\n"
    assert said(text)[:2] == ["Name", "The value"]
    assert render(text) == text.upper()


def test_an_underlined_heading_is_a_line_by_itself() -> None:
    text = "The weather of today\n====================\nnow and then\n------------\n\f\nNext page\n"
    assert said(text) == ["The weather of today", "now and then", "Next page"]
    assert render(text) == text.upper()
