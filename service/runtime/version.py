"""Which ONNX Runtime is installed, without importing it."""

from importlib.metadata import PackageNotFoundError, version
from typing import Final

_DISTRIBUTIONS: Final = ("onnxruntime", "onnxruntime-gpu")


def onnxruntime_version() -> str:
    """Its version, of whichever of its two packages is there. Raises RuntimeError where none is."""
    for name in _DISTRIBUTIONS:
        try:
            return version(name)
        except PackageNotFoundError:
            continue
    raise RuntimeError("ONNX Runtime is not installed: install Dragoman with one of its extras, cpu or gpu")
