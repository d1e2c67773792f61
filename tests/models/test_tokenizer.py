"""The vocabulary: nothing is unknown, nothing is lost, ids are where the rest of the project expects them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from models.tokenizer import BYTE_TOKENS, FIRST_LEARNED_ID, SPECIAL_TOKENS, train_tokenizer

LINES = [
    "我在图书馆看书。",
    "你在图书馆做什么呢。",
    "I am reading in the library.",
    "What are you doing in the library? I don't know.",
    "Tom paid 3,500 dollars for the book in 2019.",
    "汤姆花了3500美元买书。",
    "Die Straße ist naß, und das Mädchen liest.",
] * 5
VOCAB_SIZE = 400

# Everything that has broken a tokenizer somewhere: runs of blanks, look-alikes of its own marks and tokens,
# characters of one to four bytes, combining marks, ideographic space.
TRICKY = st.text(alphabet=" \t\n\r\u00a0\u3000▁Ġ<0x41>/spad\ufffd'\u2019é\u0301中文a1😆👍🏽\u200d\x00")


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return train_tokenizer(LINES, VOCAB_SIZE)


def test_special_and_byte_tokens_have_the_first_ids(tokenizer: Tokenizer) -> None:
    tokens = [tokenizer.id_to_token(index) for index in range(FIRST_LEARNED_ID)]
    assert tokens == [*SPECIAL_TOKENS, *BYTE_TOKENS]
    assert tokens[:4] == ["<pad>", "<s>", "</s>", "<0x00>"]
    assert tokens[258] == "<0xFF>"


def test_the_vocabulary_has_the_size_asked_for_and_no_gaps(tokenizer: Tokenizer) -> None:
    assert sorted(tokenizer.get_vocab().values()) == list(range(VOCAB_SIZE))


def test_a_vocabulary_without_room_for_learned_tokens_is_refused() -> None:
    with pytest.raises(ValueError, match="vocab_size is 259; special and byte tokens alone take 259"):
        train_tokenizer(LINES, 259)


@given(text=st.text() | TRICKY)
def test_any_text_survives_the_round_trip(tokenizer: Tokenizer, text: str) -> None:
    ids = tokenizer.encode(text).ids
    assert tokenizer.decode(ids, skip_special_tokens=False) == text


@given(text=st.text() | TRICKY)
def test_no_text_gives_a_special_id(tokenizer: Tokenizer, text: str) -> None:
    assert not {0, 1, 2} & set(tokenizer.encode(text).ids)


@pytest.mark.parametrize("text", ["</s>", "<pad> <s>", "<0x41>", "a<0xE4><0xBD><0xA0>b"])
def test_a_literal_token_name_is_text(tokenizer: Tokenizer, text: str) -> None:
    assert tokenizer.decode(tokenizer.encode(text).ids) == text


def test_rare_characters_become_bytes(tokenizer: Tokenizer) -> None:
    assert tokenizer.encode("😆").tokens == [" ", "<0xF0>", "<0x9F>", "<0x98>", "<0x86>"]


def test_a_small_alphabet_sends_the_rarest_characters_to_bytes() -> None:
    small = train_tokenizer([*LINES, "Łódź"], VOCAB_SIZE, alphabet_size=40)
    assert small.encode("Ł").tokens == [" ", "<0xC5>", "<0x81>"]
    assert small.decode(small.encode("naß 图书馆").ids) == "naß 图书馆"


def test_a_word_is_the_same_token_at_the_start_and_inside(tokenizer: Tokenizer) -> None:
    tokens = tokenizer.encode("library in the library").tokens
    assert tokens[0] == tokens[-1] == " library"


def test_digits_stay_single(tokenizer: Tokenizer) -> None:
    assert tokenizer.encode("2019").tokens == [" 2", "0", "1", "9"]


def test_training_twice_gives_the_same_vocabulary() -> None:
    """Characters of equal frequency at the edge of the alphabet were once kept or dropped at random."""
    first, second = (train_tokenizer(LINES, VOCAB_SIZE, alphabet_size=30).to_str() for _ in range(2))
    assert first == second


def test_the_file_holds_everything_but_the_reading_of_special_tokens(tokenizer: Tokenizer) -> None:
    loaded = Tokenizer.from_str(tokenizer.to_str())
    loaded.encode_special_tokens = True
    text = "图书馆 library </s> 😆"
    assert loaded.encode(text).ids == tokenizer.encode(text).ids
