"""Signs that a vocabulary lacks."""

from service.text.typewriting import typewritten_signs
from tests.service.text.fakes import byte_tokenizer


def test_a_sign_that_is_spelled_in_bytes_becomes_one_that_is_a_piece() -> None:
    signs = typewritten_signs(byte_tokenizer())
    assert "Tom’s “book” – so‑so…".translate(signs) == 'Tom\'s "book" – so-so…'


def test_a_sign_that_is_known_stays() -> None:
    assert ord("'") not in typewritten_signs(byte_tokenizer())
