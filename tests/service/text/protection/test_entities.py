"""Which entities a model sees as what they stand for, and which are quotation marks around words."""

import pytest

from service.text.marks import MarkedText
from service.text.options import TranslationOptions
from service.text.protection.entities import entity_spans, is_blank, quotes_in
from service.text.protection.protect import protected_spans
from service.text.spans import Kind, Span


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("Tom &amp; Jerry", "&"),
        ("Tom&nbsp;&#x26;&nbsp;Jerry", "&"),
        ("salt&amp;pepper", "&"),
        ("研发&amp;销售", "&"),
        ("so &amp;it, a&amp;b, &amp; so, so &amp;", ""),
        ("it&#39;s, dogs&#39; food, &#39;so&#39;", "'"),
        ("so&hellip; it is&hellip;", "…"),
        ("one &mdash; two&mdash;three &ndash; four", "—–"),
        ("10&ndash;12, a &lt; b &gt; c &copy;", ""),
    ],
)
def test_a_sign_is_shown_where_it_is_between_words_or_in_one(text: str, signs: str) -> None:
    assert "".join(span.sign for span in entity_spans(text)) == signs


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("Say &quot;hello&quot; now", [("&quot;", "&quot;")]),
        ("&ldquo;Hello,&rdquo; he said", [("&ldquo;", "&rdquo;")]),
        ("&#8222;Ja&#8220; und &laquo;nein&raquo;", [("&#8222;", "&#8220;"), ("&laquo;", "&raquo;")]),
        ("It&#39;s &#39;so&#39;", [("&#39;", "&#39;")]),
        ("他说&quot;你好&quot;。", [("&quot;", "&quot;")]),
        ("5&quot; and so", []),
        ("a&quot;b&quot; c", []),
        ("He said &quot;yes\nand&quot; no", []),
        ("He said &quot;a&quot; and &quot;b", []),
    ],
)
def test_quotation_marks_are_around_words_two_by_two(text: str, pairs: list[tuple[str, str]]) -> None:
    spans = protected_spans(MarkedText(text), TranslationOptions(), "en")
    found = [(spans[first].target, spans[last].target) for first, last in quotes_in(text, spans)]
    assert found == pairs
    assert sum(span.side is not None for span in spans) == 2 * len(pairs)


def test_white_space_is_white_space_as_an_entity_too() -> None:
    blank = ["  ", "&nbsp;", "&#160;", "&emsp;"]
    other = ["&amp;", "&lt;", "😆"]
    assert [is_blank(Span(0, 1, Kind.OMITTED, part)) for part in [*blank, *other]] == [True] * 4 + [False] * 3
