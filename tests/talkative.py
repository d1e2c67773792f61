"""The tiny bundles, changed so that what they generate can be seen.

Their weights are random and like to repeat the token before, so the start token decides what they say: it is replaced
by one with letters. Bundles whose output is empty text would let almost any test of a stream pass.
"""

import json
import shutil
from pathlib import Path
from typing import Any

from service.runtime.tokenizer import Tokenizer


def talkative(bundle: Path, copy: Path, **changes: Any) -> Path:
    """A copy of a bundle that begins with letters; `changes` replace fields of its manifest."""
    shutil.copytree(bundle, copy)
    tokenizer = Tokenizer.from_file(copy / "tokenizer.json")
    letters = (token_id for token_id in range(tokenizer.vocab_size) if tokenizer.token_text(token_id).isalpha())
    manifest = json.loads((copy / "bundle.json").read_text("utf-8")) | changes
    manifest["special_ids"]["decoder_start"] = next(token_id for token_id in letters if token_id > 300)
    (copy / "bundle.json").write_text(json.dumps(manifest), "utf-8")
    return copy
