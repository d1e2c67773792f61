"""Training of the joint subword vocabulary: source and target share one BPE with byte fallback.

Nothing is ever unknown and nothing is lost: a character outside the learned alphabet becomes its UTF-8 bytes,
and no step of the pipeline changes the text (no case folding, no Unicode normalisation, no trimming).

Ids: 0 `<pad>`, 1 `<s>`, 2 `</s>`, 3 to 258 the bytes `<0x00>` to `<0xFF>`, then the alphabet and the merges.
The end token is not added here; whoever builds a sequence adds it.
"""

import json
from collections import Counter
from collections.abc import Iterable

from tokenizers import Regex, Tokenizer, decoders, normalizers, pre_tokenizers
from tokenizers.models import BPE
from tokenizers.trainers import BpeTrainer

SPECIAL_TOKENS = ("<pad>", "<s>", "</s>")
BYTE_TOKENS = tuple(f"<0x{byte:02X}>" for byte in range(256))
FIRST_LEARNED_ID = len(SPECIAL_TOKENS) + len(BYTE_TOKENS)

# A merge never crosses these pieces. The space before a word belongs to the word; digits stay single, so that
# a number is copied digit by digit; Han runs end where another script begins.
_PIECES = "|".join(
    (
        r" ?\p{Han}+",
        r" ?(?:(?!\p{Han})[\p{L}\p{M}])+(?:['\x{2019}](?:(?!\p{Han})[\p{L}\p{M}])+)*",
        r" ?\p{N}",
        r" ?[^\s\p{L}\p{M}\p{N}]+",
        r"\s+(?!\S)",
        r"\s+",
    )
)


def train_tokenizer(
    lines: Iterable[str],
    vocab_size: int,
    *,
    alphabet_size: int = 3500,
    min_frequency: int = 2,
    max_token_length: int = 20,
) -> Tokenizer:
    """Learn a vocabulary of `vocab_size` tokens in all from the lines of both languages.

    Characters beyond the `alphabet_size` most frequent ones are written as bytes. The vocabulary is smaller
    than asked for where the lines do not hold enough pairs that occur `min_frequency` times.
    """
    if vocab_size <= FIRST_LEARNED_ID:
        raise ValueError(f"vocab_size is {vocab_size}; special and byte tokens alone take {FIRST_LEARNED_ID}")
    tokenizer = _untrained()
    corpus = list(lines)
    alphabet = _alphabet(corpus, min(alphabet_size, vocab_size - FIRST_LEARNED_ID))
    trainer = BpeTrainer(
        vocab_size=vocab_size - len(BYTE_TOKENS),
        initial_alphabet=alphabet,
        limit_alphabet=len(alphabet),
        min_frequency=min_frequency,
        max_token_length=max_token_length,
        special_tokens=list(SPECIAL_TOKENS),
        show_progress=False,
    )
    tokenizer.train_from_iterator(corpus, trainer)
    return _with_byte_tokens(tokenizer)


def _alphabet(lines: list[str], size: int) -> list[str]:
    """The most frequent characters, the space among them.

    The trainer's own limit breaks ties differently in every run; this one always gives the same vocabulary.
    """
    counts: Counter[str] = Counter()
    for line in lines:
        counts.update(line)
    del counts[" "]
    ranked = sorted(counts, key=lambda character: (-counts[character], character))
    return [" ", *ranked[: size - 1]]


def _untrained() -> Tokenizer:
    tokenizer = Tokenizer(BPE())
    # One space in front, always: a word has the same token at the start of a text as inside it. The decoder
    # takes exactly this one space away again.
    tokenizer.normalizer = normalizers.Prepend(" ")
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(_PIECES), behavior="isolated")
    tokenizer.decoder = decoders.Sequence([decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)])
    return tokenizer


def _with_byte_tokens(tokenizer: Tokenizer) -> Tokenizer:
    """Put the byte tokens behind the special ones.

    The trainer takes them as special tokens only; then a literal `<0x41>` in a text would be read as a byte.
    """
    document = json.loads(tokenizer.to_str())
    model = document["model"]
    learned = sorted(model["vocab"], key=model["vocab"].get)[len(SPECIAL_TOKENS) :]
    tokens = (*SPECIAL_TOKENS, *BYTE_TOKENS, *learned)
    model["vocab"] = {token: index for index, token in enumerate(tokens)}
    model["byte_fallback"] = True
    complete = Tokenizer.from_str(json.dumps(document))
    # A literal "</s>" in a text is text. The file does not hold this setting: set it again after loading.
    complete.encode_special_tokens = True
    return complete
