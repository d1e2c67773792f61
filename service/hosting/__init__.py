"""Engines in processes of their own, which share no interpreter with the server that talks to clients."""
