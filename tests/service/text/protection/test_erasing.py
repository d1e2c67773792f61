"""A term that becomes nothing leaves nothing: no comma, no bracket, no space."""

import pytest

from service.text.protection.erasing import erased


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Please really close it.", "Please  close it."),
        ("really, close it.", "close it."),
        ("really close it.", "close it."),
        ("Go. really, close it.", "Go. close it."),
        ("Go!\n really: close it.", "Go!\n close it."),
        ("走。really，关上。", "走。关上。"),
        ("Close it, really!", "Close it!"),
        ("Close it, really", "Close it"),
        ("Close it really.", "Close it ."),
        ("I (really) like it", "I  like it"),
        ('I "really" like it', "I  like it"),
        ("(“really”), yes", "yes"),
        ("He, really, left.", "He, left."),
        ("really", ""),
    ],
)
def test_what_nobody_would_write_without_the_term_goes_with_it(text: str, expected: str) -> None:
    start = text.index("really")
    first, last = erased(text, start, start + len("really"))
    assert text[:first] + text[last:] == expected
