"""Text to ids and back; the deltas of a stream, joined, are what decoding everything at once gives."""

import json
from pathlib import Path

import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import decoders, normalizers
from tokenizers.models import BPE

from service.runtime.bundle import BundleError
from service.runtime.tokenizer import Tokenizer

SPECIAL = ("<pad>", "<s>", "</s>")
BYTES = tuple(f"<0x{byte:02X}>" for byte in range(256))
LEARNED = (" ", "H", "a", "l", "o", " H", " a", "lo", "你", "好", "。", " 你", "<", "/", "s", ">")
MERGES = [(" ", "H"), (" ", "a"), ("l", "o"), (" ", "你")]
VOCAB = {token: index for index, token in enumerate((*SPECIAL, *BYTES, *LEARNED))}


def backend() -> tokenizers.Tokenizer:
    """A tokenizer as training writes it, with a vocabulary that is small enough to read."""
    result = tokenizers.Tokenizer(BPE(vocab=VOCAB, merges=MERGES, byte_fallback=True))
    result.normalizer = normalizers.Prepend(" ")
    result.decoder = decoders.Sequence([decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)])
    result.add_special_tokens(list(SPECIAL))
    return result


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("tokenizer") / "tokenizer.json"
    backend().save(str(target))
    return target


@pytest.fixture(scope="module")
def tokenizer(path: Path) -> Tokenizer:
    return Tokenizer.from_file(path)


def byte_ids(data: bytes) -> list[int]:
    return [VOCAB[f"<0x{byte:02X}>"] for byte in data]


def deltas(tokenizer: Tokenizer, ids: list[int]) -> list[str]:
    decoder = tokenizer.incremental()
    return [*(decoder.push(token_id) for token_id in ids), decoder.flush()]


any_ids = st.lists(
    st.integers(0, len(VOCAB) - 1) | st.sampled_from([VOCAB[" "], *byte_ids("é你😆 ".encode() + b"\xff\xc0")]),
    max_size=40,
)


@given(ids=any_ids)
def test_deltas_joined_are_the_decoded_text(tokenizer: Tokenizer, ids: list[int]) -> None:
    assert "".join(deltas(tokenizer, ids)) == tokenizer.decode(ids)


@given(ids=any_ids)
def test_a_delta_never_changes_what_was_given_before(tokenizer: Tokenizer, ids: list[int]) -> None:
    given_text = ""
    for count, delta in enumerate(deltas(tokenizer, ids)[:-1], start=1):
        given_text += delta
        assert tokenizer.decode(ids[:count]).startswith(given_text)


@given(text=st.text() | st.text(alphabet=" \n\u3000H你好。😆é<s/>"))
def test_any_text_survives_the_round_trip(tokenizer: Tokenizer, text: str) -> None:
    ids = tokenizer.encode(text)
    assert tokenizer.decode(ids) == text
    assert not tokenizer.special_ids & set(ids)


@given(text=st.text())
def test_decoding_agrees_with_the_library(tokenizer: Tokenizer, text: str) -> None:
    ids = tokenizer.encode(text)
    assert tokenizer.decode(ids) == backend().decode(ids)


def test_a_character_of_four_bytes_comes_whole(tokenizer: Tokenizer) -> None:
    ids = [VOCAB["a"], *byte_ids("😆".encode()), VOCAB["。"]]
    assert deltas(tokenizer, ids) == ["a", "", "", "", "😆", "。", ""]


def test_a_broken_byte_does_not_spoil_its_neighbours(tokenizer: Tokenizer) -> None:
    ids = byte_ids("你".encode() + b"\xff" + "好".encode())
    assert tokenizer.decode(ids) == "你\ufffd好"


def test_an_unfinished_character_shows_at_the_end(tokenizer: Tokenizer) -> None:
    assert deltas(tokenizer, byte_ids("😆".encode()[:3])) == ["", "", "", "\ufffd"]


def test_an_unfinished_character_shows_before_the_next_token(tokenizer: Tokenizer) -> None:
    assert deltas(tokenizer, [*byte_ids(b"\xe4\xbd"), VOCAB["a"]]) == ["", "", "\ufffda", ""]


def test_spaces_between_words_are_never_lost(tokenizer: Tokenizer) -> None:
    """Decoding each token alone would give "HaaHalo"."""
    ids = [VOCAB[" H"], VOCAB["a"], VOCAB[" a"], VOCAB[" H"], VOCAB["a"], VOCAB["lo"]]
    assert deltas(tokenizer, ids) == ["H", "a", " a", " H", "a", "lo", ""]


def test_only_the_first_space_goes(tokenizer: Tokenizer) -> None:
    assert tokenizer.decode([VOCAB[" "], VOCAB[" "], VOCAB[" a"]]) == "  a"


def test_special_tokens_give_no_text(tokenizer: Tokenizer) -> None:
    assert tokenizer.decode([1, VOCAB[" H"], 0, VOCAB["a"], 2]) == "Ha"


def test_a_literal_end_token_is_text(tokenizer: Tokenizer) -> None:
    ids = tokenizer.encode("</s>")
    assert ids == [VOCAB[" "], VOCAB["<"], VOCAB["/"], VOCAB["s"], VOCAB[">"]]


def test_token_text_shows_one_token(tokenizer: Tokenizer) -> None:
    ids = [VOCAB["</s>"], VOCAB[" 你"], VOCAB["<0xF0>"], VOCAB["<0x41>"]]
    assert [tokenizer.token_text(token_id) for token_id in ids] == ["</s>", " 你", "\ufffd", "A"]


@pytest.mark.parametrize("token_id", [-1, len(VOCAB)])
def test_an_id_outside_the_vocabulary_is_refused(tokenizer: Tokenizer, token_id: int) -> None:
    with pytest.raises(ValueError, match=f"token id {token_id} is outside the vocabulary of {len(VOCAB)}"):
        tokenizer.decode([token_id])


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="cannot read the tokenizer"):
        Tokenizer.from_file(tmp_path / "tokenizer.json")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"model": None}, "it has no model"),
        ({"model": {"type": "WordPiece"}}, "only BPE with byte_fallback"),
        ({"decoder": {"type": "ByteLevel"}}, "ByteLevel.* is not the expected"),
    ],
)
def test_a_tokenizer_of_another_kind_is_refused(
    path: Path, tmp_path: Path, change: dict[str, object], message: str
) -> None:
    other = tmp_path / "tokenizer.json"
    other.write_text(json.dumps(json.loads(path.read_text("utf-8")) | change), "utf-8")
    with pytest.raises(BundleError, match=message):
        Tokenizer.from_file(other)


def test_text_that_is_not_json_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "tokenizer.json"
    other.write_text("{", "utf-8")
    with pytest.raises(BundleError, match="cannot read the tokenizer"):
        Tokenizer.from_file(other)
