"""Captions of menus keep the sign that says which key opens them."""

import pytest

from service.text.formats.mnemonics import take_out


@pytest.mark.parametrize(
    ("caption", "translation", "expected"),
    [
        ("_Preferences", "Einstellungen", "_Einstellungen"),
        ("&Open...", "Öffnen...", "&Öffnen..."),
        ("Save &As", "Speichern als", "Speichern &als"),
        ("E&xit", "Exit", "E&xit"),
        ("&Quit", "打开", "&打开"),
        ("&Quit", "!", "!"),
    ],
)
def test_the_sign_stands_before_its_letter_or_the_first(caption: str, translation: str, expected: str) -> None:
    words, mnemonic = take_out(caption)
    assert words == caption.replace("_", "").replace("&", "")
    assert mnemonic is not None
    assert mnemonic.put_into(translation) == expected


@pytest.mark.parametrize(
    "text",
    [
        "R&D",
        "AT&T",
        "Salt & pepper",
        "&amp; more",
        "file_name",
        "__init__",
        "_a _b",
        "%_d",
        "a&lt;b",
        "",
        "x " * 40 + "&a",
    ],
)
def test_other_texts_have_none(text: str) -> None:
    assert take_out(text) == (text, None)
