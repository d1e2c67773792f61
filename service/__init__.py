"""The server. Layers: api -> text -> engine -> runtime, one direction only."""

__version__ = "0.1.0"
