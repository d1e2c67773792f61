"""Servers that meet what happens to processes."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx

from tests.live import LiveServer

CGROUP: Final = Path("/sys/fs/cgroup")
LIMITS: Final = ("memory/{name}/memory.limit_in_bytes", "{name}/memory.max")  # version 1, version 2
TRANSLATION: Final = {"q": "The child sees.\nfish", "source": "en", "target": "de"}


def client_of(server: LiveServer) -> httpx.Client:
    """A client without a proxy."""
    return httpx.Client(base_url=server.url, timeout=60, trust_env=False)


def translate(server: LiveServer) -> httpx.Response:
    """One right request on a new connection."""
    with client_of(server) as client:
        return client.post("/translate", json=TRANSLATION)


@contextmanager
def memory_group(name: str, limit_bytes: int) -> Iterator[Path | None]:
    """A control group with a memory limit; None where this process may not make one."""
    for pattern in LIMITS:
        limit = CGROUP / pattern.format(name=name)
        try:
            limit.parent.mkdir()
        except OSError:
            continue
        try:
            limit.write_text(str(limit_bytes))
            yield limit.parent
        except OSError:
            continue
        finally:
            limit.parent.rmdir()
        return
    yield None


def serve_in(group: Path, bundle: Path, *flags: str) -> "subprocess.CompletedProcess[str]":
    """Run a server as a member of a control group until it ends by itself."""
    command = [sys.executable, "-m", "service", "serve", "--port", "0", "--bundles", str(bundle), *flags]
    join = f'echo $$ > {group}/cgroup.procs && exec "$@"'
    return subprocess.run(["sh", "-c", join, "sh", *command], capture_output=True, text=True, timeout=120)


def damage(bundle: Path, name: str, offset: float, *, is_flip: bool) -> None:
    """Cut a file off at a share of its length, or change one bit there."""
    path = bundle / name
    content = bytearray(path.read_bytes())
    place = min(int(len(content) * offset), len(content) - 1)
    if is_flip:
        content[place] ^= 1
    else:
        del content[place:]
    path.write_bytes(content)


def files_of(bundle: Path) -> list[str]:
    """The files that a server reads."""
    manifest = json.loads((bundle / "bundle.json").read_text("utf-8"))
    return ["bundle.json", *(name for name in manifest["files"] if not name.endswith((".md", ".safetensors")))]
