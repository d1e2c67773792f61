"""`python -m export CHECKPOINT BUNDLE`: turn a trained checkpoint into a bundle that `dragoman serve` can load."""

import sys

from export.cli import main

sys.exit(main(sys.argv[1:]))
