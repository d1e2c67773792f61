"""Bundles, ONNX Runtime sessions, slot caches and the tokenizer: ids in, logits out."""
