"""A load test of every API that the server has: `locust -f loadtest/locustfile.py --host URL`; see docs/loadtesting.md.

A wrong answer is a failure too. Streams have three rows in the statistics: POST is the whole stream, `first token` the
time until its first piece of text, `between tokens` the time from one piece to the next. `loadtest/locust_ramp.py` or
`loadtest/locust_spike.py` behind it, after a comma, make the number of users grow or jump.
"""

import logging
import sys
from argparse import Namespace
from typing import Any

from locust import events
from locust.argument_parser import LocustArgumentParser
from locust.env import Environment
from locust.runners import WorkerRunner

from loadtest.locust_client import ApiUser, texts_and_pairs
from loadtest.locust_gate import check_bounds
from loadtest.locust_options import add_options
from loadtest.locust_server import ServerError, server_at
from loadtest.locust_texts import TextsError
from loadtest.locust_users import (
    ChatUser,
    CompletionUser,
    DeepLUser,
    DetectUser,
    FileUser,
    GenerateStreamUser,
    GenerateUser,
    InferUser,
    TranslateStreamUser,
    TranslateUser,
)

__all__ = [
    "ChatUser",
    "CompletionUser",
    "DeepLUser",
    "DetectUser",
    "FileUser",
    "GenerateStreamUser",
    "GenerateUser",
    "InferUser",
    "TranslateStreamUser",
    "TranslateUser",
]

logger = logging.getLogger(__name__)


@events.init_command_line_parser.add_listener
def _add_options(parser: LocustArgumentParser) -> None:
    add_options(parser)


@events.init.add_listener
def _prepare(environment: Environment, **_: Any) -> None:
    """Where the host stands on the command line. In the web UI it comes later."""
    if not environment.host or isinstance(environment.runner, WorkerRunner):
        return
    try:
        texts_and_pairs(environment.host, _options(environment))
        _leave_out_what_is_not_served(environment)
    except (TextsError, ServerError) as error:
        sys.exit(f"locustfile: {error}")


@events.test_start.add_listener
def _leave_out_before_a_test(environment: Environment, **_: Any) -> None:
    if not isinstance(environment.runner, WorkerRunner):
        _leave_out_what_is_not_served(environment)


def _leave_out_what_is_not_served(environment: Environment) -> None:
    """Users whose API this server does not have. Raises ServerError."""
    routes = server_at(environment.host or "", _options(environment).api_key).routes
    for user in list(environment.user_classes):
        if issubclass(user, ApiUser) and user.route not in routes:
            logger.warning("%s is not served: no %s", user.route, user.__name__)
            environment.user_classes.remove(user)


@events.quitting.add_listener
def _judge(environment: Environment, **_: Any) -> None:
    """The exit code, where all the numbers are."""
    if isinstance(environment.runner, WorkerRunner):
        return
    rows = [entry.serialize() for entry in environment.stats.entries.values()]
    bounds = check_bounds(rows, _options(environment))
    print("\n".join(["", "Bounds", *map(str, bounds)]))
    environment.process_exit_code = 0 if all(bound.is_kept for bound in bounds) else 1


def _options(environment: Environment) -> Namespace:
    if environment.parsed_options is None:
        raise ValueError("this locustfile takes its options from locust's command line")
    return environment.parsed_options
