"""Signs that a vocabulary lacks, as a typewriter has them.

What a vocabulary does not have is spelled in bytes, and a model that never saw those writes nonsense for the whole
sentence. Word processors write I don’t know; many corpora have "I don't know" only.
"""

from types import MappingProxyType
from typing import Final

from service.runtime.tokenizer import Tokenizer

_TYPEWRITTEN: Final = MappingProxyType(
    dict.fromkeys("’‘‚", "'") | dict.fromkeys("“”„‟«»", '"') | dict.fromkeys("‑‒", "-") | {"…": "..."}
)
_NO_CHARACTER: Final = "\ufffd"


def typewritten_signs(tokenizer: Tokenizer) -> dict[int, str]:
    """For `str.translate`: those signs that a tokenizer spells in bytes, and reads as one piece when typewritten."""
    return {
        ord(sign): plain
        for sign, plain in _TYPEWRITTEN.items()
        if _is_spelled(tokenizer, sign) and _is_piece(tokenizer, plain)
    }


def _is_spelled(tokenizer: Tokenizer, sign: str) -> bool:
    return any(_NO_CHARACTER in tokenizer.token_text(token_id) for token_id in tokenizer.encode(sign))


def _is_piece(tokenizer: Tokenizer, plain: str) -> bool:
    return len(tokenizer.encode(f"a{plain}")) == len(tokenizer.encode("a")) + 1
