"""Load on running servers, and the benchmark beside other systems. Loopback only, bounded."""
