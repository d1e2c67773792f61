"""A course of users between the bounds of locust's own `-u` and `-t`."""

from abc import abstractmethod
from typing import Final

from locust import LoadTestShape

DEFAULT_S: Final = 60.0


class PeakShape(LoadTestShape):
    """Some course that reaches as many users as `-u` says within the time that `-t` says."""

    abstract = True
    use_common_options = True

    @abstractmethod
    def users_at(self, elapsed_s: float, run_time_s: float, peak: int) -> int | None:
        """How many users there are; None when the time is over."""

    def tick(self) -> tuple[int, float] | None:
        """Users, and how many may start in a second: all."""
        options = self.runner.environment.parsed_options if self.runner else None
        if options is None:
            return None
        users = self.users_at(self.get_run_time(), options.run_time or DEFAULT_S, options.num_users or 1)
        return None if users is None else (users, users)
