"""Work on long texts, off the event loop: splitting and tokenising one there would hold up every stream."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

Result = TypeVar("Result")

# About a millisecond of splitting and tokenising. A change of threads costs a tenth of that: short texts do without.
MAX_CHARS_ON_LOOP: Final = 1_000


async def off_loop(work: Callable[[], Result], *, num_chars: int) -> Result:
    """The result of `work` on texts of `num_chars` characters, done by another thread if they are long."""
    return await asyncio.to_thread(work) if num_chars > MAX_CHARS_ON_LOOP else work()
