"""Which execution provider serves a bundle. Nothing falls back silently: it is reported or refused."""

from collections.abc import Sequence
from typing import Final, Literal

from service.runtime.bundle import Precision
from service.runtime.errors import DeviceError

Device = Literal["cpu", "cuda", "auto"]

CPU_PROVIDER = "CPUExecutionProvider"
CUDA_PROVIDER = "CUDAExecutionProvider"
# What ONNX Runtime calls the memory of each.
MEMORY_OF: Final = {CPU_PROVIDER: "cpu", CUDA_PROVIDER: "cuda"}


def candidate_providers(device: Device, precision: Precision, available: Sequence[str]) -> tuple[str, ...]:
    """Providers to try, best first. Raises DeviceError when `device` is cuda and cannot be had.

    CUDA's attention operator takes float16 only, so `auto` considers it for float16 bundles alone.
    """
    if device == "cpu":
        return (CPU_PROVIDER,)
    obstacle = _cuda_obstacle(precision, available)
    if device == "auto":
        return (CPU_PROVIDER,) if obstacle else (CUDA_PROVIDER, CPU_PROVIDER)
    if obstacle:
        raise DeviceError(f"device cuda cannot be used: {obstacle}; or set DRAGOMAN_DEVICE=cpu")
    return (CUDA_PROVIDER,)


def _cuda_obstacle(precision: Precision, available: Sequence[str]) -> str | None:
    if CUDA_PROVIDER not in available:
        return f"this onnxruntime offers only {', '.join(available)}; install the extra `gpu`"
    if precision != "fp16":
        return f"the bundle's precision is {precision}, CUDA needs fp16; export it with --precision fp16"
    return None
