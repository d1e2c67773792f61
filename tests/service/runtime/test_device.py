import pytest

from service.runtime.device import CPU_PROVIDER, CUDA_PROVIDER, candidate_providers
from service.runtime.errors import DeviceError

WITH_CUDA = [CUDA_PROVIDER, CPU_PROVIDER]
WITHOUT_CUDA = ["AzureExecutionProvider", CPU_PROVIDER]


def test_cpu_never_tries_anything_else() -> None:
    assert candidate_providers("cpu", "fp16", WITH_CUDA) == (CPU_PROVIDER,)


def test_cuda_never_falls_back() -> None:
    assert candidate_providers("cuda", "fp16", WITH_CUDA) == (CUDA_PROVIDER,)


def test_cuda_without_the_provider_is_refused_with_what_there_is() -> None:
    with pytest.raises(DeviceError, match="offers only AzureExecutionProvider, CPUExecutionProvider; install"):
        candidate_providers("cuda", "fp16", WITHOUT_CUDA)


@pytest.mark.parametrize("precision", ["fp32", "int8"])
def test_cuda_with_a_bundle_for_the_cpu_is_refused(precision: str) -> None:
    with pytest.raises(DeviceError, match=f"precision is {precision}, CUDA needs fp16; export it with"):
        candidate_providers("cuda", precision, WITH_CUDA)  # type: ignore[arg-type]


def test_auto_prefers_cuda_only_where_it_can_work() -> None:
    assert candidate_providers("auto", "fp16", WITH_CUDA) == (CUDA_PROVIDER, CPU_PROVIDER)
    assert candidate_providers("auto", "int8", WITH_CUDA) == (CPU_PROVIDER,)
    assert candidate_providers("auto", "fp16", WITHOUT_CUDA) == (CPU_PROVIDER,)
