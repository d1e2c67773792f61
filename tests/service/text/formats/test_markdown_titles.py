"""Titles of admonitions in Markdown, and nothing else of these lines, are translated."""

import pytest

from service.text.formats.markdown import read
from service.text.marks import MarkedText
from tests.service.text.formats.translating import shouted


def render(text: str) -> str:
    document = read(text.encode())
    assert document.render(document.units) == text.encode()
    return document.render(shouted(document.units)).decode()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (":::note Know this\nWords\n:::\n", ":::note KNOW THIS\nWORDS\n:::\n"),
        ("::: details Click me {open}\nWords\n:::\n", "::: details CLICK ME {open}\nWORDS\n:::\n"),
        (":::tip[Use `it` **now**]\nWords\n:::\n", ":::tip[USE `it` **NOW**]\nWORDS\n:::\n"),
        (":::{note} Know this\nWords\n:::\n", ":::{note} KNOW THIS\nWORDS\n:::\n"),
        ('!!! note inline end "Know this"\n    Words\n', '!!! note inline end "KNOW THIS"\n    WORDS\n'),
        ("??? tip \"Know 'this'\"\r\n    Words\r\n", "??? tip \"KNOW 'THIS'\"\r\n    WORDS\r\n"),
        ("> [!tip]+ Know this\n> Words\n", "> [!tip]+ KNOW THIS\n> WORDS\n"),
        (":::warning\nWords\n:::\n", ":::warning\nWORDS\n:::\n"),
        ("::: Warning ::::::\nWords\n:::\n", "::: Warning ::::::\nWORDS\n:::\n"),
        (":::code-group label\nWords\n:::\n", ":::code-group label\nWORDS\n:::\n"),
        (':::note{title="x"}\nWords\n:::\n', ':::note{title="x"}\nWORDS\n:::\n'),
        ('!!! note ""\n    Words\n', '!!! note ""\n    WORDS\n'),
        ('=== "Python"\n\n    Words\n', '=== "Python"\n\n    WORDS\n'),
    ],
)
def test_the_title_is_translated_and_what_makes_the_line_one_stays(text: str, expected: str) -> None:
    """They stayed in the source's language above translated words."""
    assert render(text) == expected


def test_quotation_marks_of_a_translation_do_not_end_a_title() -> None:
    document = read(b'!!! note "Know this"\n    Words\n')
    said = [MarkedText('Das "hier"'), MarkedText("Worte")]
    assert document.render(said) == b"!!! note \"Das 'hier'\"\n    Worte\n"
