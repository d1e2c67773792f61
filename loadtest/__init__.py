"""Load on a running server: locust users, a memory check, a small benchmark. Loopback only, bounded, no model code."""
