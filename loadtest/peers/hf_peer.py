"""`python -m loadtest.peers.hf_peer BUNDLE --threads N`: transformers' generate() as a worker."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch

from loadtest.machine import pin_this_process
from loadtest.peers.hf_model import HfModel, make_hf_model
from loadtest.peers.weights import read_weights
from loadtest.task import Ids, Task, without_end
from loadtest.worker import serve_tasks


class HfDecoder:
    """Batches of `cap` sources of about the same length, as its users make them."""

    def __init__(self, model: HfModel) -> None:
        self._model = model
        self._task: Task | None = None

    def prepare(self, task: Task) -> None:
        """Keep the task; a warm-up."""
        self._task = task
        generate_batch(self._model, task.sources[:1], task)

    def run(self) -> list[Ids]:
        """Batch by batch, longest first."""
        task = self._task
        if task is None:
            raise ValueError("prepare a task first")
        order = sorted(range(len(task.sources)), key=lambda index: -len(task.sources[index]))
        found: dict[int, Ids] = {}
        for start in range(0, len(order), task.cap):
            batch = order[start : start + task.cap]
            targets = generate_batch(self._model, [task.sources[index] for index in batch], task)
            found |= dict(zip(batch, targets, strict=True))
        return [found[index] for index in range(len(order))]


def generate_batch(model: HfModel, sources: Sequence[Ids], task: Task) -> list[Ids]:
    """Targets of a padded batch."""
    longest = max(map(len, sources))
    pad, end = model.config.pad_token_id, model.config.eos_token_id
    generated = model.generate(
        input_ids=torch.tensor([[*source, *[pad] * (longest - len(source))] for source in sources]),
        attention_mask=torch.tensor([[1] * len(source) + [0] * (longest - len(source)) for source in sources]),
        num_beams=task.num_beams,
        early_stopping=task.num_beams > 1,  # as CTranslate2 stops
        do_sample=False,
        max_new_tokens=task.max_new_tokens,
        min_new_tokens=task.max_new_tokens if task.is_forced else None,
    )
    return [without_end(row[1:], end) for row in generated.tolist()]


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve tasks until the input ends."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.peers.hf_peer", description=__doc__)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--threads", type=int, required=True)
    options = parser.parse_args(arguments)
    pin_this_process(options.threads)
    torch.set_num_threads(options.threads)
    serve_tasks(HfDecoder(make_hf_model(read_weights(options.bundle))))


if __name__ == "__main__":
    main()
