"""Source normalisation: the steps that a recipe names, in their order."""

from models.normalize import normalize_lines


def test_nfc_composes() -> None:
    assert normalize_lines(["Ma\u0308dchen", "e\u0301te\u0301"], ("nfc",)) == ["Mädchen", "été"]


def test_t2s_writes_simplified_chinese_and_leaves_the_rest() -> None:
    assert normalize_lines(["我愛學習漢語。", "I read, 我读。"], ("t2s",)) == ["我爱学习汉语。", "I read, 我读。"]


def test_steps_are_applied_one_after_another() -> None:
    """U+2F8A6 is a compatibility form that only composition turns into the character that is then simplified."""
    assert normalize_lines(["\U0002f8a6"], ("nfc",)) == ["慈"]
    assert normalize_lines(["e\u0301學"], ("nfc", "t2s")) == ["é学"]


def test_without_steps_nothing_changes() -> None:
    assert normalize_lines(["e\u0301學 "], ()) == ["e\u0301學 "]
