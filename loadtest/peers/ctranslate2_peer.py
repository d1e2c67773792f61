"""`python -m loadtest.peers.ctranslate2_peer MODEL --workers N --threads N`: CTranslate2 as a worker."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import ctranslate2

from loadtest.machine import pin_this_process
from loadtest.task import Ids, Task
from loadtest.worker import serve_tasks


class CTranslate2Decoder:
    """Everything in one call, which sorts by length and batches as it likes within the cap."""

    def __init__(self, translator: ctranslate2.Translator) -> None:
        self._translator = translator
        self._names: list[list[str]] = []
        self._options: dict[str, object] = {}

    def prepare(self, task: Task) -> None:
        """Sources as token names, options for the call; a warm-up."""
        self._names = [[str(token_id) for token_id in source] for source in task.sources]
        self._options = {
            "beam_size": task.num_beams,
            "max_batch_size": task.cap,
            "batch_type": "examples",
            "max_decoding_length": task.max_new_tokens,
            "min_decoding_length": task.max_new_tokens if task.is_forced else 1,
        }
        self._translator.translate_batch(self._names[: task.cap], **self._options)

    def run(self) -> list[Ids]:
        """One call for all sources."""
        results = self._translator.translate_batch(self._names, **self._options)
        return [[int(name) for name in result.hypotheses[0]] for result in results]


def open_translator(model: Path, *, inter_threads: int, intra_threads: int) -> ctranslate2.Translator:
    """A model on the CPU, in the precision that its folder has."""
    return ctranslate2.Translator(
        str(model), "cpu", compute_type="default", inter_threads=inter_threads, intra_threads=intra_threads
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve tasks until the input ends."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.peers.ctranslate2_peer", description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--workers", type=int, required=True, help="batches at the same time")
    parser.add_argument("--threads", type=int, required=True, help="threads for each of them")
    options = parser.parse_args(arguments)
    pin_this_process(options.workers * options.threads)
    serve_tasks(
        CTranslate2Decoder(open_translator(options.model, inter_threads=options.workers, intra_threads=options.threads))
    )


if __name__ == "__main__":
    main()
