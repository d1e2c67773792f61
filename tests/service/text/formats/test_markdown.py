"""Markdown comes back with all its marks, whatever is said between them."""

import re
from itertools import count
from typing import Any

import pyromark
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.text.formats.document import DocumentError
from service.text.formats.markdown import read
from service.text.formats.markdown_tokens import OPTIONS
from service.text.marks import Mark, MarkedText
from tests.service.text.formats.translating import shouted, translations

PIECES = """
# |## |> |- |1. |* |+ |- [ ] |*|**|_|~~|`|```|[|](http://x)|](x "t")|[ref]|[ref][]|![|]|<b>|</b>|<br>|<!-- c -->|<div>
</div>|b |--|--|&amp;|&nbsp;|\\|\\*|word|Two words|中文|"quoted"|!|.|---|===|[^1]|[^1]: |    |{#id}|<http://a.b>|https://a.b/c_d
: |$|$$
"""
SAID = {"Text", "Code", "Html", "InlineHtml", "InlineMath", "DisplayMath"}
SNIPPETS = [*PIECES.strip().replace("\n", "|").split("|"), "|", "\n", "\n\n", "  \n", "\r\n", " ", "[ref]: /url\n"]
FILES = st.lists(st.sampled_from(SNIPPETS), max_size=12).map("".join)

# Blocks with words (w~) and what is none (k~), and what makes them parts of others.
BLOCKS = [
    "w~ w~.\nw~",
    "# w~ w~",
    "w~\n---",
    "* w~\n* w~",
    "1. w~\n\n   w~\n2. w~",
    "- w~\n  - w~\n    - w~",
    "- [ ] w~\n- [x] w~",
    "> w~\n> w~",
    "> w~\nw~",
    "> * w~\n> * w~",
    "w~\n: w~\n: w~",
    "w~\n\n: w~\n\n  w~",
    "w~\n: > w~\n: * w~",
    "```\nk~\n```",
    "* w~\n  ~~~ k~\n  k~\n  ~~~",
    "| w~ | w~ |\n|---|---|\n| w~ | w~ \\| w~ |\n| `k~` | **w~** |",
    "---",
    "![k~](k~.png)",
    "[![k~](k~)](k~) w~",
    "w~  \nw~\\\nw~",
    "w~ <br>\nw~<br/>w~",
    "w~ *w~* **w~** `k~` ~~w~~~ <b>w~</b> w~",
    "$$\nk~\n$$",
    "w~ $5 w~ $k~$ <http://k~.y>",
    '[w~ w~](http://k~.b "k~") [https://k~.b](https://k~.b)',
    "w~:\n\n\\* w~ &copy; w~",
    "> [!NOTE]\n> w~",
    "<div>\nw~ <b>w~</b>\n</div>",
]
CONTINUED = {"": "", "> ": "> ", "- ": "  ", "1. ": "   ", "w~\n: ": "  "}
LEADS = [*CONTINUED]


def said(text: str) -> list[str]:
    return [unit.text for unit in read(text.encode()).units]


def render(text: str) -> str:
    """With every unit in capitals."""
    document = read(text.encode())
    return document.render(shouted(document.units)).decode()


def blocks(text: str) -> list[Any]:
    """What the file consists of, apart from what it says."""
    events = pyromark.events(text, options=OPTIONS)
    inline = ("Emphasis", "Strong", "Strikethrough", "Link", "Image")
    named = [event for event in events if isinstance(event, dict) and not SAID & {*event}]
    return [event for event in named if not any(name in str(event) for name in inline)]


@given(FILES | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_what_is_not_changed_is_byte_for_byte_the_same(text: str) -> None:
    """Whatever there is in it; a null character is in no text, and refused, as the last test says."""
    document = read(text.encode())

    assert document.render(document.units).decode() == text
    assert all(unit.text.strip() for unit in document.units)


@given(st.lists(st.tuples(st.sampled_from(LEADS), st.sampled_from(BLOCKS)), min_size=1, max_size=4), st.booleans())
def test_in_any_order_of_blocks_each_word_is_translated_once_in_its_place(
    found: list[tuple[str, str]], is_windows: bool
) -> None:
    written = "\n\n".join(lead + block.replace("\n", "\n" + CONTINUED[lead]) for lead, block in found) + "\n"
    numbers = count()
    text = re.sub("[wk]~", lambda word: f"{word[0][0]}{next(numbers):03d}", written)
    text = text.replace("\n", "\r\n") if is_windows else text
    rendered = render(text)
    words = re.findall(r"[wk]\d{3}", text)
    assert re.findall(r"[wkWK]\d{3}", rendered) == [word.upper() if word[0] == "w" else word for word in words]
    assert blocks(rendered) == blocks(text)


@given(FILES, st.data())
def test_no_translation_makes_or_breaks_a_block(text: str, data: st.DataObject) -> None:
    document = read(text.encode())
    rendered = document.render(data.draw(translations(document.units))).decode()

    assert blocks(rendered) == blocks(text)


@given(
    st.text(st.sampled_from("ab1 .)#>-+=*_`~[]()<>!&|\\{}:;\"'^$@中「」（）。é\n"), min_size=1, max_size=12).filter(
        str.strip
    )
)
@example("\\! ")
@example("\\\\!")
def test_what_is_written_reads_as_what_was_said(words: str) -> None:
    document = read(b"# Hello\n\nHello **world**, it is\n\n- Hello\n\n| Hello |\n|--|\n")
    texts = [MarkedText(words, tuple(Mark(0, 0, mark.key) for mark in unit.marks)) for unit in document.units]
    events = pyromark.events(document.render(texts).decode(), options=OPTIONS)
    heard = "".join(event["Text"] for event in events if isinstance(event, dict) and "Text" in event)

    assert "".join(heard.split()) == "".join(words.split()) * len(texts)


def test_emphasis_and_links_go_with_their_words() -> None:
    document = read(b"so **very** [good](http://x 't') it is")
    moved = MarkedText("es ist gut, sehr", (Mark(12, 16, 0), Mark(7, 10, 1)))

    assert document.render([moved]) == b"es ist [gut](http://x 't'), **sehr**"


def test_emphasis_that_could_not_be_read_as_such_is_written_as_html() -> None:
    document = read(b"It is **important** *now*.")
    moved = MarkedText("（重要）です", (Mark(0, 4, 0), Mark(6, 6, 1)))

    assert document.render([moved]).decode() == "<strong>（重要）</strong>です<em></em>"


def test_code_links_and_blocks_that_are_not_prose_stay() -> None:
    text = (
        "---\ntitle: a\n---\n# Head `x_y` # {#top}\n\n```sh\nls\n```\n\n    code\n\n<div>\nhtml\n</div>\n\n"
        "see <http://a.b/c> and [docs] ![alt](i.png)\n\n[docs]: http://d 'Title'\n"
    )

    assert said(text) == ["Head x_y", "html", "see http://a.b/c and docs"]
    assert render(text) == text.replace("Head", "HEAD").replace("\nhtml", "\nHTML").replace("see", "SEE").replace(
        "and [docs]", "AND [DOCS][docs]"
    )


def test_lists_quotations_tables_and_hard_breaks_keep_their_form() -> None:
    text = (
        "> one\n> two\n\n1. a\n   - [x] b\n     c\n\n| a | b |\n|:--|--:|\n| c \\| d | `e` |\n\none  \ntwo\\\nthree\n"
    )

    assert said(text) == ["one two", "a", "b c", "a", "b", "c | d", "one", "two", "three"]
    assert render(text) == (
        "> ONE TWO\n\n1. A\n   - [x] B C\n\n| A | B |\n|:--|--:|\n| C \\| D | `e` |\n\nONE  \nTWO\\\nTHREE\n"
    )


def test_line_ends_stay() -> None:
    assert render("# a\r\n\r\nb\r\n") == "# A\r\n\r\nB\r\n"


def test_words_that_would_mean_something_are_escaped() -> None:
    document = read(b"Hello")
    for words, written in {
        "1. Mai": "1\\. Mai",
        "# 5": "\\# 5",
        "- so": "\\- so",
        "a_b _c_": "a_b \\_c\\_",
        "a*b*": "a\\*b\\*",
        "[x](y)!": "\\[x\\](y)!",
        "a < b <i>": "a < b \\<i>",
        "&lt;": "&amp;lt;",
        "https://a.b/_c_?d=1&e;": "https://a.b/_c_?d=1&e;",
    }.items():
        assert document.render([MarkedText(words)]).decode() == written


def test_html_in_a_line_is_treated_as_in_html() -> None:
    assert said("Press <kbd>Ctrl</kbd> <b>now</b><br>and wait") == ["Press Ctrl now", "and wait"]


def test_formulas_stay_and_sums_of_money_are_none() -> None:
    assert render("If $E = mc^2$ holds, it costs $5 or $6.") == "IF $E = mc^2$ HOLDS, IT COSTS $5 OR $6."
    document = read(b"It costs 5 or 6.")
    assert document.render([MarkedText("Das kostet $5 oder 6$.")]) == b"Das kostet \\$5 oder 6\\$."


def test_a_definition_stays_below_its_term() -> None:
    assert said("Term\n: What it means.\n") == ["Term", "What it means."]
    assert render("Term\n: What it means.\n") == "TERM\n: WHAT IT MEANS.\n"


def test_what_comes_after_definitions_is_translated_in_its_place() -> None:
    text = "Term\n: What it means.\n\nThe dog.\n\nThe cat.\n\nTerm\n\n: One.\n\n  Two.\n\n# The **house**\n"
    assert said(text) == ["Term", "What it means.", "The dog.", "The cat.", "Term", "One.", "Two.", "The house"]
    assert render(text) == text.upper()


def test_links_by_their_words_get_a_label_where_these_change() -> None:
    text = "See [`a::b`], [that][], [`x`][] and [ONE], or [ONE][ONE].\n\n" + "\n".join(
        f"[{label}]: http://x.y" for label in ("`a::b`", "that", "`x`", "ONE")
    )
    line = "SEE [`a::b`], [THAT][that], [`x`][] AND [ONE], OR [ONE][ONE]."
    assert render(text).split("\n")[0] == line
    (unit,) = read(text.encode()).units
    answer = MarkedText("a::bthat x(y)ONE: ONE", unit.marks)
    assert "\0" not in read(text.encode()).render([answer]).decode()


@pytest.mark.parametrize("behind", ["(y)", ":", "{x}"])
def test_a_link_by_its_words_keeps_its_label_before_what_would_be_read_as_part_of_it(behind: str) -> None:
    text = "See [ONE] now.\n\n[ONE]: http://x.y"
    (unit,) = read(text.encode()).units
    rendered = read(text.encode()).render([MarkedText(f"Die ONE{behind}", unit.marks)]).decode()
    assert rendered.startswith("Die [ONE][ONE]")


def test_a_link_that_says_its_own_address_stays() -> None:
    text = "Read [https://x.y/a_b](https://x.y/a_b 'c') or <[http://x.y][r]> or [www.x.y].\n\n[r]: /u\n[www.x.y]: /v\n"
    (unit,) = read(text.encode()).units
    assert unit.text == "Read https://x.y/a_b or <http://x.y> or www.x.y."
    assert [unit.text[mark.start : mark.end] for mark in unit.marks if mark.is_fixed] == [
        "https://x.y/a_b",
        "http://x.y",
        "www.x.y",
    ]
    assert render(text) == text.replace("Read", "READ").replace(" or ", " OR ").replace("<[", "\\<[").replace(
        "\\\\", "\\"
    )


def test_what_blocks_of_html_say_is_translated() -> None:
    text = "<details>\n<summary>How <b>big</b> is it?</summary>\n\nVery *big*.\n\n</details>\n\n<pre>a b</pre>\n"
    assert said(text) == ["How big is it?", "Very big."]
    _, second = read(text.encode()).units
    answer = [MarkedText("Wie <groß>\n\nist es?", (Mark(4, 10, 0),)), second]
    rendered = read(text.encode()).render(answer).decode()
    assert rendered == text.replace("How <b>big</b> is it?", "Wie <b>&lt;groß&gt;</b>  ist es?")


def test_what_blocks_of_html_in_lists_say_is_translated() -> None:
    text = "1. One\n   <details>\n   <summary>How\n   big</summary>\n\n   Very.\n\n   </details>\n- <div>two</div>\n"
    assert said(text) == ["One", "How big", "Very.", "two"]
    assert blocks(render(text)) == blocks(text)
    assert render(text) == text.replace("\n   big", " big").replace("One", "ONE").replace("How big", "HOW BIG").replace(
        "Very", "VERY"
    ).replace("two", "TWO")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("> <div>Hello</div>\n", "> <div>HELLO</div>\n"),
        ("> <div>\n>   some words\n> </div>\n", "> <div>\n>   SOME WORDS\n> </div>\n"),
        ("> <p>some\r\n> words</p>\r\n>\r\n> more\r\n", "> <p>SOME WORDS</p>\r\n>\r\n> MORE\r\n"),
        ("> > <p>a <b\n> > id=x>b</b></p>\n", "> > <p>A <b\n> > id=x>B</b></p>\n"),
        ("- > <p>\n  > a\n  > </p>\n", "- > <p>\n  > A\n  > </p>\n"),
        ("> - <p>a\n>   b</p>\n", "> - <p>A B</p>\n"),
        ("> <pre>a\n> b</pre>\n> <!-- c\n> d -->\n", "> <pre>a\n> b</pre>\n> <!-- c\n> d -->\n"),
        ("> <p>\n> a > b\n> > c\n> </p>\n", "> <p>\n> A &gt; B &gt; C\n> </p>\n"),
    ],
)
def test_what_blocks_of_html_in_quotations_say_is_translated(text: str, expected: str) -> None:
    """They stayed as they were; the signs of the quotation are those of the source."""
    assert render(text) == expected


@given(FILES, FILES)
def test_a_null_character_is_refused_with_its_line(before: str, behind: str) -> None:
    line = before.count("\n") + 1
    with pytest.raises(DocumentError, match=rf"^line {line}: there is a null character"):
        read(f"{before}\0{behind}".encode())


def test_signs_that_are_written_as_references_stay_so() -> None:
    text = '10&nbsp;km &copy; it&rsquo;s &lt;b&gt; caf&eacute;\n\n<div>it\'s &copy; "a" &quot;b&quot; &lt;</div>\n'
    document = read(text.encode())
    rendered = document.render(shouted(document.units)).decode()

    assert rendered == (
        "10&nbsp;KM &copy; IT&rsquo;S \\<B> CAFÉ\n\n<div>IT'S &copy; &quot;A&quot; &quot;B&quot; &lt;</div>\n"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("> [!NOTE]\n> The weather\n> is nice.\n", ["The weather is nice."]),
        ("> [!info]-\n>\n> The weather\n", ["The weather"]),
        (":::note\nThe weather\n:::\nis nice\n", ["The weather", "is nice"]),
        ("- a\n\n  ::: tip\n  The weather\n  :::\n", ["a", "The weather"]),
        ("!!! note\n    The weather\n\n    is nice\n\nnow\n", ["The weather", "is nice", "now"]),
        ('Text\n=== "Tab"\n\n\tThe weather\n', ["Text", "The weather"]),
        ("!!! So nice !!!\nnow\n", ["!!! So nice !!! now"]),
        ("Line\n{: .wide #id}\n\n# Head\n{: .no_toc }\n\n{:toc}\n", ["Line", "Head"]),
        (
            "{% note %}\r\nThe weather\r\n{% endnote %}\r\n\r\n{{% tip %}}\r\nis {{ name }}\r\n",
            ["The weather", "is {{ name }}"],
        ),
        (
            "import Tabs from '@theme/Tabs';\nimport './a.css'\n\nexport const x = {\n  a: 1,\n};\n\nA page\n",
            ["A page"],
        ),
        ('import {\n  One,\n  Two as Three,\n} from "./a";\n\nexport default Layout\n\nA page\n', ["A page"]),
        (
            "import 'x' now\n\nexport default settings to a file\n",
            ["import 'x' now", "export default settings to a file"],
        ),
        ("[TOC]\n\n[[_TOC_]]\n\n\\newpage\n\n*[HTML]: Hyper Text\nHTML is nice\n", ["HTML is nice"]),
    ],
)
def test_lines_that_other_programs_look_for_stay_and_end_what_stands_before_them(
    text: str, expected: list[str]
) -> None:
    """A directive was made a sentence together with the words below it."""
    assert said(text) == expected
    lines = [line for line in text.splitlines() if line.strip(" >") and line.strip(" \t>-#") not in " ".join(expected)]
    assert [line for line in render(text).splitlines() if line in lines] == lines


def test_a_line_that_is_indented_like_what_goes_on_goes_on() -> None:
    assert said("one\n        :::two\n") == ["one :::two"]


def test_a_placeholder_at_the_end_stays_and_no_word_becomes_an_attribute() -> None:
    assert (
        render("Hello {name}\n\n# Hello {{ name }}\n\nYou, ${it}") == "HELLO {NAME}\n\n# HELLO {{ NAME }}\n\nYOU, ${IT}"
    )
    assert read(b"# Hello {#id}\n").render([MarkedText("Hallo {b}")]) == b"# Hallo {b\\} {#id}\n"


@given(FILES.map(lambda text: text.replace("word", ":::a")), st.data())
def test_no_translation_makes_or_breaks_a_directive(text: str, data: st.DataObject) -> None:
    document = read(text.encode())
    assert document.render(document.units).decode() == text
    rendered = document.render(data.draw(translations(document.units))).decode()
    assert rendered.count(":::a") >= text.count("\n:::a\n")


def test_a_lone_carriage_return_ends_a_line() -> None:
    """A file of an old Mac was made one paragraph."""
    text = "# One\r\rTwo\rthree.\r\r- four\r- five\r"
    assert said(text) == ["One", "Two three.", "four", "five"]
    assert render(text) == "# ONE\r\rTWO THREE.\r\r- FOUR\r- FIVE\r"
