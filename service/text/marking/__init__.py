"""Inline marks: where they go in a translation."""
