"""`locust -f loadtest/locustfile.py,loadtest/locust_spike.py -u 100 -t 1m`: 10 users, for 20 s 100, and 10 again."""

from loadtest.locust_peak import PeakShape
from loadtest.locust_shapes import spike_users


class Spike(PeakShape):
    """Ten times the users at once, for a third of the time."""

    def users_at(self, elapsed_s: float, run_time_s: float, peak: int) -> int | None:
        """See spike_users."""
        return spike_users(elapsed_s, run_time_s, peak)
