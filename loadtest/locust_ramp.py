"""`locust -f loadtest/locustfile.py,loadtest/locust_ramp.py -u 64 -t 2m`: 1, 2, 4, ... 64 users, each for as long."""

from loadtest.locust_peak import PeakShape
from loadtest.locust_shapes import ramp_users


class Ramp(PeakShape):
    """Doubles the users until the peak is reached."""

    def users_at(self, elapsed_s: float, run_time_s: float, peak: int) -> int | None:
        """See ramp_users."""
        return ramp_users(elapsed_s, run_time_s, peak)
