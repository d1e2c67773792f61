"""From a text to its sentences."""
