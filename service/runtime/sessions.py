"""ONNX Runtime sessions: on a provider that really loaded, and checked against the bundle's manifest."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import onnxruntime
from onnxruntime.capi import onnxruntime_pybind11_state as ort_state

from service.runtime.bundle import COPY_NAME, DECODER_NAME, ENCODER_NAME, Bundle, BundleError
from service.runtime.device import CPU_PROVIDER, CUDA_PROVIDER, Device, candidate_providers
from service.runtime.errors import DeviceError
from service.runtime.signature import copy_signature, graph_signatures

logger = logging.getLogger(__name__)

PROVIDER_OPTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    CPU_PROVIDER: {},
    CUDA_PROVIDER: {
        "device_id": "0",
        # An arena that doubles would take up to twice what sources of free lengths need.
        "arena_extend_strategy": "kSameAsRequested",
        # Flash (1) or memory efficient attention (2): cuDNN's would be planned anew for every shape that comes.
        "sdpa_kernel": "3",
    },
}

# ONNX Runtime's exceptions share no base class of their own.
RUN_ERRORS: tuple[type[Exception], ...] = (
    ort_state.EPFail,
    ort_state.Fail,
    ort_state.InvalidArgument,
    ort_state.NotImplemented,
    ort_state.RuntimeException,
    MemoryError,
    RuntimeError,
)
LOAD_ERRORS = (
    *RUN_ERRORS,
    ort_state.InvalidGraph,
    ort_state.InvalidProtobuf,
    ort_state.NoSuchFile,
    ValueError,
)


@dataclass(frozen=True, slots=True)
class Sessions:
    """Both graphs of one bundle, on one provider. With `copier`, slots lie in that provider's memory."""

    encoder: Any
    decoder: Any
    provider: str
    copier: Any = None


def open_sessions(bundle: Bundle, *, device: Device, threads: int) -> Sessions:
    """Open both graphs on the best provider that `device` allows. Raises DeviceError or BundleError."""
    candidates = candidate_providers(device, bundle.manifest.precision, onnxruntime.get_available_providers())
    for provider in candidates[:-1]:
        try:
            return _open_on(bundle, provider, threads)
        except DeviceError as error:
            logger.warning("%s: trying the next device: %s", bundle.manifest.name, error)
    return _open_on(bundle, candidates[-1], threads)


def _open_on(bundle: Bundle, provider: str, threads: int) -> Sessions:
    if provider != CPU_PROVIDER:
        return open_device_sessions(bundle, provider, threads)
    encoder, decoder = (open_session(bundle.file(name), provider, threads) for name in (ENCODER_NAME, DECODER_NAME))
    _check(bundle, encoder, decoder)
    return Sessions(encoder, decoder, provider)


def open_device_sessions(bundle: Bundle, provider: str, threads: int) -> Sessions:
    """The graphs of a float16 bundle for slots in the memory of `provider`; tests have those of the CPU."""
    if provider == CUDA_PROVIDER:
        onnxruntime.preload_dlls()  # those that pip has installed are found in no other way
    names = (ENCODER_NAME, DECODER_NAME, COPY_NAME)
    encoder, decoder, copier = (open_session(bundle.file(name), provider, threads) for name in names)
    _check(bundle, encoder, decoder)
    copy_signature().check(COPY_NAME, copier.get_inputs(), copier.get_outputs())
    return Sessions(encoder, decoder, provider, copier)


def _check(bundle: Bundle, encoder: Any, decoder: Any) -> None:
    encoder_signature, decoder_signature = graph_signatures(bundle.manifest)
    encoder_signature.check(ENCODER_NAME, encoder.get_inputs(), encoder.get_outputs())
    decoder_signature.check(DECODER_NAME, decoder.get_inputs(), decoder.get_outputs())


def open_session(path: Path, provider: str, threads: int) -> Any:
    """One graph on `provider`, or DeviceError when that provider does not really load."""
    # Without enable_fallback=0 a provider that fails to start is replaced by the CPU with a mere print.
    wanted = [(provider, PROVIDER_OPTIONS[provider])]
    if provider != CPU_PROVIDER:
        wanted.append((CPU_PROVIDER, PROVIDER_OPTIONS[CPU_PROVIDER]))  # for what has no kernel there, as shapes
    try:
        session = onnxruntime.InferenceSession(path, _make_options(threads), providers=wanted, enable_fallback=0)
    except LOAD_ERRORS as error:
        if provider == CPU_PROVIDER:
            raise BundleError(f"{path} cannot be loaded ({error}); export the bundle again") from error
        raise DeviceError(f"{provider} does not start ({error}); or set DRAGOMAN_DEVICE=cpu") from error
    loaded = session.get_providers()
    if provider not in loaded:
        raise DeviceError(
            f"{provider} does not load (loaded: {', '.join(loaded)}): check the driver, CUDA and cuDNN, "
            "or set DRAGOMAN_DEVICE=cpu"
        )
    return session


def _make_options(threads: int) -> onnxruntime.SessionOptions:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # A pattern is kept for every input shape ever seen: with free lengths that is memory that only grows.
    options.enable_mem_pattern = False
    # Idle pool threads would otherwise spin after each run and take the CPUs from the other bundles.
    options.add_session_config_entry("session.force_spinning_stop", "1")
    return options
