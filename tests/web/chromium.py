"""The browser of this machine."""

import os
import shutil
from typing import Final

from playwright.sync_api import Browser, Playwright

PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome")
# Nothing is asked of any other host. As root, which is what containers have, there is no sandbox.
FLAGS: Final = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
)


class NoBrowserError(Exception):
    """There is none; a page that nobody looked at is not tested."""


def launch(playwright: Playwright) -> Browser:
    """Start it. Raises NoBrowserError."""
    program = os.environ.get("CHROMIUM") or next((found for found in map(shutil.which, PROGRAMS) if found), None)
    if program is None:
        names = ", ".join(PROGRAMS)
        raise NoBrowserError(f"install Debian's package chromium, or set CHROMIUM to the program (looked for {names})")
    return playwright.chromium.launch(executable_path=program, args=[*FLAGS])
