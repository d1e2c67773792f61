"""The manifests build, are valid to the letter, and fit the server that they run."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.settings import Settings, variable_name

FOLDER = Path(__file__).parents[2] / "deploy/kubernetes"
TOOLS = Path(sys.executable).parent
VARIANTS = ("base", "overlays/gpu")
SERVED_PATHS = {"/livez", "/readyz"}
Manifest = dict[str, Any]


def built(variant: str) -> str:
    """What `kubectl kustomize` makes."""
    command = [str(TOOLS / "kubectl"), "kustomize", str(FOLDER / variant)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture(params=VARIANTS)
def manifests(request: pytest.FixtureRequest) -> dict[str, Manifest]:
    """Of one variant, by kind."""
    return {manifest["kind"]: manifest for manifest in yaml.safe_load_all(built(request.param))}


@pytest.fixture
def pod(manifests: dict[str, Manifest]) -> Manifest:
    """The deployment's pod."""
    template: Manifest = manifests["Deployment"]["spec"]["template"]
    return template


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_field_is_misspelt(variant: str, tmp_path: Path) -> None:
    file = tmp_path / "manifests.yaml"
    file.write_text(built(variant), "utf-8")
    command = [str(TOOLS / "kubernetes-validate"), "--strict", str(file)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_everything_an_operator_needs_is_there(manifests: dict[str, Manifest]) -> None:
    needed = {"Deployment", "Service", "HorizontalPodAutoscaler", "PodDisruptionBudget", "NetworkPolicy"}
    assert needed <= manifests.keys()


def test_all_select_the_pods_of_the_deployment(manifests: dict[str, Manifest], pod: Manifest) -> None:
    labels = pod["metadata"]["labels"].items()
    assert manifests["Deployment"]["spec"]["selector"]["matchLabels"].items() <= labels
    assert manifests["Service"]["spec"]["selector"].items() <= labels
    assert manifests["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"].items() <= labels
    assert manifests["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"].items() <= labels
    assert manifests["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]["name"] == "dragoman"


def test_probes_ask_what_is_served(pod: Manifest) -> None:
    [container] = pod["spec"]["containers"]
    probes = [container[name] for name in ("startupProbe", "livenessProbe", "readinessProbe")]
    assert {probe["httpGet"]["path"] for probe in probes} == SERVED_PATHS
    assert {probe["httpGet"]["port"] for probe in probes} <= {port["name"] for port in container["ports"]}


def test_the_container_may_do_no_more_than_it_needs(pod: Manifest) -> None:
    [container] = pod["spec"]["containers"]
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert pod["spec"]["securityContext"]["runAsNonRoot"] is True
    assert f"USER {pod['spec']['securityContext']['runAsUser']}:" in (FOLDER.parents[1] / "Dockerfile").read_text()
    assert pod["spec"]["automountServiceAccountToken"] is False
    assert {"cpu", "memory"} <= container["resources"]["limits"].keys()


def test_variables_are_settings_and_kubernetes_adds_none(pod: Manifest) -> None:
    known = {variable_name(field) for field in Settings.model_fields}
    [container] = pod["spec"]["containers"]
    assert {variable["name"] for variable in container["env"]} <= known
    assert pod["spec"]["enableServiceLinks"] is False


def test_a_pod_that_leaves_has_time_to_drain(pod: Manifest) -> None:
    [container] = pod["spec"]["containers"]
    before_s = container["lifecycle"]["preStop"]["sleep"]["seconds"]
    drain_s = Settings.model_fields["drain_timeout_s"].default
    assert pod["spec"]["terminationGracePeriodSeconds"] > before_s + drain_s


def test_the_autoscaler_s_metric_is_the_one_that_the_adapter_makes(manifests: dict[str, Manifest]) -> None:
    [rule] = yaml.safe_load((FOLDER / "adapter.yaml").read_text("utf-8"))
    [metric] = manifests["HorizontalPodAutoscaler"]["spec"]["metrics"]
    assert metric["pods"]["metric"]["name"] == rule["name"]["as"]


def test_the_gpu_variant_asks_for_a_gpu_and_runs_the_image_for_it() -> None:
    [deployment] = [one for one in yaml.safe_load_all(built("overlays/gpu")) if one["kind"] == "Deployment"]
    [container] = deployment["spec"]["template"]["spec"]["containers"]
    assert container["resources"]["limits"]["nvidia.com/gpu"] == "1"
    assert container["image"] == "dragoman:gpu"
