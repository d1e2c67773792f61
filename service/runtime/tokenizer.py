"""Text to token ids and back, at once or token by token, from a bundle's `tokenizer.json`."""

import codecs
import json
import re
from pathlib import Path
from typing import Any

import tokenizers

from service.runtime.bundle import BundleError

_BYTE_TOKEN = re.compile(r"<0x([0-9A-F]{2})>")

# The one way of decoding that is known here: bytes become text, tokens are joined, a space in front goes.
_DECODER = {
    "type": "Sequence",
    "decoders": [
        {"type": "ByteFallback"},
        {"type": "Fuse"},
        {"type": "Strip", "content": " ", "start": 1, "stop": 0},
    ],
}


class Tokenizer:
    """A vocabulary with byte fallback. An invalid byte becomes U+FFFD, its valid neighbours stay."""

    def __init__(self, backend: tokenizers.Tokenizer, token_bytes: list[bytes], special_ids: frozenset[int]) -> None:
        self._backend = backend
        self._token_bytes = token_bytes
        self.special_ids = special_ids

    @classmethod
    def from_file(cls, path: Path) -> "Tokenizer":
        """Read a `tokenizer.json`. Raises BundleError."""
        try:
            text = path.read_text("utf-8")
            document = json.loads(text)
        except (OSError, ValueError) as error:
            raise BundleError(f"cannot read the tokenizer {path}: {error}") from error
        _check(document, path)
        backend = tokenizers.Tokenizer.from_str(text)
        # The file cannot hold this: a literal "</s>" in a text is text and not the end of a sequence.
        backend.encode_special_tokens = True
        added = backend.get_added_tokens_decoder()
        special_ids = frozenset(token_id for token_id, token in added.items() if token.special)
        return cls(backend, _token_bytes(backend, special_ids), special_ids)

    @property
    def vocab_size(self) -> int:
        """Number of ids, special ones included."""
        return len(self._token_bytes)

    def encode(self, text: str) -> list[int]:
        """Ids of `text`, without an end token."""
        return self._backend.encode(text, add_special_tokens=False).ids

    def decode(self, ids: list[int]) -> str:
        """Text of `ids`; special tokens give nothing."""
        return b"".join(map(self.token_bytes, ids)).decode("utf-8", "replace").removeprefix(" ")

    def token_text(self, token_id: int) -> str:
        """How one token is shown on its own: special tokens by name, half a character as U+FFFD."""
        if token_id in self.special_ids:
            return str(self._backend.id_to_token(token_id))
        return self.token_bytes(token_id).decode("utf-8", "replace")

    def token_bytes(self, token_id: int) -> bytes:
        """The UTF-8 bytes that a token stands for; none for a special token."""
        if not 0 <= token_id < len(self._token_bytes):
            raise ValueError(f"token id {token_id} is outside the vocabulary of {len(self._token_bytes)}")
        return self._token_bytes[token_id]

    def incremental(self) -> "IncrementalDecoder":
        """A decoder for one sequence."""
        return IncrementalDecoder(self)


class IncrementalDecoder:
    """Decodes one sequence token by token; the deltas joined are exactly what `Tokenizer.decode` gives.

    Works on bytes: a token costs the same wherever it stands, and a character is held until it is complete.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._utf8 = codecs.getincrementaldecoder("utf-8")("replace")
        self._is_at_start = True

    def push(self, token_id: int) -> str:
        """The text that this token completes; often empty, never half a character."""
        return self._without_first_space(self._utf8.decode(self._tokenizer.token_bytes(token_id)))

    def flush(self) -> str:
        """What is left at the end: U+FFFD for a character whose last bytes never came."""
        return self._without_first_space(self._utf8.decode(b"", final=True))

    def _without_first_space(self, text: str) -> str:
        if not text or not self._is_at_start:
            return text
        self._is_at_start = False
        return text.removeprefix(" ")


def _check(document: Any, path: Path) -> None:
    if not isinstance(document, dict) or not isinstance(document.get("model"), dict):
        raise BundleError(f"{path} is not a tokenizer file: it has no model")
    if document["model"].get("type") != "BPE" or not document["model"].get("byte_fallback"):
        raise BundleError(f"{path}: only BPE with byte_fallback can be served")
    if document.get("decoder") != _DECODER:
        raise BundleError(f"{path}: the decoder {document.get('decoder')} is not the expected {_DECODER}")


def _token_bytes(backend: tokenizers.Tokenizer, special_ids: frozenset[int]) -> list[bytes]:
    """For each id the UTF-8 bytes it stands for. Ids are dense: 0 to the vocabulary's size."""
    table = []
    for token_id in range(backend.get_vocab_size()):
        token = backend.id_to_token(token_id)
        if token is None:
            raise BundleError(f"the vocabulary has no token with id {token_id}; its ids must have no gaps")
        table.append(b"" if token_id in special_ids else _bytes_of(token))
    return table


def _bytes_of(token: str) -> bytes:
    match = _BYTE_TOKEN.fullmatch(token)
    return bytes.fromhex(match[1]) if match else token.encode("utf-8")
