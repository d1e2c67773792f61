"""Continuous batching of encoder-decoder sequences. Knows token ids only: no text, no HTTP."""
