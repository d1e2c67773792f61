"""The version of ONNX Runtime, as its package tells it."""

from importlib.metadata import PackageNotFoundError

import onnxruntime
import pytest

from service.runtime import version as module
from service.runtime.version import onnxruntime_version


def test_it_is_that_of_the_module() -> None:
    assert onnxruntime_version() == onnxruntime.__version__


@pytest.mark.parametrize("installed", ["onnxruntime", "onnxruntime-gpu"])
def test_either_package_will_do(monkeypatch: pytest.MonkeyPatch, installed: str) -> None:
    monkeypatch.setattr(module, "version", lambda name: found(name, installed))
    assert onnxruntime_version() == "1.2.3"


def test_without_any_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "version", lambda name: found(name, "nothing"))
    with pytest.raises(RuntimeError, match="one of its extras, cpu or gpu"):
        onnxruntime_version()


def found(name: str, installed: str) -> str:
    if name != installed:
        raise PackageNotFoundError(name)
    return "1.2.3"
