"""The base image from Debian's packages, for machines that reach no container registry."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

RELEASE: Final = "bookworm"  # the one whose Python is 3.11
PACKAGES: Final = ("python3", "python3-venv", "ca-certificates")
CERTIFICATES: Final = "/etc/ssl/certs/ca-certificates.crt"
PIP_CONF: Final = f"[global]\ncert = {CERTIFICATES}\n"


def import_base(work: Path, name: str, environ: Mapping[str, str]) -> None:
    """Make a minimal Debian with Python and give it to Podman as `name`. Takes about a minute."""
    root = work / "rootfs"
    bootstrap = ["debootstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}", RELEASE, str(root)]
    subprocess.run(bootstrap, check=True, stdout=subprocess.DEVNULL)
    for left_over in ("var/cache/apt/archives", "var/lib/apt/lists"):
        shutil.rmtree(root / left_over)
    (root / "usr/bin/python").symlink_to("python3")
    archive = work / "base.tar"
    subprocess.run(["tar", "-C", str(root), "--numeric-owner", "-cf", str(archive), "."], check=True)
    shutil.rmtree(root)
    change = 'CMD ["python3"]'
    subprocess.run(["podman", "import", "--quiet", "--change", change, str(archive), name], env=environ, check=True)
    archive.unlink()


def trust_options(work: Path) -> tuple[str, ...]:
    """Lets pip inside of a build trust whom this machine trusts, without leaving a trace in the image."""
    if not Path(CERTIFICATES).is_file():
        return ()
    settings = work / "pip.conf"
    settings.write_text(PIP_CONF, "utf-8")
    return (f"--volume={CERTIFICATES}:{CERTIFICATES}:ro", f"--volume={settings}:/etc/pip.conf:ro")
