"""Functions over arrays that are compiled to machine code, by Numba: what a step does for each row, beam or word.

Such a function is compiled when its module is imported, so that no request waits for it. What came out is kept for
the next start: in `NUMBA_CACHE_DIR` if that is set, else beside the sources or in the user's cache directory. Where
none of them can be written, every start compiles again, which takes seconds.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from numba import njit

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def compiled(
    signature: str, *, needs_interpreter: bool = True
) -> Callable[[Callable[Arguments, Result]], Callable[Arguments, Result]]:
    """Compile a function for arguments of these types, in Numba's notation; others then raise TypeError.

    Whatever it calls has to stand in its module, since what is kept is found by that module's text alone. One that
    does without the interpreter lets other threads have it meanwhile: worth it for what takes longer than getting it
    back.
    """

    def compile_now(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
        # A division by zero is infinite, as numpy has it.
        try:
            return njit(signature, cache=True, nogil=not needs_interpreter, error_model="numpy")(function)
        except RuntimeError:  # there is no place for a cache
            return njit(signature, nogil=not needs_interpreter, error_model="numpy")(function)

    return compile_now
