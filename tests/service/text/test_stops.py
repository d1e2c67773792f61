"""Stop strings against the text itself: met by the token with which one of them is in it for the first time."""

import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st
from tokenizers.models import BPE

from service.runtime.tokenizer import Tokenizer
from service.text.stops import StopStrings

PIECES = ["", " a", "a", "b", "ab", "ba.", ".", " ", "é", "中b", "\n"]
EOS = 0


def piece_tokenizer() -> Tokenizer:
    """Ids that stand for PIECES, the first one being special; enough of a tokenizer to decode."""
    return Tokenizer(tokenizers.Tokenizer(BPE()), [piece.encode() for piece in PIECES], frozenset({EOS}))


TOKENIZER = piece_tokenizer()


def ids_of(*pieces: str) -> list[int]:
    return [PIECES.index(piece) for piece in pieces]


def met_at(token_ids: list[int], strings: list[str]) -> int | None:
    """How many tokens there are when the condition is met."""
    stops = StopStrings(TOKENIZER, strings)
    return next((end for end in range(1, len(token_ids) + 1) if stops.is_met(token_ids[:end])), None)


def seen_at(token_ids: list[int], strings: list[str]) -> int | None:
    """The same, read from the whole text at every token."""
    texts = [TOKENIZER.decode(token_ids[:end]) for end in range(1, len(token_ids) + 1)]
    return next((end for end, text in enumerate(texts, 1) if any(string in text for string in strings)), None)


@given(
    token_ids=st.lists(st.integers(1, len(PIECES) - 1), max_size=12),
    strings=st.lists(st.text(alphabet="ab. é中\n", min_size=1, max_size=4), min_size=1, max_size=3),
)
def test_the_condition_is_met_when_the_text_has_a_string(token_ids: list[int], strings: list[str]) -> None:
    assert met_at(token_ids, strings) == seen_at(token_ids, strings)


@pytest.mark.parametrize(
    ("pieces", "strings", "expected"),
    [
        (["a", "b", "."], ["."], 3),
        (["a", "b", "ab"], ["bab"], 3),  # over three tokens
        (["a", "ba."], ["a"], 1),
        (["b", "ba."], ["ba"], 2),  # inside a token
        (["b", "中b"], ["中"], 2),
        (["a", "b"], ["x", "ab"], 2),  # any of them
        (["a", "b"], ["abc"], None),
        ([" a", "b"], [" a"], None),  # the text begins without that space
        ([" a", " a"], [" a"], 2),
    ],
)
def test_examples(pieces: list[str], strings: list[str], expected: int | None) -> None:
    assert met_at(ids_of(*pieces), strings) == expected


def test_an_end_token_completes_nothing() -> None:
    assert not StopStrings(TOKENIZER, ["ab"]).is_met([*ids_of("ab"), EOS])


def test_what_was_completed_before_is_not_completed_again() -> None:
    """Only what the last token ends counts: a forced prefix may hold a stop string."""
    assert not StopStrings(TOKENIZER, ["ab", "a long one"]).is_met(ids_of("ab", "."))


def test_only_the_tail_that_matters_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def token_bytes(token_id: int) -> bytes:
        read.append(token_id)
        return PIECES[token_id].encode()

    monkeypatch.setattr(TOKENIZER, "token_bytes", token_bytes)
    StopStrings(TOKENIZER, ["xyz"]).is_met(ids_of(*["b"] * 400, "."))
    assert len(read) <= 4


def test_an_empty_string_is_refused() -> None:
    with pytest.raises(ValueError, match="a stop string is empty"):
        StopStrings(TOKENIZER, ["a", ""])
