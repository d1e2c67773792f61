"""The models that everybody is measured with, and where each system's files of them lie."""

import hashlib
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from loadtest.server import ROOT
from loadtest.task import TaskPrecision
from service.runtime.bundle import MANIFEST_NAME, read_manifest

OPUS_NAME: Final = "opus-size"
FORCED_TOKENS: Final = 25  # about what a sentence of the news has
MAX_NEW_TOKENS: Final = 200
# What the files of a cache are made by (of models/, all but recipes and references); it is made anew when one changes.
MAKERS: Final = (
    "export/*.py",
    "models/[!r]*.py",
    "loadtest/bundles.py",
    "loadtest/shipped.py",
    "loadtest/sentences.py",
    "loadtest/peers/weights.py",
    "loadtest/peers/*_model.py",
)


@dataclass(frozen=True, slots=True)
class Subject:
    """One model. A random one never ends by itself: `forced_tokens` is the length of its targets."""

    name: str
    folder: Path
    shipped: Path | None
    forced_tokens: int | None
    languages: tuple[str, str]

    @property
    def weights(self) -> Path:
        """A bundle whose weights everybody's files are made from."""
        return self.shipped or self.bundle("int8")

    @property
    def max_new_tokens(self) -> int:
        """Most tokens of a target, the end token included."""
        return self.forced_tokens or MAX_NEW_TOKENS

    def bundle(self, precision: TaskPrecision) -> Path:
        """Dragoman's files."""
        is_shipped = self.shipped is not None and precision == "int8"
        return self.shipped if self.shipped and is_shipped else self.folder / f"dragoman-{precision}"

    def ctranslate2(self, precision: TaskPrecision) -> Path:
        """CTranslate2's files."""
        return self.folder / f"ctranslate2-{precision}"


def find_subjects(cache: Path, shipped: Path) -> list[Subject]:
    """The shipped bundle, and a random model of the size of OPUS-MT's. Their files need not be there yet."""
    folder = cache / _digest(shipped)
    [pair, *_] = read_manifest(shipped).pairs
    languages = (pair.source, pair.target)
    return [
        Subject(shipped.name, folder / shipped.name, shipped, None, languages),
        Subject(OPUS_NAME, folder / OPUS_NAME, None, FORCED_TOKENS, languages),
    ]


def make_missing(subject: Subject, precisions: Sequence[TaskPrecision], tokenizer: Path) -> None:
    """Write the files that are not there, in a process that ends with all of PyTorch's memory."""
    missing = [precision for precision in precisions if not _is_complete(subject, precision)]
    if missing:
        print(f"making {subject.name} in {' and '.join(missing)}; this is done once", file=sys.stderr, flush=True)
        command = [sys.executable, "-m", "loadtest.bundles", str(subject.folder), "--tokenizer", str(tokenizer)]
        source = ["--shipped", str(subject.shipped)] if subject.shipped else []
        subprocess.run([*command, *source, "--precisions", *missing], cwd=ROOT, check=True)


def _is_complete(subject: Subject, precision: TaskPrecision) -> bool:
    return subject.bundle(precision).is_dir() and subject.ctranslate2(precision).is_dir()


def _digest(shipped: Path) -> str:
    """Changes when the shipped bundle does, or whatever makes the files."""
    digest = hashlib.sha256((shipped / MANIFEST_NAME).read_bytes())
    for pattern in MAKERS:
        for file in sorted(ROOT.glob(pattern)):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
