"""`python -m tests.image`: builds the image, and runs it as a strict cluster would. Needs nothing but Python.

It says what it does and ends with exit code 1 at the first thing that is not as it should be, with 3 where no container
can be run. With `--target gpu` that
image is built and started without a GPU: on the CPU, with the bundles of this checkout.
"""

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tests.image.checks import Fault, check_contents, check_health, check_rules, check_stop, check_translations
from tests.image.container import started
from tests.image.engines import Engine, NoEngine, find_engine

ROOT: Final = Path(__file__).parents[2]
NO_ENGINE: Final = 3
SYSTEM_PROGRAMS: Final = "/usr/local/sbin:/usr/sbin:/sbin"  # not on everybody's path
BUNDLES: Final = ("--env=DRAGOMAN_BUNDLES=/bundles", f"--volume={ROOT / 'models/bundles'}:/bundles:ro")
ON_CPU: Final = ("--env=DRAGOMAN_DEVICE=cpu", *BUNDLES)
EXTRA_OPTIONS: Final[dict[str, tuple[str, ...]]] = {"cpu": (), "gpu": ON_CPU}


def main(arguments: Sequence[str] | None = None) -> int:
    """Build, run, look, stop."""
    parser = argparse.ArgumentParser(prog="python -m tests.image", description=__doc__)
    parser.add_argument("--target", choices=EXTRA_OPTIONS, default="cpu")
    target = parser.parse_args(arguments).target
    os.environ["PATH"] += os.pathsep + SYSTEM_PROGRAMS
    with _work_folder() as work:
        try:
            _test(find_engine(work), target)
        except NoEngine as error:
            print(f"image-test: {error}", file=sys.stderr)
            return NO_ENGINE
        except (Fault, TimeoutError) as error:
            print(f"image-test: {error}", file=sys.stderr)
            return 1
    return 0


def _test(engine: Engine, target: str) -> None:
    image = f"localhost/dragoman-image-test:{target}"
    began = time.monotonic()
    engine.build("--target", target, "--tag", image, "--build-arg", f"REVISION={_revision()}", str(ROOT))
    say(f"built with {engine.program} in {time.monotonic() - began:.0f} s: {_size_mb(engine, image):.0f} MB")
    with started(engine, image, *EXTRA_OPTIONS[target]) as container:
        say(f"ready after {container.wait_ready():.1f} s; read-only, no capabilities, not root, 1 GiB of memory")
        check_rules(container)
        check_contents(container)
        check_health(container)
        say(f"translated and streamed: {' / '.join(check_translations(container))}")
        say(f"told to stop in the middle of a stream: {check_stop(container)} more events, then exit code 0")


def say(text: str) -> None:
    """One line, at once."""
    print(f"image-test: {text}", flush=True)


def _size_mb(engine: Engine, image: str) -> float:
    [description] = json.loads(engine.call("image", "inspect", image))
    return float(description["Size"]) / 1e6


def _revision() -> str:
    command = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip() or "unknown"


@contextlib.contextmanager
def _work_folder() -> Iterator[Path]:
    work = Path(tempfile.mkdtemp(prefix="dragoman-image-"))
    try:
        yield work
    finally:
        # Podman mounts the folder of its layers on itself.
        subprocess.run(["umount", "--lazy", str(work / "storage/overlay")], capture_output=True, check=False)
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
