"""What Dragoman's load test can be told, beside locust's own options; all of it can be set in the web UI, too."""

from typing import Final

from locust.argument_parser import LocustArgumentParser

from loadtest.locust_texts import DISTRIBUTIONS

THINK_S: Final = 0.3
BOUNDS: Final = {
    "--max-p95-ms": "95th percentile of whole requests and whole streams",
    "--max-p99-ms": "99th percentile of the same",
    "--max-first-token-ms": "95th percentile of the time until a stream's first text",
    "--max-between-tokens-ms": "95th percentile of the time between two pieces of a stream",
    "--min-requests-per-s": "answered requests in a second",
}


def add_options(parser: LocustArgumentParser) -> None:
    """What is sent, by whom, and the bounds that decide between exit code 0 and 1."""
    parser.add_argument("--lengths", choices=list(DISTRIBUTIONS), default="mixed", help="how long texts are")
    parser.add_argument("--sentences", default="", metavar="FILE", help="a UTF-8 file with one sentence on each line")
    parser.add_argument("--sentences-language", default="en", metavar="CODE", help="the language of that file")
    parser.add_argument(
        "--think-s", type=float, default=THINK_S, help="mean seconds between an answer and a user's next request"
    )
    parser.add_argument("--api-key", default="", help="sent as a bearer token", is_secret=True)
    parser.add_argument(
        "--allow-refusals",
        action="store_true",
        help="count 429 and 503 with Retry-After by themselves and not as failures: for tests of overload",
    )
    parser.add_argument(
        "--max-fail-ratio", type=float, default=0.0, help="exit code 1 above it: failed requests of all requests"
    )
    for flag, meaning in BOUNDS.items():
        parser.add_argument(flag, type=float, help=f"exit code 1 beyond it: {meaning}")
