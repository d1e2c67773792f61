"""Which thread has the interpreter, and for how long: engines compute without it, and are short of time with it.

A thread that wants the interpreter asks for it after the process's switch interval (`sys.setswitchinterval`). While an
engine computes, it is short: whoever has the interpreter then, mostly the event loop, hands it on as soon as the graph
is done. While an engine has it, it is long: a step's Python code ends within that, where handing it over to the event
loop and back several times would take longer than the code itself.
"""

import sys
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

SHORT_TURN_S: Final = 0.00002
LONG_TURN_S: Final = 0.0005


def outside(call: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
    """The result of a call that does without the interpreter for most of its time, as a graph or a wait.

    Others take short turns meanwhile; what the calling thread does behind it is a long one.
    """
    sys.setswitchinterval(SHORT_TURN_S)
    try:
        return call(*args, **kwargs)
    finally:
        sys.setswitchinterval(LONG_TURN_S)
