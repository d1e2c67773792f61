"""`python -m models.throughput RECIPE.toml`: how close a training step comes to plain matrix products of its shapes.

Both are measured on this machine: the step with the recipe's trainer on random tokens, the products one after another.
They take turns, so that whatever else the machine does slows both. The share that is lost goes to everything that is
not a matrix product. A recipe that computes its products in bfloat16 is measured in float32, too: where a processor
multiplies bfloat16 several times faster, the rest of the step weighs so much more.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np
import torch
from rich.console import Console
from rich.progress import track
from torch import Tensor

from models.allocator import keep_freed_memory
from models.config import ModelConfig
from models.corpus import BatchPlan, EncodedCorpus, Sentences
from models.flops import BatchShape, Product, training_products
from models.recipe import Recipe, RecipeError, TrainingTable, read_recipe
from models.trainer import Trainer, seed_everything
from models.transformer import Transformer

WARM_UP_STEPS = 2
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds of one training step, and of its matrix products alone, in one number type."""

    kind: str
    step_seconds: float
    product_seconds: float

    @property
    def share(self) -> float:
        """Rate of the step over the rate of plain products."""
        return self.product_seconds / self.step_seconds


@dataclass(frozen=True, slots=True)
class Throughput:
    """A batch, what its products cost, and how long they take: in float32, then in bfloat16 if the recipe has it."""

    shape: BatchShape
    flops: int
    timings: Sequence[Timing]


def measure(recipe: Recipe, source_tokens: int, target_tokens: int, steps: int) -> Throughput:
    """Train on random sentences of these lengths (end token included) and time the products of that shape, in turn."""
    config, table = recipe.model.config(recipe.tokenizer.vocab_size), recipe.training
    rows = max(1, table.batch_tokens // max(source_tokens, target_tokens))
    shape = BatchShape(rows, source_tokens, target_tokens)
    products = training_products(config, shape)
    timings = [_time(config, table, shape, steps, bf16=bf16) for bf16 in ((False, True) if table.bf16 else (False,))]
    return Throughput(shape, sum(product.training_flops for product in products), timings)


def _time(config: ModelConfig, table: TrainingTable, shape: BatchShape, steps: int, *, bf16: bool) -> Timing:
    """Rounds of products and steps in one number type."""
    products = training_products(config, shape)
    kind, name = (torch.bfloat16, "bfloat16") if bf16 else (torch.float32, "float32")
    training = training_steps(config, table.model_copy(update={"bf16": bf16}), shape)
    for _ in range(WARM_UP_STEPS):
        next(training)
    time_products(products, kind)
    rounds = [
        (time_products(products, kind), [next(training) for _ in range(steps)])
        for _ in track(range(ROUNDS), f"rounds of products and steps in {name}")
    ]
    return Timing(
        name,
        step_seconds=median(seconds for _, all_seconds in rounds for seconds in all_seconds),
        product_seconds=median(seconds for seconds, _ in rounds),
    )


def time_products(products: Sequence[Product], kind: torch.dtype) -> float:
    """Seconds for all products of a step, one after another."""
    return sum(product.count * time_product(product, kind) for product in products)


def time_product(product: Product, kind: torch.dtype) -> float:
    """Seconds for one stack, forward and backward. The right factor lies transposed, as a layer's weights do."""
    left = torch.randn(product.batch, product.rows, product.inner).to(kind)
    right = torch.randn(product.batch, product.columns, product.inner).to(kind)
    result = torch.randn(product.batch, product.rows, product.columns).to(kind)
    if product.batch == 1:
        left, right, result = left[0], right[0], result[0]
    _train(left, right, result)
    return _seconds(lambda: _train(left, right, result))


def _train(left: Tensor, right: Tensor, result: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    return left @ right.mT, result @ right, result.mT @ left


def _seconds(function: Callable[[], object]) -> float:
    started = time.perf_counter()
    function()
    return time.perf_counter() - started


def training_steps(config: ModelConfig, table: TrainingTable, shape: BatchShape) -> Iterator[float]:
    """Train for ever, and tell how many seconds each step took."""
    seed_everything(table.seed)
    limits = {"max_steps": 10**9, "max_minutes": 1e9}
    trainer = Trainer(Transformer(config), _random_plan(config, table, shape), table.model_copy(update=limits), Path())
    return (report.seconds for report in trainer.steps())


def _random_plan(config: ModelConfig, table: TrainingTable, shape: BatchShape) -> BatchPlan:
    """Every epoch is one batch of exactly this shape."""
    sources, targets = (_random_sentences(config, shape.rows, length - 1) for length in (shape.source, shape.target))
    corpus = EncodedCorpus(sources, targets, weight=1.0, decay_weight=1.0)
    return BatchPlan([corpus], table.batch_tokens, table.seed, (config.pad_id, config.bos_id, config.eos_id))


def _random_sentences(config: ModelConfig, count: int, length: int) -> Sentences:
    ids = np.random.default_rng(0).integers(config.eos_id + 1, config.vocab_size, count * length, dtype=np.int32)
    return Sentences(ids, np.arange(0, count * length + 1, length))


def describe(found: Throughput) -> str:
    """The figures as text."""
    shape = found.shape
    head = (
        f"{shape.rows} sentences, {shape.source} source and {shape.target} target tokens each: "
        f"{found.flops / 1e9:,.1f} GFLOP of matrix products a step"
    )
    lines = [line for timing in found.timings for line in _lines(timing, found)]
    plain, *others = found.timings
    lines += [
        f"{other.kind} step beside {plain.kind} plain products: {plain.product_seconds / other.step_seconds:.0%}"
        for other in others
    ]
    return "\n".join((head, *lines))


def _lines(timing: Timing, found: Throughput) -> tuple[str, str, str]:
    giga, num_tokens = found.flops / 1e9, found.shape.rows * found.shape.target
    return (
        f"{timing.kind} plain products: {timing.product_seconds * 1e3:,.0f} ms, "
        f"{giga / timing.product_seconds:,.1f} GFLOP/s",
        f"{timing.kind} training step: {timing.step_seconds * 1e3:,.0f} ms, {giga / timing.step_seconds:,.1f} GFLOP/s, "
        f"{num_tokens / timing.step_seconds:,.0f} target tokens/s",
        f"{timing.kind} share of the plain rate: {timing.share:.0%}",
    )


def make_parser() -> argparse.ArgumentParser:
    """Arguments of `python -m models.throughput`."""
    parser = argparse.ArgumentParser(prog="python -m models.throughput", description=__doc__)
    parser.add_argument("recipe", type=Path, help="TOML file, see models/recipes/")
    parser.add_argument("--source-tokens", type=int, default=14, help="per sentence, end token included (%(default)s)")
    parser.add_argument("--target-tokens", type=int, default=16, help="likewise (%(default)s)")
    parser.add_argument("--steps", type=int, default=4, help="training steps to time in each of 5 rounds (%(default)s)")
    parser.add_argument("--threads", type=int, help="CPU threads, instead of PyTorch's choice")
    return parser


def main(arguments: Sequence[str]) -> int:
    """Entry point; 2 for a recipe or a size that cannot be used."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    if min(options.source_tokens, options.target_tokens) < 2 or options.steps < 1:
        parser.error("sentences have at least 2 tokens, and at least 1 step is timed")
    keep_freed_memory()
    if options.threads:
        torch.set_num_threads(options.threads)
    try:
        recipe = read_recipe(options.recipe)
    except RecipeError as error:
        print(error, file=sys.stderr)
        return 2
    found = measure(recipe, options.source_tokens, options.target_tokens, options.steps)
    Console().print(describe(found), highlight=False, soft_wrap=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
