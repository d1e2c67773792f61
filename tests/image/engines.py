"""Who builds and runs the image: Docker, Podman with Buildah, or a Podman of its own where a machine has neither."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.image.debian import import_base, trust_options

BASE_IMAGE: Final = "docker.io/library/python:3.11-slim"
PROGRAMS: Final = ("buildah", "podman", "runc", "debootstrap")
PACKAGES: Final = (*PROGRAMS, "netavark", "aardvark-dns", "iptables")
# Without systemd: runc and cgroupfs. The usual limits of a container are above those that this machine may allow.
CONTAINERS_CONF: Final = """
[containers]
default_ulimits = ["nofile=1024:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
"""
STORAGE_CONF: Final = """
[storage]
driver = "overlay"
runroot = "{work}/run"
graphroot = "{work}/storage"
"""
# Without it, Buildah drops the HEALTHCHECK silently.
BUILDAH: Final = ("buildah", "build", "--format=docker", "--layers")


class NoEngine(Exception):
    """Nothing here can build an image; the message says what to do."""


@dataclass(frozen=True)
class Engine:
    """The command lines of one program; Podman has Docker's, but for building."""

    program: str
    build_command: tuple[str, ...]
    environ: Mapping[str, str] = field(default_factory=dict)

    def build(self, *arguments: str) -> None:
        """Build an image and show how. Raises CalledProcessError."""
        subprocess.run([*self.build_command, *arguments], env=os.environ | self.environ, check=True)

    def call(self, *arguments: str) -> str:
        """What a command prints, errors included. Raises CalledProcessError."""
        return subprocess.run(
            [self.program, *arguments],
            env=os.environ | self.environ,
            check=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ).stdout


def find_engine(work: Path) -> Engine:
    """The engine of this machine, or one that keeps everything in `work`. Raises NoEngine."""
    if _works("docker", "info") and (
        _works("docker", "image", "inspect", BASE_IMAGE) or _works("docker", "pull", BASE_IMAGE)
    ):
        return Engine("docker", ("docker", "build"))
    if _works("buildah", "--version") and _works("podman", "pull", BASE_IMAGE):
        return Engine("podman", BUILDAH)
    if os.geteuid() == 0 and shutil.which("apt-get"):
        return _tried(_own_podman(work))
    raise NoEngine(
        f"no Docker engine answers, and Podman with Buildah cannot get {BASE_IMAGE}; "
        "start one of them, or run this as root on Debian, where it sets up what it needs"
    )


def _tried(engine: Engine) -> Engine:
    """The engine, if it can run the base image at all. Raises NoEngine where the machine does not let it."""
    try:
        engine.call("run", "--rm", "--network=host", "--read-only", BASE_IMAGE, "true")
    except subprocess.CalledProcessError as error:
        raise NoEngine(f"no container can be run here: {error.stdout.strip()}") from error
    return engine


def _works(*command: str) -> bool:
    return shutil.which(command[0]) is not None and subprocess.run(command, capture_output=True).returncode == 0


def _own_podman(work: Path) -> Engine:
    """With folders and settings of its own, and a base image of Debian's packages under the name of the real one.

    Raises NoEngine.
    """
    try:
        return _set_up(work)
    except (subprocess.CalledProcessError, OSError) as error:
        raise NoEngine(f"Podman cannot be set up here: {error}") from error


def _set_up(work: Path) -> Engine:
    if not all(map(shutil.which, PROGRAMS)):
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES], check=True)
    settings = {"CONTAINERS_CONF": work / "containers.conf", "CONTAINERS_STORAGE_CONF": work / "storage.conf"}
    settings["CONTAINERS_CONF"].write_text(CONTAINERS_CONF, "utf-8")
    settings["CONTAINERS_STORAGE_CONF"].write_text(STORAGE_CONF.format(work=work), "utf-8")
    environ = {name: str(path) for name, path in settings.items()}
    import_base(work, BASE_IMAGE, os.environ | environ)
    return Engine("podman", (*BUILDAH, "--pull=never", "--isolation=chroot", *trust_options(work)), environ)
