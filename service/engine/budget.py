"""How many source tokens the open requests of one model may have, whichever of its engines they are with."""

import threading


class TokenBudget:
    """Whoever enters takes as many as its source has, and gives them back when it leaves or has ended. Any thread."""

    def __init__(self, limit: int) -> None:
        if limit < 1:
            raise ValueError(f"a budget needs at least 1 token, not {limit}")
        self._limit = limit
        self._num_taken = 0
        self._lock = threading.Lock()

    @property
    def limit(self) -> int:
        """How many there are."""
        return self._limit

    @property
    def num_taken(self) -> int:
        """How many are taken."""
        return self._num_taken

    def take(self, num_tokens: int) -> bool:
        """Take so many; False, and none is taken, where there are not so many left."""
        with self._lock:
            if self._num_taken + num_tokens > self._limit:
                return False
            self._num_taken += num_tokens
            return True

    def give_back(self, num_tokens: int) -> None:
        """Let others have so many that were taken."""
        with self._lock:
            self._num_taken -= num_tokens
