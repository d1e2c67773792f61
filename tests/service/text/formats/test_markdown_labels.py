"""A line of Markdown that is all bold is a label, and no part of the sentence in the next line."""

import pytest

from service.text.formats.markdown import read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("> **Note**\n> It is new.\n", ["Note", "It is new."]),
        ("**Parameters:**\r\n`it` is new.\r\n", ["Parameters:", "it is new."]),
        ("- **Name**\n  The name.\n", ["Name", "The name."]),
        ("**dragoman**\nis a server.\n", ["dragoman is a server."]),
        ("**Note:** it\nIs new.\n", ["Note: it Is new."]),
        ("Some **words**\nIt is new.\n", ["Some words It is new."]),
        ("**Two\nlines**\nIt is new.\n", ["Two lines", "It is new."]),
    ],
)
def test_a_bold_line_is_a_text_of_its_own_unless_the_next_goes_on(text: str, expected: list[str]) -> None:
    """A quotation that began with its label was made one sentence with it."""
    document = read(text.encode())
    assert [unit.text for unit in document.units] == expected
    assert document.render(document.units) == text.encode()
