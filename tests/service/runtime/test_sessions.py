import logging
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from service.runtime import sessions
from service.runtime.bundle import COPY_NAME, DECODER_NAME, ENCODER_NAME, Bundle, BundleError, load_bundle
from service.runtime.device import CPU_PROVIDER, CUDA_PROVIDER
from service.runtime.errors import DeviceError
from service.runtime.sessions import PROVIDER_OPTIONS, open_session, open_sessions
from service.runtime.signature import TensorSpec, copy_signature, graph_signatures
from tests.service.runtime.manifests import make_manifest


class FakeOrt:
    """In place of the onnxruntime module: offers CUDA, and loads or refuses providers as a test wants."""

    def __init__(self) -> None:
        self.manifest = make_manifest(precision="fp16")
        self.really_loaded = [CUDA_PROVIDER, CPU_PROVIDER]
        self.cuda_error: Exception | None = None
        self.opened: list[tuple[str, list[str], int]] = []
        self.options: dict[str, Any] = {}
        self.are_libraries_loaded = False

    def preload_dlls(self) -> None:
        self.are_libraries_loaded = True

    def get_available_providers(self) -> list[str]:
        return [CUDA_PROVIDER, CPU_PROVIDER]

    def SessionOptions(self) -> Any:
        return SimpleNamespace(add_session_config_entry=lambda key, value: None)

    def InferenceSession(self, path: Path, options: Any, *, providers: list[Any], enable_fallback: int) -> Any:
        names = [name for name, _ in providers]
        self.options |= dict(providers)
        self.opened.append((path.name, names, enable_fallback))
        if CUDA_PROVIDER in names and self.cuda_error:
            raise self.cuda_error
        encoder, decoder = graph_signatures(self.manifest)
        signature = {ENCODER_NAME: encoder, DECODER_NAME: decoder, COPY_NAME: copy_signature()}[path.name]
        return SimpleNamespace(
            get_providers=lambda: self.really_loaded if CUDA_PROVIDER in names else [CPU_PROVIDER],
            get_inputs=lambda: _args(dict(signature.inputs)),
            get_outputs=lambda: _args(dict(signature.outputs)),
        )


def _args(specs: dict[str, TensorSpec]) -> list[Any]:
    return [SimpleNamespace(name=name, type=spec.dtype, shape=list(spec.dims)) for name, spec in specs.items()]


@pytest.fixture
def ort(monkeypatch: pytest.MonkeyPatch) -> FakeOrt:
    ort = FakeOrt()
    monkeypatch.setattr(sessions, "onnxruntime", ort)
    return ort


@pytest.fixture
def bundle() -> Bundle:
    return Bundle(Path("bundles/tiny"), make_manifest(precision="fp16"))


def test_cuda_that_onnxruntime_silently_leaves_out_is_refused(ort: FakeOrt, bundle: Bundle) -> None:
    """The old trap: a missing CUDA library costs one line in a log, and everything runs on the CPU."""
    ort.really_loaded = [CPU_PROVIDER]
    with pytest.raises(DeviceError, match=r"CUDAExecutionProvider does not load .loaded: CPUExecutionProvider"):
        open_sessions(bundle, device="cuda", threads=1)


def test_cuda_that_fails_to_start_is_refused_with_the_reason(ort: FakeOrt, bundle: Bundle) -> None:
    ort.cuda_error = RuntimeError("libcudart.so.12 not found")
    with pytest.raises(DeviceError, match=r"CUDAExecutionProvider does not start .libcudart.so.12 not found"):
        open_sessions(bundle, device="cuda", threads=1)
    assert ort.opened == [(ENCODER_NAME, [CUDA_PROVIDER, CPU_PROVIDER], 0)]


def test_cuda_that_loads_comes_with_what_copies_its_memory(ort: FakeOrt, bundle: Bundle) -> None:
    opened = open_sessions(bundle, device="cuda", threads=1)
    assert opened.provider == CUDA_PROVIDER
    assert opened.copier is not None
    assert [name for name, _, _ in ort.opened] == [ENCODER_NAME, DECODER_NAME, COPY_NAME]
    assert ort.are_libraries_loaded, "pip installs CUDA's libraries where no loader looks for them"
    assert ort.options == PROVIDER_OPTIONS


def test_on_the_cpu_nothing_is_opened_to_copy_memory(ort: FakeOrt, bundle: Bundle) -> None:
    assert open_sessions(bundle, device="cpu", threads=1).copier is None
    assert [name for name, _, _ in ort.opened] == [ENCODER_NAME, DECODER_NAME]
    assert not ort.are_libraries_loaded


def test_auto_falls_back_to_the_cpu_and_says_why(
    ort: FakeOrt, bundle: Bundle, caplog: pytest.LogCaptureFixture
) -> None:
    ort.really_loaded = [CPU_PROVIDER]
    with caplog.at_level(logging.WARNING):
        opened = open_sessions(bundle, device="auto", threads=1)
    assert opened.provider == CPU_PROVIDER
    assert "tiny: trying the next device: CUDAExecutionProvider does not load" in caplog.text
    assert ort.opened[-1] == (DECODER_NAME, [CPU_PROVIDER], 0)


def test_a_graph_that_does_not_fit_the_manifest_is_refused(ort: FakeOrt, bundle: Bundle) -> None:
    ort.manifest = make_manifest(precision="fp32")
    with pytest.raises(BundleError, match=r"encoder.onnx: output 'cross' is tensor\(float\), expected"):
        open_sessions(bundle, device="cpu", threads=1)


# With real graphs


def test_a_real_bundle_opens_on_the_cpu(tiny_bundles: dict[str, Path]) -> None:
    for precision, path in tiny_bundles.items():
        opened = open_sessions(load_bundle(path), device="auto", threads=1)
        assert (precision, opened.provider) == (precision, CPU_PROVIDER)


def test_a_file_that_is_no_graph_is_refused(tmp_path: Path) -> None:
    path = tmp_path / ENCODER_NAME
    path.write_bytes(b"not a graph")
    with pytest.raises(BundleError, match=r"encoder.onnx cannot be loaded .*; export the bundle again"):
        open_session(path, CPU_PROVIDER, 1)


def test_a_missing_graph_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="cannot be loaded"):
        open_session(tmp_path / ENCODER_NAME, CPU_PROVIDER, 1)


def test_sizes_in_the_manifest_that_are_not_the_graphs_are_refused(tiny_bundles: dict[str, Path]) -> None:
    bundle = load_bundle(tiny_bundles["fp32"])
    sizes = bundle.manifest.sizes.model_copy(update={"vocab_size": 99_999})
    altered = Bundle(bundle.path, bundle.manifest.model_copy(update={"sizes": sizes}))
    with pytest.raises(BundleError, match=r"decoder.onnx: output 'logits' has \d+ at axis 2, expected 99999"):
        open_sessions(altered, device="cpu", threads=1)
