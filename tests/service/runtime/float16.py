"""`python -m tests.service.runtime.float16 FOLDER`: the tiny zh-en bundle in float16, as devices are served with it.

Made by a process of its own, so that tests of the server alone never load torch.
"""

import sys
from pathlib import Path

from tests.tiny import MAX_TOKENS, write_tiny_bundle


def main() -> None:
    """Write it."""
    write_tiny_bundle(Path(sys.argv[1]), pair=("zh", "en"), precision="fp16", max_tokens=MAX_TOKENS)


if __name__ == "__main__":
    main()
