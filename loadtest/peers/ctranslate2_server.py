"""`python -m loadtest.peers.ctranslate2_server MODEL BUNDLE`: CTranslate2 behind HTTP.

With one call of the library per request, or with `--window-ms`, one for all requests that come within a window.
"""

import argparse
import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import ctranslate2

from loadtest.peers.app import create_app
from loadtest.peers.backends import Backend, CallPerRequest, MicroBatches, Wanted
from loadtest.peers.ctranslate2_peer import open_translator
from loadtest.peers.http import serve_app
from loadtest.peers.weights import read_config
from loadtest.subjects import MAX_NEW_TOKENS
from loadtest.task import Ids
from service.runtime.bundle import TOKENIZER_NAME
from service.runtime.tokenizer import Tokenizer


class Greedy:
    """One blocking call, spread over the library's own workers."""

    def __init__(self, translator: ctranslate2.Translator, num_workers: int) -> None:
        self._translator = translator
        self._num_workers = num_workers

    def __call__(self, batch: Sequence[Wanted]) -> list[Ids]:
        """Targets of a batch, whose members all have the same forced length, or none."""
        [forced] = {wanted.forced_tokens for wanted in batch}
        results = self._translator.translate_batch(
            [[str(token_id) for token_id in wanted.source] for wanted in batch],
            beam_size=1,
            max_batch_size=math.ceil(len(batch) / self._num_workers),
            min_decoding_length=forced or 1,
            max_decoding_length=forced or MAX_NEW_TOKENS,
        )
        return [[int(name) for name in result.hypotheses[0]] for result in results]


def make_backend(translator: ctranslate2.Translator, threads: int, window_ms: float | None) -> Backend:
    """With a window, a call has all workers; without, every call has one, and there are as many calls."""
    if window_ms is None:
        return CallPerRequest(Greedy(translator, 1), ThreadPoolExecutor(threads))
    return MicroBatches(Greedy(translator, threads), ThreadPoolExecutor(1), window_s=window_ms / 1000)


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve until stopped."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.peers.ctranslate2_server", description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("bundle", type=Path, help="whose tokenizer and special tokens are used")
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--window-ms", type=float)
    options = parser.parse_args(arguments)
    translator = open_translator(options.model, inter_threads=options.threads, intra_threads=1)
    backend = make_backend(translator, options.threads, options.window_ms)
    tokenizer = Tokenizer.from_file(options.bundle / TOKENIZER_NAME)
    end = read_config(options.bundle).eos_id
    serve_app(create_app(tokenizer, backend, end=end), options.model.name)


if __name__ == "__main__":
    main()
