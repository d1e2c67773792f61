"""World wars are shown with an ordinal, monarchs with a I stay; the word I behind a name is none."""

import pytest

from service.text.protection.wars import lost_wars, may_have_wars, war_spans
from service.text.spans import Kind, Span


@pytest.mark.parametrize(
    ("text", "covered", "sign"),
    [
        ("World War I was terrible.", "World War I", "The First World War"),
        ("He died in World War 1.", "World War 1", "the First World War"),
        ("before World War One and later", "World War One", "the First World War"),
        ("a World War I museum", "World War I", "First World War"),
        ("veterans of World War I,", "World War I", "the First World War"),
    ],
)
def test_a_war_is_shown_with_an_ordinal(text: str, covered: str, sign: str) -> None:
    start = text.index(covered)
    assert may_have_wars(text)
    assert [*war_spans(text, "en", "de-DE")] == [Span(start, start + len(covered), Kind.OMITTED, "", sign=sign)]
    assert not [*war_spans(text, "en", "fr")]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Elizabeth I was born in 1533.", "Elizabeth I"),
        ("Queen Elizabeth I ruled England.", "Queen Elizabeth I"),
        ("Charles I, king of England", "Charles I"),
        ("Napoleon I", "Napoleon I"),
        ("Pope Pius I died.", "Pope Pius I"),
    ],
)
def test_a_monarch_stays(text: str, name: str) -> None:
    assert may_have_wars(text)
    assert [span.target for span in war_spans(text, "en", "fr")] == [name]


@pytest.mark.parametrize(
    "text",
    [
        "Yesterday I was in London.",
        "In Paris I met Mary.",
        "As for Tom, I don't know.",
        "Dear Mary I was there.",
        "When I saw Mary I was happy.",
        "The World War It was",
        "World War Z",
        "World War II",
        "To the Queen I am nobody.",
    ],
)
def test_the_word_is_none(text: str) -> None:
    assert not [*war_spans(text, "en", "de")]


@pytest.mark.parametrize(
    ("source", "target", "lost"),
    [
        ("in World War I", "im Weltkrieg", ("World War I",)),
        ("in World War I", "im Zweiten Weltkrieg", ("World War I",)),
        ("in World War II", "im 2. Weltkrieg", ()),
        ("the World War I museum", "das Museum des Ersten Weltkriegs", ()),
        ("after World War Two", "nach dem Krieg", ("World War Two",)),
    ],
)
def test_one_without_its_number_is_told(source: str, target: str, lost: tuple[str, ...]) -> None:
    assert lost_wars(source, target, ("en", "de")) == lost
    assert lost_wars(source, target, ("en", "fr")) == ()
