"""`python -m loadtest.peers.hf_server BUNDLE --threads N`: transformers behind HTTP, one generate() per request."""

import argparse
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import torch

from loadtest.peers.app import create_app
from loadtest.peers.backends import CallPerRequest, Wanted
from loadtest.peers.hf_model import HfModel, make_hf_model
from loadtest.peers.hf_peer import generate_batch
from loadtest.peers.http import serve_app
from loadtest.peers.weights import read_config, read_weights
from loadtest.subjects import MAX_NEW_TOKENS
from loadtest.task import Ids, Task
from service.runtime.bundle import TOKENIZER_NAME
from service.runtime.tokenizer import Tokenizer


class Greedy:
    """One blocking call."""

    def __init__(self, model: HfModel) -> None:
        self._model = model

    def __call__(self, batch: Sequence[Wanted]) -> list[Ids]:
        """Targets of a batch."""
        sources = [wanted.source for wanted in batch]
        forced = batch[0].forced_tokens
        length = forced or MAX_NEW_TOKENS
        task = Task(sources=sources, num_beams=1, cap=len(batch), max_new_tokens=length, is_forced=forced is not None)
        return generate_batch(self._model, sources, task)


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve until stopped. As many calls at a time as threads, each with one: that is faster than all for one call."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.peers.hf_server", description=__doc__)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--threads", type=int, required=True)
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    greedy = Greedy(make_hf_model(read_weights(options.bundle)))
    backend = CallPerRequest(greedy, ThreadPoolExecutor(options.threads))
    tokenizer = Tokenizer.from_file(options.bundle / TOKENIZER_NAME)
    serve_app(create_app(tokenizer, backend, end=read_config(options.bundle).eos_id), "transformers")


if __name__ == "__main__":
    main()
