"""The folder that a check on a GPU works on, with tiny bundles."""

import subprocess
import sys
from pathlib import Path

MODEL = "tiny"


def make_gpu_folder(folder: Path, repository: Path, fp32: Path) -> Path:
    """`bundles/tiny-fp16` and `bundles/tiny-fp32` in `folder`, of the same weights."""
    bundles = folder / "bundles"
    bundles.mkdir()
    command = [sys.executable, "-m", "tests.service.runtime.float16", str(folder)]
    subprocess.run(command, cwd=repository, check=True, timeout=900)
    (folder / fp32.name).rename(bundles / f"{MODEL}-fp16")
    (bundles / f"{MODEL}-fp32").symlink_to(fp32)
    return folder
