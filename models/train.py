"""`python -m models.train RECIPE.toml --data DIR --out DIR`: train a model, or go on with one that was stopped."""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer

from models.allocator import keep_freed_memory
from models.checkpoint import (
    HISTORY_NAME,
    TOKENIZER_NAME,
    Checkpoint,
    CheckpointError,
    load_tokenizer,
    save_checkpoint,
)
from models.corpus import BatchPlan, EncodedCorpus, load_corpus, read_parallel
from models.curves import draw_curves
from models.files import replace_text
from models.progress import TrainingDisplay
from models.quality import corpus_bleu, translate_lines
from models.recipe import CorpusTable, Recipe, RecipeError, read_recipe
from models.tokenizer import train_tokenizer
from models.trainer import Trainer, seed_everything
from models.transformer import Transformer


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """One validation, as kept in history.json. Losses in nats per target token."""

    step: int
    minutes: float
    target_tokens: int
    train_loss: float
    validation_loss: float
    validation_bleu: float
    rate: float
    tokens_per_second: float


class Run:
    """A training run with its validations, checkpoints, curve and display."""

    def __init__(self, recipe: Recipe, tokenizer: Tokenizer, trainer: Trainer, data: Path) -> None:
        self.recipe = recipe
        self.tokenizer = tokenizer
        self.trainer = trainer
        self.folder = trainer.folder
        self.data = data
        self.history: list[HistoryPoint] = []

    def go(self) -> None:
        """Train to the end of the schedule, then average the last snapshots and write the checkpoint."""
        validation = self.recipe.validation
        sources, targets = read_parallel(self.data / validation.source, self.data / validation.target)
        table = CorpusTable(name="validation", **validation.model_dump(), licence="", attribution="")
        corpus = load_corpus(self.tokenizer, table, self.data, self.recipe.training.max_tokens)
        plan = make_plan([corpus], self.recipe, self.trainer.model)
        count = self.recipe.training.validation_sentences
        self._load_history()
        with TrainingDisplay(self.trainer) as display:
            last = time.monotonic()
            for report in self.trainer.steps():
                display.update(report)
                if time.monotonic() - last >= 60 * self.recipe.training.checkpoint_minutes:
                    self._checkpoint(display, plan, sources[:count], targets[:count])
                    last = time.monotonic()
            if not self.history or self.history[-1].step < self.trainer.progress.step:
                self._checkpoint(display, plan, sources[:count], targets[:count])
        self.trainer.load_average()
        self._write_model()

    def _checkpoint(
        self, display: TrainingDisplay, plan: BatchPlan, sources: Sequence[str], targets: Sequence[str]
    ) -> None:
        loss = self.trainer.validation_loss(plan)
        self.trainer.model.eval()
        hypotheses = translate_lines(self.trainer.model, self.tokenizer, sources)
        progress = self.trainer.progress
        point = HistoryPoint(
            step=progress.step,
            minutes=progress.seconds / 60,
            target_tokens=progress.target_tokens,
            train_loss=display.loss,
            validation_loss=loss,
            validation_bleu=corpus_bleu(hypotheses, targets).score,
            rate=self.trainer.schedule.rate(progress),
            tokens_per_second=display.tokens_per_second,
        )
        self.history.append(point)
        display.show_validation(point.validation_loss, point.validation_bleu)
        self.trainer.note_validation(loss)
        self.trainer.take_snapshot()
        self._save()

    def _save(self) -> None:
        # The history first: points beyond the state are cut off on resuming, missing ones would never come back.
        replace_text(self.folder / HISTORY_NAME, json.dumps([asdict(point) for point in self.history], indent=1) + "\n")
        self.trainer.save()
        draw_curves(self.folder / HISTORY_NAME, self.folder / "curves.png")
        self._write_model()

    def _load_history(self) -> None:
        path = self.folder / HISTORY_NAME
        if path.exists():
            points = [HistoryPoint(**point) for point in json.loads(path.read_text("utf-8"))]
            self.history = [point for point in points if point.step <= self.trainer.progress.step]

    def _write_model(self) -> None:
        save_checkpoint(self.folder / "model", Checkpoint(self.trainer.model, self.tokenizer, self.recipe))


def make_tokenizer(recipe: Recipe, data: Path, folder: Path) -> Tokenizer:
    """The run's tokenizer: read where it exists, otherwise trained on both sides of every corpus and kept."""
    path = folder / TOKENIZER_NAME
    if not path.exists():
        lines: list[str] = []
        for corpus in recipe.corpora:
            sources, targets = read_parallel(data / corpus.source, data / corpus.target)
            count = min(len(sources), round(len(sources) * corpus.weight))
            lines += [*sources[:count], *targets[:count]]
        table = recipe.tokenizer
        tokenizer = train_tokenizer(lines, table.vocab_size, alphabet_size=table.alphabet_limit)
        replace_text(path, tokenizer.to_str(pretty=True))
    return load_tokenizer(path)


def make_plan(corpora: Sequence[EncodedCorpus], recipe: Recipe, model: Transformer) -> BatchPlan:
    """Batches over corpora with the recipe's seed and size."""
    config, table = model.config, recipe.training
    return BatchPlan(corpora, table.batch_tokens, table.seed, (config.pad_id, config.bos_id, config.eos_id))


def train(recipe: Recipe, data: Path, folder: Path, device: torch.device) -> None:
    """Run or resume the recipe in `folder` on `device`. Raises RecipeError for unusable corpora."""
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = make_tokenizer(recipe, data, folder)
    seed_everything(recipe.training.seed)
    model = Transformer(recipe.model.config(tokenizer.get_vocab_size())).to(device)
    corpora = [load_corpus(tokenizer, table, data, recipe.training.max_tokens) for table in recipe.corpora]
    trainer = Trainer(model, make_plan(corpora, recipe, model), recipe.training, folder)
    trainer.resume()
    Run(recipe, tokenizer, trainer, data).go()


def make_parser() -> argparse.ArgumentParser:
    """Arguments of `python -m models.train`."""
    parser = argparse.ArgumentParser(prog="python -m models.train", description=__doc__)
    parser.add_argument("recipe", type=Path, help="TOML file, see models/recipes/")
    parser.add_argument("--data", type=Path, required=True, help="folder that the recipe's corpus paths start from")
    parser.add_argument("--out", type=Path, required=True, help="folder of the run; an unfinished run there goes on")
    parser.add_argument("--max-minutes", type=_positive_float, help="training time in all, instead of the recipe's")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="default: %(default)s")
    parser.add_argument("--threads", type=_positive_int, help="CPU threads, instead of PyTorch's choice")
    return parser


def _positive_float(text: str) -> float:
    if not 0 < float(text) < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not above 0")
    return float(text)


def _positive_int(text: str) -> int:
    if int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return int(text)


def main(command_line: Sequence[str]) -> int:
    """Entry point; 2 for a recipe or a folder that cannot be used."""
    arguments = make_parser().parse_args(command_line)
    keep_freed_memory()
    if arguments.threads:
        torch.set_num_threads(arguments.threads)
    try:
        recipe = read_recipe(arguments.recipe)
        if arguments.max_minutes:
            training = recipe.training.model_copy(update={"max_minutes": arguments.max_minutes})
            recipe = recipe.model_copy(update={"training": training})
        train(recipe, arguments.data, arguments.out, torch.device(arguments.device))
    except (RecipeError, CheckpointError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
